  // What a page of several records has at the end of the player's script.
  // A list of the records, of which one is played, as `#record-2` or `#record-2/12`. What the player shows of it is moved
  // into the player, and back when another one is chosen.
  const records = [...document.querySelectorAll("[data-record]")];
  const dataOf = (section) => section.pips ??= JSON.parse(section.querySelector("script").textContent);
  let chosen = null;
  function pick() {
    const [name] = location.hash.slice(1).split("/");
    const next = records.find(({ id }) => id === name) ?? records[0];
    if (next === chosen) return;
    const slots = (section) => [...section?.querySelectorAll("[data-slot]") ?? []].map((slot) => [slot, document.getElementById(slot.dataset.slot)]);
    for (const [slot, place] of slots(chosen)) slot.replaceChildren(...place.childNodes);
    for (const [slot, place] of slots(next)) place.replaceChildren(...slot.childNodes);
    chosen = next;
    for (const link of document.querySelectorAll("#records a")) {
      if (link.hash === `#${chosen.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    document.getElementById("chosen").textContent = chosen.getAttribute("aria-label");
    player.load(dataOf(chosen), `${chosen.id}/`);
  }
  // The list of records: found by words of their text and by the value of a tag.
  function search() {
    const find = (id) => document.getElementById(id);
    const entries = records.map(({ id }) => document.querySelector(`#records a[href="#${id}"]`).closest("li"));
    // One name for the players of all seats.
    const named = (name) => name.replace(/^Player\d$/, "Player");
    const inside = (record, slot) => (record === chosen ? document.getElementById(slot) : record.querySelector(`[data-slot=${slot}]`));
    const tags = records.map((record) => [...inside(record, "tags").querySelectorAll("dt")]
      .map((name) => [named(name.textContent), name.nextElementSibling.textContent]));
    const texts = [];
    const textOf = (at) => texts[at] ??= dataOf(records[at]).record.toLowerCase();
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
      const at = records.indexOf(chosen);
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
      else if (event.key === "/") {
        find("records-list").open = true;
        find("search").focus();
      }
      else return;
      event.preventDefault();
    });
    find("find").hidden = find("record-keys").hidden = false;
    filter();
  }
  if (records.length > 0) {
    for (const record of records) record.hidden = true;
    document.getElementById("player").hidden = false;
    // On a narrow screen the list is a drawer, which a choice closes.
    const drawer = document.getElementById("records-list");
    const isNarrow = matchMedia("(max-width: 64rem)");
    const fold = () => { drawer.open = !isNarrow.matches; };
    isNarrow.addEventListener("change", fold);
    addEventListener("hashchange", () => {
      pick();
      fold();
    });
    fold();
    pick();
    search();
  }
