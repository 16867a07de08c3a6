// The page is readable without this script.

// Hides rows that do not contain the words of the filter.
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

// Scrolls a wide waveform excerpt to its diverging cycle.
for (const clock of document.querySelectorAll(".wave .diverging")) {
  const [place, here] = [clock.closest(".beside"), clock.getBoundingClientRect()];
  place.scrollLeft = here.right - place.getBoundingClientRect().right + here.width;
}
