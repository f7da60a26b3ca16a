// SPDX-License-Identifier: Apache-2.0
#include "site_style.h"

namespace hammock::tool {

const std::string_view kSiteStyle = R"(:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f6f7f9; --line: #dfe3e8; --text: #1d2430; --faint: #667085; --link: #0b62c4;
  --keyword: #8a2da5; --string: #1a7f37; --number: #b35900; --comment: #77808c; --builtin: #0b62c4; --defined: #9a3412;
  --added: #e3f6e7; --removed: #fde8e8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --panel: #1c2128; --line: #323a45; --text: #dde3ea; --faint: #929dab; --link: #6cb2ff;
    --keyword: #d49bea; --string: #7dd08f; --number: #f0a868; --comment: #8b95a1; --builtin: #6cb2ff;
    --defined: #f3a683; --added: #17351f; --removed: #432023;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
header {
  position: sticky; top: 0; z-index: 1; display: flex; gap: 1rem; align-items: center;
  padding: 0.6rem max(1rem, calc(50vw - 28rem)); background: var(--panel); border-bottom: 1px solid var(--line);
}
header .home { font-weight: 650; color: var(--text); }
.search { position: relative; flex: 1; max-width: 26rem; margin-left: auto; }
.search input {
  width: 100%; padding: 0.4rem 0.7rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--line); border-radius: 0.4rem;
}
.found {
  position: absolute; left: 0; right: 0; margin: 0.3rem 0 0; padding: 0.3rem; list-style: none; max-height: 70vh;
  overflow-y: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 0.4rem;
  box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
}
.found:empty { display: none; }
.found a { display: block; padding: 0.3rem 0.5rem; border-radius: 0.3rem; color: var(--text); text-decoration: none; }
.found a:hover, .found a.chosen { background: var(--panel); }
.found b { font-weight: 600; }
.found small { color: var(--faint); display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main { max-width: 58rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
.kind { margin: 0.5rem 0 0; color: var(--faint); }
h1 { margin: 0.2rem 0 0.6rem; font-size: 1.8rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 1.8rem 0 0.5rem; font-size: 1.1rem; }
h3 { margin: 1.4rem 0 0.4rem; font-size: 1rem; color: var(--faint); font-weight: 600; }
.lead { font-size: 1.1rem; color: var(--faint); margin: 0 0 1rem; }
pre, code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: 0.9em; background: var(--panel); padding: 0.1em 0.3em; border-radius: 0.25rem; }
pre {
  margin: 0.4rem 0; padding: 0.8rem 1rem; overflow-x: auto; font-size: 0.85rem; line-height: 1.5;
  background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem;
}
pre.wrong { border-left: 3px solid #d1414b; }
pre.right { border-left: 3px solid #2f9e52; }
pre.signature { white-space: pre-wrap; }
pre .lines { display: inline-block; min-width: calc(100% + 2rem); margin: 0 -1rem; }
pre .line { display: block; padding: 0 1rem; }
pre .added { background: var(--added); }
pre .removed { background: var(--removed); }
.keyword { color: var(--keyword); }
.string { color: var(--string); }
.number { color: var(--number); }
.comment { color: var(--comment); font-style: italic; }
.builtin, pre a { color: var(--builtin); }
.decorator { color: var(--faint); }
.defined { color: var(--defined); }
table { border-collapse: collapse; width: 100%; margin: 0.4rem 0; }
td { padding: 0.35rem 0.8rem 0.35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td:first-child { width: 1%; white-space: nowrap; }
tr:first-child td { border-top: 0; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1rem; margin: 0.4rem 0; }
dl.facts dt { color: var(--faint); }
dl.facts dd { margin: 0; }
nav.contents { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; margin: 0.8rem 0; }
footer { margin-top: 3rem; color: var(--faint); font-size: 0.85rem; border-top: 1px solid var(--line); }
details summary { cursor: pointer; color: var(--faint); }
@media (max-width: 40rem) {
  body { font-size: 15px; }
  header { gap: 0.6rem; }
  h1 { font-size: 1.4rem; }
  table, tbody, tr, td, td:first-child { display: block; width: auto; white-space: normal; }
  td { padding: 0; border: 0; }
  tr { padding: 0.4rem 0; border-top: 1px solid var(--line); }
  tr:first-child { border-top: 0; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: 0.5rem; }
}
)";

// The words of the query are looked for in names first, then in summaries.
const std::string_view kSiteSearch = R"("use strict";
(function () {
  const input = document.querySelector(".search input");
  const found = document.querySelector(".found");
  const root = document.body.dataset.root;
  let chosen = -1;

  function rank(page, words) {
    const name = page[0].toLowerCase(), whole = name + " " + page[1] + " " + page[3].toLowerCase();
    if (!words.every((word) => whole.includes(word))) return -1;
    const first = words[0], last = name.slice(name.lastIndexOf(".") + 1);
    return name === first || last === first ? 4 : name.startsWith(first) || last.startsWith(first) ? 3
      : name.includes(first) ? 2 : 1;
  }

  function add(parent, kind, text) {
    const child = document.createElement(kind);
    child.textContent = text;
    parent.append(child);
    return child;
  }

  function search() {
    const query = input.value.toLowerCase().replace(/\b(r|relax)\./g, "");
    const words = query.split(/\s+/).filter((word) => word);
    found.replaceChildren();
    chosen = -1;
    if (words.length === 0) return;
    const hits = HAMMOCK_INDEX.map((page) => [rank(page, words), page]).filter((hit) => hit[0] > 0);
    hits.sort((a, b) => b[0] - a[0] || a[1][0].length - b[1][0].length);
    for (const hit of hits.slice(0, 20)) {
      const link = add(add(found, "li", ""), "a", "");
      link.href = root + hit[1][2];
      add(link, "b", hit[1][0]);
      link.append(" " + hit[1][1]);
      add(link, "small", hit[1][3]);
    }
    if (hits.length === 0) add(found, "li", "nothing found");
  }

  function choose(step) {
    const links = found.querySelectorAll("a");
    if (links.length === 0) return;
    if (chosen >= 0) links[chosen].classList.remove("chosen");
    chosen = (chosen + step + links.length + (chosen < 0 && step < 0 ? 1 : 0)) % links.length;
    links[chosen].classList.add("chosen");
    links[chosen].scrollIntoView({ block: "nearest" });
  }

  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      choose(event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "Enter") {
      const links = found.querySelectorAll("a");
      if (links.length > 0) links[Math.max(chosen, 0)].click();
    } else if (event.key === "Escape") {
      input.value = "";
      search();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || document.activeElement === input) return;
    input.focus();
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) found.replaceChildren();
  });
})();
)";

}  // namespace hammock::tool
