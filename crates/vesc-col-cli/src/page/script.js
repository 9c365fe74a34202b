"use strict";
// The page is complete without this script.

// Tables sort by a click on a heading, and long ones get a filter.
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

// Of several formulas two can be picked: what only one of them has is marked.
for (const list of document.querySelectorAll("ol.formulas")) {
  const shown = [...list.querySelectorAll("code")];
  // A name in quotes may have blanks.
  const words = shown.map((code) => code.textContent.match(/(?:"[^"]*"|[^\s"])+|\s+|"/g));
  const picks = [0, 1].map((chosen) => {
    const pick = document.createElement("select");
    pick.setAttribute("aria-label", chosen ? "second formula" : "first formula");
    words.forEach((_, at) => pick.add(new Option(at + 1, at, false, at === chosen)));
    pick.addEventListener("change", mark);
    return pick;
  });
  const tools = document.createElement("p");
  tools.className = "tools";
  tools.append("Mark where formula ", picks[0], " and formula ", picks[1], " differ");
  list.parentNode.insertBefore(tools, list);

  // For each word of two formulas whether it is in a longest common subsequence of both.
  function common(one, other) {
    const length = [...one, 0].map(() => new Array(other.length + 1).fill(0));
    for (let i = one.length - 1; i >= 0; i--) {
      for (let j = other.length - 1; j >= 0; j--) {
        const same = one[i] === other[j] ? length[i + 1][j + 1] + 1 : 0;
        length[i][j] = Math.max(same, length[i + 1][j], length[i][j + 1]);
      }
    }
    const kept = [one.map(() => false), other.map(() => false)];
    for (let i = 0, j = 0; i < one.length && j < other.length; ) {
      if (one[i] === other[j]) kept[0][i++] = kept[1][j++] = true;
      else if (length[i + 1][j] >= length[i][j + 1]) i++;
      else j++;
    }
    return kept;
  }
  function mark() {
    const pair = picks.map((pick) => Number(pick.value));
    const kept = common(words[pair[0]], words[pair[1]]);
    shown.forEach((code, at) => {
      const side = pair.indexOf(at);
      code.replaceChildren(
        ...words[at].map((word, place) => {
          if (side < 0 || kept[side][place] || !word.trim()) return word;
          const marked = document.createElement("mark");
          marked.append(word);
          return marked;
        }),
      );
    });
  }
  mark();
}

// A link leads into a part that is folded, and paper shows all.
const open = (part) => { for (; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true; };
addEventListener("hashchange", () => open(document.getElementById(location.hash.slice(1))));
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(open));
