// SPDX-License-Identifier: Apache-2.0
// The search. The index is a script and not JSON, because a page that was opened as a file cannot load JSON.
"use strict";
(() => {
  const LIMIT = 12;
  const root = document.body.dataset.root;
  const query = document.getElementById("query");
  const results = document.getElementById("results");

  function load() {
    if (document.getElementById("index")) {
      return;
    }
    const script = document.createElement("script");
    script.id = "index";
    script.src = root + "search-index.js";
    script.addEventListener("load", show);
    document.head.append(script);
  }

  // Every word must occur. A word in a title counts most, and a word in a heading more than one in the text.
  function score(entry, words) {
    const title = entry.title.toLowerCase();
    const heading = entry.heading.toLowerCase();
    const text = entry.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const points = (title.includes(word) ? (entry.heading ? 4 : 20) : 0)
        + (!entry.heading && title.split(/\s+/).includes(word) ? 5 : 0)
        + (heading.includes(word) ? 10 : 0)
        + Math.min(text.split(word).length - 1, 5);
      if (points === 0) {
        return 0;
      }
      sum += points;
    }
    return sum;
  }

  function excerpt(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
    return (at > 0 ? "…" : "") + text.slice(at, at + 140) + (at + 140 < text.length ? "…" : "");
  }

  function item(entry, words) {
    const link = document.createElement("a");
    link.href = root + entry.url;
    const name = document.createElement("strong");
    name.textContent = entry.heading ? entry.title + ": " + entry.heading : entry.title;
    const text = document.createElement("span");
    text.textContent = excerpt(entry.text, words[0]);
    link.append(name, text);
    const line = document.createElement("li");
    line.append(link);
    return line;
  }

  function show() {
    const words = query.value.toLowerCase().split(/\s+/).filter(word => word);
    results.hidden = words.length === 0 || !window.searchIndex;
    if (results.hidden) {
      return;
    }
    const found = window.searchIndex
      .map(entry => ({ entry, points: score(entry, words) }))
      .filter(candidate => candidate.points > 0)
      .sort((one, other) => other.points - one.points)
      .slice(0, LIMIT)
      .map(candidate => item(candidate.entry, words));
    if (found.length === 0) {
      const none = document.createElement("li");
      none.textContent = "No page contains all these words.";
      found.push(none);
    }
    results.replaceChildren(...found);
  }

  query.addEventListener("focus", load);
  query.addEventListener("input", () => {
    load();
    show();
  });
  document.getElementById("search").addEventListener("submit", event => {
    event.preventDefault();
    const first = results.querySelector("a");
    if (first && !results.hidden) {
      first.click();
    }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") {
      results.hidden = true;
    }
  });
  document.addEventListener("click", event => {
    if (!event.target.closest("#search")) {
      results.hidden = true;
    }
  });
})();
