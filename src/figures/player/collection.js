  // What a page of several records has at the end of the player's script.
  // Several records in one page: a list, of which one record is shown, as `#record-2` or `#record-2/12`.
  const records = [...document.querySelectorAll("[data-record]")];
  const played = new Set();
  function pick() {
    const [name] = location.hash.slice(1).split("/");
    const chosen = records.find(({ id }) => id === name) ?? records[0];
    for (const record of records) record.hidden = record !== chosen;
    for (const link of document.querySelectorAll("#records a")) {
      if (link.hash === `#${chosen.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (played.has(chosen)) return;
    played.add(chosen);
    // Browsers that do not build the shadow tree themselves.
    const template = chosen.querySelector("template");
    if (template !== null) chosen.attachShadow({ mode: "open" }).append(template.content);
    mount(chosen.shadowRoot, chosen, `${chosen.id}/`);
  }
  // The list of records: found by words of their text and by the value of a tag.
  function search() {
    const find = (id) => document.getElementById(id);
    const entries = records.map(({ id }) => document.querySelector(`#records a[href="#${id}"]`).closest("li"));
    // Browsers that do not build the shadow tree themselves have it as a template.
    const inside = (record) => record.shadowRoot ?? record.querySelector("template").content;
    // One name for the players of all seats.
    const named = (name) => name.replace(/^Player\d$/, "Player");
    const tags = records.map((record) => [...inside(record).querySelectorAll(".tags dt")]
      .map((name) => [named(name.textContent), name.nextElementSibling.textContent]));
    const texts = [];
    const textOf = (at) => {
      texts[at] ??= JSON.parse(inside(records[at]).getElementById("data").textContent).record.toLowerCase();
      return texts[at];
    };
    const valuesOf = (name) => [...new Set(tags.flatMap((own) => own.filter(([tag]) => tag === name).map(([, value]) => value)))].sort();
    const option = (value, said = value) => Object.assign(document.createElement("option"), { value, textContent: said });

    function filter() {
      const words = find("search").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
      const [name, value] = [find("tag").value, find("value").value];
      const has = (at) => name === "" || tags[at].some(([tag, own]) => tag === name && own === value);
      entries.forEach((entry, at) => {
        entry.hidden = !has(at) || !words.every((word) => textOf(at).includes(word));
      });
      const count = entries.filter((entry) => !entry.hidden).length;
      find("found").textContent = find("found").dataset.said.replace("{0}", count).replace("{1}", entries.length);
    }

    // To the next or the previous record that was found; from one that was not found, to the nearest.
    function step(by) {
      const at = records.findIndex((record) => !record.hidden);
      for (let to = at + by; to in entries; to += by) {
        if (entries[to].hidden) continue;
        location.hash = records[to].id;
        entries[to].scrollIntoView({ block: "nearest" });
        return;
      }
    }

    const names = [...new Set(tags.flatMap((own) => own.map(([name]) => name)))];
    find("tag").append(...names.filter((name) => valuesOf(name).length > 1).map((name) => option(name)));
    find("tag").addEventListener("change", () => {
      const name = find("tag").value;
      find("of-value").hidden = name === "";
      find("value").replaceChildren(...valuesOf(name).map((value) => option(value)));
      filter();
    });
    find("value").addEventListener("change", filter);
    find("search").addEventListener("input", filter);
    find("find").addEventListener("submit", (event) => {
      event.preventDefault();
      entries.find((entry) => !entry.hidden)?.querySelector("a").click();
    });
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.composedPath()[0].matches?.("input, select, textarea")) return;
      if (event.key === "n") step(1);
      else if (event.key === "b") step(-1);
      else if (event.key === "/") find("search").focus();
      else return;
      event.preventDefault();
    });
    find("find").hidden = find("record-keys").hidden = false;
    filter();
  }
  if (records.length > 0) {
    addEventListener("hashchange", pick);
    pick();
    search();
  }
