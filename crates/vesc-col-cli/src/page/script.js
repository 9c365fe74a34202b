"use strict";
// Tables sort by a click on a heading, and long ones get a filter. The page is complete without this script.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.tHead.rows[0].querySelectorAll("th").forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("th[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const text = (row) => row.cells[column].textContent.trim();
      const rows = [...body.rows].sort((a, b) => text(a).localeCompare(text(b), "en", { numeric: true }));
      body.append(...(down ? rows.reverse() : rows));
    });
  });
  if (body.rows.length > 20) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.className = "tools";
    label.append("Show only rows with ", input);
    table.parentNode.insertBefore(label, table);
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase();
      for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
  }
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
