// The page can be read without this.

// Rows without the words of the filter are hidden.
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

// A picture that is wider than its place begins where its diverging clock can be seen.
for (const clock of document.querySelectorAll(".wave .diverging")) {
  const [place, here] = [clock.closest(".beside"), clock.getBoundingClientRect()];
  place.scrollLeft = here.right - place.getBoundingClientRect().right + here.width;
}
