
// Searches everything that has a name and jumps to what matches.
const LISTED = 40;
const kinds = [
  ["PMU", "section.pmu > h2"], ["divergence", ".bucket > h3"], ["requirement", ".requirements tbody tr"],
  ["register", ".registers li"], ["event", ".names-of-rows text"], ["program", ".programs tbody tr"],
  ["entry", "section.pmu .names li"],
];
const nameOf = (element) => {
  if (element.matches("tr")) return [element.cells[0], element.cells[1]].map((cell) => cell.textContent).join(" ");
  return (element.querySelector("b, title") ?? element).textContent;
};
let index = null;
const indexed = () => (index ??= kinds.flatMap(([kind, selector]) => all(selector).map((element) => {
  const [name, pmu] = [nameOf(element).trim(), element.closest("section.pmu")?.id ?? ""];
  return { kind, element, name, pmu, text: `${kind} ${pmu} ${name}`.toLowerCase() };
})));
const [panel, box] = [document.querySelector(".search"), document.getElementById("search")];
const [hits, list, status] = [panel.querySelector(".hits"), document.getElementById("hits"), panel.querySelector("[role=status]")];
const close = () => { hits.hidden = true; };
const find = () => {
  const wanted = words(box.value);
  list.replaceChildren();
  hits.hidden = wanted.length === 0;
  if (hits.hidden) return;
  const found = indexed().filter(({ text }) => contains(text, wanted));
  const more = found.length > LISTED ? `, the first ${LISTED} below` : "";
  status.textContent = found.length ? `${found.length} found${more}` : "nothing found";
  for (const { kind, element, name, pmu } of found.slice(0, LISTED)) {
    const [item, button, label, place] = ["li", "button", "span", "i"].map((tag) => document.createElement(tag));
    button.type = "button";
    label.textContent = name;
    place.textContent = kind === "PMU" || !pmu ? kind : `${kind} of ${pmu}`;
    button.append(label, place);
    button.addEventListener("click", () => { close(); reveal(element); });
    item.append(button);
    list.append(item);
  }
};
panel.hidden = false;
box.addEventListener("input", find);
document.addEventListener("click", (event) => { if (!panel.contains(event.target)) close(); });
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    box.focus();
    box.select();
  }
  if (!panel.contains(event.target)) return;
  if (event.key === "Escape") {
    box.value = "";
    box.focus();
    close();
  }
  const buttons = all("button", list);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    const next = buttons.indexOf(event.target) + step;
    (buttons[next] ?? box).focus();
  }
  if (event.key === "Enter" && event.target === box) buttons[0]?.click();
});
