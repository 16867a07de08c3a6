// The page is readable without this script.

const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
const contains = (text, wanted) => wanted.every((word) => text.includes(word));

// Hides rows that do not contain the words of the filter.
for (const box of all("input.filter")) {
  box.hidden = false;
  const rows = all("table.filtered tbody tr, ul.filtered > li", box.parentElement);
  box.addEventListener("input", () => {
    const wanted = words(box.value);
    for (const row of rows) row.hidden = !contains(row.textContent.toLowerCase(), wanted);
  });
}

// Filters the overview by state and by name.
for (const choose of all(".choose")) {
  choose.hidden = false;
  const [buttons, box] = [all("button", choose), choose.querySelector("input")];
  let only = "";
  const apply = () => {
    for (const row of all(".overview tbody tr")) {
      const fits = !only || row.classList.contains(only);
      row.hidden = !fits || !contains(row.cells[0].textContent.toLowerCase(), words(box.value));
    }
  };
  box.addEventListener("input", apply);
  for (const button of buttons) {
    button.addEventListener("click", () => {
      only = button.dataset.only;
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
      apply();
    });
  }
}

// Sorts the overview by a column. Figures that were not measured come last.
const valueOf = (cell) => {
  const text = cell.dataset.value ?? cell.textContent.trim();
  return text === "–" ? null : Number.isNaN(Number(text)) ? text : Number(text);
};
for (const head of all(".overview thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const descending = head.getAttribute("aria-sort") === "ascending";
    for (const other of all(".overview thead th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const body = head.closest("table").tBodies[0];
    const keyed = [...body.rows].map((row) => [valueOf(row.cells[head.cellIndex]), row]);
    keyed.sort(([one], [other]) => {
      if (one === null || other === null) return (one === null) - (other === null);
      return (one < other ? -1 : one > other ? 1 : 0) * (descending ? -1 : 1);
    });
    body.append(...keyed.map(([, row]) => row));
  });
}

// Opens everything around an element, scrolls to it and marks it.
const reveal = (target) => {
  for (const row of all("[hidden]", target.closest("section") ?? document)) {
    if (row.contains(target)) row.hidden = false;
  }
  for (let around = target.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  for (const marked of all(".found")) marked.classList.remove("found");
  target.classList.add("found");
  target.scrollIntoView({ block: "center" });
  if (target.tabIndex < 0) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
};
const revealHash = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.matches("tr")) reveal(target);
};
addEventListener("hashchange", revealHash);
revealHash();

// Marks the section on the screen in the menu.
const [sections, links] = [all("main > section"), new Map(all(".places a").map((link) => [link.hash.slice(1), link]))];
const mark = () => {
  const here = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 4);
  const link = links.get(here?.id);
  if (link?.ariaCurrent) return;
  for (const other of links.values()) other.removeAttribute("aria-current");
  if (!link) return;
  link.setAttribute("aria-current", "true");
  const list = link.closest("ul");
  const [own, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.left < frame.left || own.right > frame.right) list.scrollLeft += own.left - frame.left - 8;
  if (own.top < frame.top || own.bottom > frame.bottom) list.scrollTop += own.top - frame.top - 8;
};
addEventListener("scroll", mark, { passive: true });
mark();

// Scrolls a wide waveform excerpt to its diverging cycle.
for (const clock of all(".wave .diverging")) {
  const [place, here] = [clock.closest(".beside"), clock.getBoundingClientRect()];
  place.scrollLeft = here.right - place.getBoundingClientRect().right + here.width;
}
