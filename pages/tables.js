// Makes every table sortable: a click on a heading sorts by its column, a second click the other way round. A field
// with data-filters filters rows.
"use strict";

(() => {
  /** What a cell is sorted by: its number, else its text; nothing for what is absent. */
  function keyOf(cell) {
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    const text = cell.textContent.trim();
    return ["-", "n/a", "mixed", ""].includes(text) ? null : text;
  }

  /** Numbers before texts, smaller before larger; numbers within texts count as such, so that "2=" is before "10". */
  function compare(a, b) {
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true });
  }

  /** Sorts the rows by the cells at `index`; equal rows keep their order, absent cells come last both ways. */
  function sortRows(body, index, descending) {
    const rows = Array.from(body.rows, (row) => ({ row, key: keyOf(row.cells[index]) }));
    rows.sort((a, b) => {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
      return descending ? compare(b.key, a.key) : compare(a.key, b.key);
    });
    body.append(...rows.map(({ row }) => row));
  }

  function makeSortable(table) {
    const headings = Array.from(table.querySelectorAll("tr.headings > th"));
    headings.forEach((heading, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.title = "sort by this column";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const descending = heading.getAttribute("aria-sort") === "ascending";
        for (const other of headings) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
        sortRows(table.tBodies[0], index, descending);
      });
    });
  }

  /** A field that shows only the rows of the tables in the element that it names which have all of its words. */
  function makeFilter(field) {
    const rows = Array.from(document.getElementById(field.dataset.filters).querySelectorAll("tbody > tr"));
    const output = field.closest(".filter").querySelector("output");
    field.closest(".filter").hidden = false;
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        shown += row.hidden ? 0 : 1;
      }
      output.textContent = words.length ? `${shown} of ${rows.length}` : "";
    });
  }

  document.querySelectorAll("table").forEach(makeSortable);
  document.querySelectorAll("input[data-filters]").forEach(makeFilter);
})();
