"use strict";
(() => {
  // Plays one record within a page, or within an element that shows such a page. What a link to a turn begins with is
  // `within`; it is null in an element of another page.
  function mount(root, host, within) {
    const find = (id) => root.getElementById(id);
    const { lines, steps: columns, open, title, record, file, say } = JSON.parse(find("data").textContent);
    const steps = columns.id.map((_, at) => Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, all[at]])));
    // What is usual is left out: numbers as ids, and the step before as what a step follows.
    steps.forEach((step, at) => Object.assign(step, { id: step.id || `${at}`, parent: at > 0 ? at - 1 - step.parent : null }));
    const links = [...root.querySelectorAll("[data-step]")];
    const stepOfId = new Map();
    steps.forEach((step, index) => {
      step.children = [];
      if (step.parent !== null) steps[step.parent].children.push(index);
      stepOfId.set(step.id, index);
    });

    // Of a turn that was played the list says all that its label does.
    for (const link of links) {
      const step = steps[Number(link.dataset.step)];
      const part = (name) => link.querySelector(`.${name}`)?.textContent ?? "";
      const parts = [part("number").replace(".", ""), part("seat"), part("turn")];
      step.label ||= say["Turn {0}, {1}: {2}"].replace(/\{(\d)\}/g, (_, at) => parts[at]);
    }

    // A long turn in the list breaks as a label does.
    for (const turn of root.querySelectorAll(".turn")) {
      if (turn.textContent.includes(";")) turn.replaceChildren(...inParts(turn.textContent));
    }

    // The solution of a puzzle is played only after the reader asks for it. That of a later puzzle is within the one
    // before.
    const linkOf = new Map(links.map((link) => [Number(link.dataset.step), link]));
    const closed = (index) => linkOf.get(index)?.closest(".solution:not([open])");
    const childrenOf = (index) => steps[index].children.filter((child) => !closed(child));

    let current = open;
    let line = []; // The steps that the slider runs over, from the start.
    let timer = null;

    // Figures have their lines as numbers, because most lines are in many figures.
    const html = (numbers) => numbers.map((number) => lines[number]).join("");
    const inWords = (step) => `${step.words} ${step.did}`.trim();

    function lineThrough(index) {
      const through = [];
      for (let at = index; at !== null; at = steps[at].parent) through.push(at);
      through.reverse();
      for (let [at] = childrenOf(index); at !== undefined; [at] = childrenOf(at)) through.push(at);
      return through;
    }

    // A line breaks between words, and in a turn only after a semicolon.
    function inParts(label) {
      return label.split(/(?<= )/).flatMap((word) => {
        if (!word.includes(";")) return [word];
        return word.split(/(?<=;)/).map((part) => {
          const made = document.createElement("span");
          made.className = "part";
          made.textContent = part;
          return made;
        });
      });
    }

    function button(label, action) {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = label;
      made.addEventListener("click", action);
      return made;
    }

    function showChoices(index) {
      const children = childrenOf(index);
      const chosen = line[line.indexOf(index) + 1];
      find("choices").hidden = children.length < 2;
      const buttons = children.length < 2 ? [] : children.map((child) => {
        const choice = button(steps[child].label, () => show(child));
        if (child === chosen) choice.classList.add("chosen");
        return choice;
      });
      find("choices").replaceChildren(...buttons);
    }

    function showInList(index) {
      let shown = null;
      for (const link of links) {
        if (Number(link.dataset.step) === index) {
          link.setAttribute("aria-current", "step");
          shown = link;
        } else {
          link.removeAttribute("aria-current");
        }
      }
      if (shown === null) return [];
      for (let around = shown.closest("details"); around !== null; around = around.parentElement.closest("details")) {
        around.open = true;
      }
      // Only the list scrolls, never the page.
      const nav = find("list");
      const [frame, place] = [nav.getBoundingClientRect(), shown.getBoundingClientRect()];
      if (nav.scrollHeight > nav.clientHeight && (place.top < frame.top || place.bottom > frame.bottom)) {
        nav.scrollTop += place.top - frame.top - (frame.height - place.height) / 2;
      }
      return [...shown.parentElement.children].filter((child) => child.matches(".comment, .findings"));
    }

    function setEnabled(id, enabled) {
      // A disabled button would lose the focus.
      find(id).setAttribute("aria-disabled", String(!enabled));
    }

    const say_aloud = (words) => {
      find("spoken").textContent = words;
    };

    function show(index, keepHash = false) {
      current = index;
      if (!line.includes(index)) line = lineThrough(index);
      const step = steps[index];
      const at = line.indexOf(index);
      const words = inWords(step);

      find("figure").setAttribute("viewBox", `0 0 ${step.width} ${step.height}`);
      find("figure-title").textContent = `${title}. ${step.label}`;
      find("figure-words").textContent = words;
      find("drawing").innerHTML = html(step.drawing);
      find("beneath").innerHTML = html(step.beneath);
      find("label").replaceChildren(...inParts(step.label));
      find("count").textContent = `${at} / ${line.length - 1}`;
      find("words").textContent = words;
      find("position").textContent = step.position;
      Object.assign(find("player").dataset, { step: step.id, position: step.position });

      const notes = showInList(index);
      find("notes").replaceChildren(...notes.map((note) => note.cloneNode(true)));
      showChoices(index);

      const slider = find("slider");
      slider.max = line.length - 1;
      slider.value = at;
      slider.setAttribute("aria-valuetext", step.label);
      for (const id of ["first", "previous", "back"]) setEnabled(id, at > 0);
      for (const id of ["play", "next", "last", "on"]) setEnabled(id, at < line.length - 1);
      const among = step.parent === null ? [] : childrenOf(step.parent);
      find("before").hidden = find("after").hidden = among.length < 2;
      find("solve").hidden = !step.children.some(closed);
      setEnabled("before", among.indexOf(index) > 0);
      setEnabled("after", among.indexOf(index) < among.length - 1);
      if (timer === null) {
        // The turn and what it did; the whole position is said on demand.
        const said = notes.map((note) => note.textContent);
        say_aloud([step.label, step.did, ...said].filter((part) => part !== "").join(". "));
      }
      if (within !== null && !keepHash) history.replaceState(null, "", `#${within}${step.id}`);
    }

    const go = (by) => {
      const at = line.indexOf(current);
      const to = line[Math.min(Math.max(at + by, 0), line.length - 1)];
      if (to !== current) show(to);
    };
    const first = () => show(0);
    const last = () => show(line[line.length - 1]);

    function stop() {
      clearInterval(timer);
      timer = null;
      find("play").setAttribute("aria-label", say.Play);
      find("play").classList.remove("playing");
    }

    function start() {
      find("play").setAttribute("aria-label", say.Pause);
      find("play").classList.add("playing");
      timer = setInterval(() => {
        go(1);
        if (current === line[line.length - 1]) {
          stop();
          show(current);
        }
      }, Number(find("speed").value));
    }

    function play() {
      if (timer !== null) stop();
      else if (current !== line[line.length - 1]) start();
    }

    // To the turn beside this one: another variation, or the line that it replaces.
    function beside(by) {
      const { parent } = steps[current];
      const among = parent === null ? [] : childrenOf(parent);
      const to = among[among.indexOf(current) + by];
      if (to === undefined) return false;
      show(to);
      return true;
    }

    function flip() {
      if (find("flip").hidden) return;
      const flipped = find("figure").classList.toggle("flipped");
      find("flip").setAttribute("aria-pressed", String(flipped));
    }

    const read = () => {
      say_aloud("");
      // What is said twice is heard twice.
      setTimeout(() => say_aloud(inWords(steps[current])), 50);
    };

    async function copy(what) {
      try {
        await navigator.clipboard.writeText(what);
      } catch {
        const area = document.createElement("textarea");
        area.value = what;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      say_aloud(say.Copied);
    }

    const address = () => {
      const base = within === null ? new URL(host.getAttribute("src"), document.baseURI).href : location.href;
      return `${base.split("#")[0]}#${within ?? ""}${steps[current].id}`;
    };

    const controls = {
      first,
      previous: () => go(-1),
      next: () => go(1),
      last,
      back: () => go(-10),
      on: () => go(10),
      before: () => beside(-1),
      after: () => beside(1),
    };
    for (const [id, action] of Object.entries(controls)) {
      find(id).addEventListener("click", () => {
        stop();
        action();
      });
    }
    find("play").addEventListener("click", play);
    find("flip").addEventListener("click", flip);
    find("read").addEventListener("click", read);
    find("copy").addEventListener("click", () => copy(steps[current].position));
    find("link").addEventListener("click", () => copy(address()));
    find("speed").addEventListener("change", () => {
      if (timer === null) return;
      stop();
      start();
    });
    find("slider").addEventListener("input", (event) => {
      stop();
      show(line[Number(event.target.value)]);
    });
    const download = find("download");
    download.download = file;
    download.href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));

    const keys = {
      ArrowLeft: controls.previous,
      ArrowRight: controls.next,
      Home: first,
      End: last,
      PageUp: controls.back,
      PageDown: controls.on,
      ArrowUp: () => beside(-1),
      ArrowDown: () => beside(1),
      f: flip,
      p: read,
    };
    (within === null ? host : document).addEventListener("keydown", (event) => {
      if (host?.hidden) return;
      const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
      const target = event.composedPath()[0];
      // The slider and the choice of a speed have these keys of their own.
      if (target.matches?.("input, select, textarea")) return;
      if (ctrlKey || altKey || metaKey || shiftKey || !(key in keys)) return;
      stop();
      // The event of a solution that was closed just now is still to come.
      if (line.some(closed)) leaveClosed();
      // Where there is nothing beside a turn, the key scrolls the page as ever.
      if (keys[key]() !== false) event.preventDefault();
    });

    // A swipe across the board, and the wheel above it.
    let touched = null;
    find("frame").addEventListener("touchstart", (event) => {
      touched = event.touches.length === 1 ? event.touches[0] : null;
    }, { passive: true });
    find("frame").addEventListener("touchend", (event) => {
      if (touched === null) return;
      const { clientX, clientY } = event.changedTouches[0];
      const [across, down] = [clientX - touched.clientX, clientY - touched.clientY];
      touched = null;
      if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(down)) return;
      stop();
      go(across < 0 ? 1 : -1);
    });
    let wheeled = 0;
    find("frame").addEventListener("wheel", (event) => {
      const to = line[line.indexOf(current) + Math.sign(event.deltaY)];
      // At either end the page scrolls on.
      if (event.ctrlKey || to === undefined || event.deltaY === 0) return;
      event.preventDefault();
      wheeled += event.deltaMode === 0 ? event.deltaY / 60 : event.deltaY / 2;
      if (Math.abs(wheeled) < 1) return;
      wheeled = 0;
      stop();
      show(to);
    }, { passive: false });

    find("list").addEventListener("click", (event) => {
      const link = event.target.closest("a[data-step]");
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      stop();
      show(Number(link.dataset.step));
      find("figure").scrollIntoView({ block: "nearest" });
    });

    // The line about errors leads to the first one.
    root.querySelector("[data-to]")?.addEventListener("click", (event) => {
      event.preventDefault();
      stop();
      show(Number(event.currentTarget.dataset.to));
    });

    // On paper, figures are at the turns where the record has them. Without any, the last position is printed, unless
    // the reader has gone to another one.
    let before = null;
    addEventListener("beforeprint", () => {
      if (host?.hidden) return;
      if (current === open && !steps.some((step) => step.diagram)) {
        before = current;
        line = lineThrough(0);
        show(line[line.length - 1], true);
      }
      for (const link of links) {
        const step = steps[Number(link.dataset.step)];
        if (!step.diagram) continue;
        const sheet = document.createElement("div");
        sheet.className = "sheet";
        const drawn = find("figure").cloneNode(false);
        drawn.removeAttribute("id");
        drawn.classList.remove("flipped");
        drawn.setAttribute("viewBox", `0 0 ${step.width} ${step.height}`);
        drawn.innerHTML = html(step.drawing);
        sheet.append(drawn);
        sheet.insertAdjacentHTML("beforeend", html(step.beneath));
        link.after(sheet);
      }
    });
    addEventListener("afterprint", () => {
      root.querySelectorAll(".sheet").forEach((sheet) => sheet.remove());
      if (before !== null) show(before, true);
      before = null;
    });

    const hash = () => (within === null ? new URL(host.getAttribute("src"), document.baseURI).hash : location.hash);
    const asked = () => {
      const start = `#${within ?? ""}`;
      return hash().startsWith(start) ? stepOfId.get(hash().slice(start.length)) : undefined;
    };
    if (within !== null) {
      addEventListener("hashchange", () => {
        const index = asked();
        if (index !== undefined && index !== current) show(index, true);
      });
    }

    function leaveClosed() {
      while (closed(current)) current = steps[current].parent;
      line = lineThrough(current);
    }
    root.querySelectorAll(".solution").forEach((solution) => {
      solution.addEventListener("toggle", () => {
        leaveClosed();
        show(current, true);
      });
    });
    find("solve").addEventListener("click", () => {
      closed(steps[current].children.find(closed)).open = true;
      find("next").focus();
    });

    for (const id of ["controls", "tools", "keys"]) find(id).hidden = false;
    line = lineThrough(0);
    show(asked() ?? open, true);
    // Nobody has asked for anything yet.
    say_aloud("");
  }

  // <pipscribe-player src="game.html#12">: such a page within another one, neither of which changes how the other looks.
  if (!customElements.get("pipscribe-player")) {
    customElements.define("pipscribe-player", class extends HTMLElement {
      async connectedCallback() {
        const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
        const source = this.getAttribute("src");
        try {
          const answer = await fetch(source);
          if (!answer.ok) throw new Error(String(answer.status));
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          // A style element would need the permission of the page's policy.
          const style = new CSSStyleSheet();
          style.replaceSync(`:host{all:initial;display:block}${page.querySelector("style").textContent}`);
          root.adoptedStyleSheets = [style];
          root.replaceChildren(document.importNode(page.getElementById("player"), true));
          mount(root, this, null);
        } catch (error) {
          const link = document.createElement("a");
          link.href = source;
          link.textContent = `${source} (${error.message})`;
          root.replaceChildren(link);
        }
      }
    });
  }
  if (document.getElementById("data") !== null) mount(document, null, "");
})();
