"use strict";

// The search and the filters of a catalog's page and of the page of all catalogs. Without this script both are plain lists.
(() => {
  const MOST = 200;

  // Letters without case, without accents, and composed or decomposed alike. Hangul is taken apart too, so that a syllable is found
  // while it is being typed.
  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toUpperCase().toLowerCase();

  for (const element of document.querySelectorAll("[data-needs-script]")) element.hidden = false;

  const form = document.querySelector("form.filters");
  const search = document.querySelector("#q") ?? document.querySelector("#jump");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    search?.focus();
  });
  if (!form) return;

  const count = document.querySelector("#count");
  const codes = (number) => `${number.toLocaleString("en")} ${number === 1 ? "code" : "codes"}`;

  // What is asked for: words that must all be there, and values that must be the same.
  const asked = () => {
    const value = (name) => form.elements.namedItem(name).value;
    const words = fold(value("q")).split(/\s+/).filter(Boolean);
    return { words, sdk: value("sdk_code"), retry: value("retriable"), state: value("state") };
  };
  const isAnything = (ask) => ask.words.length === 0 && !ask.sdk && !ask.retry && !ask.state;
  const fits = (ask, entry) =>
    (!ask.sdk || entry.sdk === ask.sdk) &&
    (!ask.retry || entry.retry === ask.retry) &&
    (!ask.state || entry.state.split(" ").includes(ask.state)) &&
    ask.words.every((word) => entry.text.includes(word));

  // A catalog's page: the rows are there already and are shown or not.
  const rows = () => {
    const table = document.querySelector("#codes");
    let entries;
    return (ask) => {
      entries ??= Array.from(table.tBodies[0].rows, (row) => ({
        row,
        sdk: row.dataset.sdk,
        retry: row.dataset.retry,
        state: row.dataset.state,
        text: fold(`${row.cells[0].textContent}\n${row.cells[1].textContent}`),
      }));
      let shown = 0;
      for (const entry of entries) {
        const fit = fits(ask, entry);
        if (entry.row.hidden === fit) entry.row.hidden = !fit;
        shown += fit;
      }
      count.textContent = isAnything(ask) ? codes(shown) : `${codes(shown)} of ${entries.length.toLocaleString("en")}`;
    };
  };

  // The page of all catalogs: rows are made of the index.
  const results = () => {
    const [list, body, said] = [document.querySelector("#catalogs"), document.querySelector("#results tbody"), count.textContent];
    let entries;
    const read = () => {
      const index = window.llamonIndex ?? { domains: [], entries: [] };
      return index.entries.map(([domain, code, page, sdk, retry, state, reason, title]) => {
        const [name, folder] = index.domains[domain];
        const folded = [code, reason, title].map(fold);
        return { name, code, href: `${folder}/${page}.html`, sdk, retry, state, reason, title, folded, text: folded.join("\n") };
      });
    };
    // Who knows what to look for finds it first.
    const rank = ({ folded: [code, reason, title] }, query) => {
      if (code === query) return 0;
      if (reason === query || title === query) return 1;
      return code.startsWith(query) ? 2 : code.includes(query) ? 3 : 4;
    };
    return (ask) => {
      const empty = isAnything(ask);
      list.hidden = !empty;
      document.querySelector("#results").hidden = empty;
      if (empty) {
        body.replaceChildren();
        count.textContent = said;
        return;
      }
      entries ??= read();
      const query = ask.words.join(" ");
      const found = entries.filter((entry) => fits(ask, entry)).map((entry) => [rank(entry, query), entry]);
      found.sort(([a], [b]) => a - b);
      body.replaceChildren(...found.slice(0, MOST).map(([, entry]) => row(entry)));
      count.textContent = found.length > MOST ? `${codes(found.length)}, the first ${MOST} are shown` : codes(found.length);
    };
  };

  const element = (name, options = {}, ...children) => {
    const made = Object.assign(document.createElement(name), options);
    made.append(...children);
    return made;
  };
  const row = (entry) => {
    const pieces = entry.code.split(/(?<=[_:./-])/).flatMap((piece, place) => (place > 0 ? [element("wbr"), piece] : [piece]));
    const link = element("a", { href: entry.href }, element("bdi", {}, ...pieces));
    const what = element("td", { role: "cell" }, element("bdi", { textContent: entry.title }));
    for (const word of entry.state.split(" ").filter((word) => word !== "error")) {
      what.append(" ", element("span", { className: `badge ${word}`, textContent: word }));
    }
    if (entry.reason) what.append(" ", element("code", { className: "reason", textContent: entry.reason }));
    const made = element(
      "tr",
      { role: "row" },
      element("th", { scope: "row", role: "rowheader" }, link, " ", element("span", { className: "where", textContent: entry.name })),
      what,
      element("td", { role: "cell" }, element("code", { textContent: entry.sdk })),
      element("td", { role: "cell", textContent: entry.retry }),
    );
    made.dataset.state = entry.state;
    made.dataset.retry = entry.retry;
    return made;
  };

  const show = document.querySelector("#codes") ? rows() : results();

  // What is asked for stands in the address, so that it can be linked and the way back leads to it.
  const names = ["q", "sdk_code", "retriable", "state"];
  const restore = () => {
    const [hash, query] = [new URLSearchParams(location.hash.slice(1)), new URLSearchParams(location.search)];
    for (const name of names) form.elements.namedItem(name).value = hash.get(name) ?? query.get(name) ?? "";
  };
  const remember = () => {
    const asks = names.map((name) => [name, form.elements.namedItem(name).value]).filter(([, value]) => value);
    try {
      history.replaceState(null, "", `#${new URLSearchParams(asks)}`);
    } catch {
      // A browser may forbid it for files; then the address stays as it is.
    }
  };

  let waiting = 0;
  const update = () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      remember();
      show(asked());
    });
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    update();
  });
  addEventListener("hashchange", () => {
    // A jump to a place of the page asks for nothing.
    if (location.hash && !location.hash.includes("=")) return;
    restore();
    show(asked());
  });
  restore();
  if (!isAnything(asked())) show(asked());
})();
