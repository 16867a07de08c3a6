// The page can be read without this: it filters rows, and opens everything for the printer.
for (const box of document.querySelectorAll("input.filter")) {
  const rows = [...box.parentElement.querySelectorAll("table.filtered tbody tr")];
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
}
const closed = [];
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details:not([open])")) {
    one.open = true;
    closed.push(one);
  }
});
addEventListener("afterprint", () => {
  for (const one of closed.splice(0)) one.open = false;
});
