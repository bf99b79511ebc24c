"use strict";
(() => {
  // Plays records within a page, or within an element that shows such a page: one after the other, as `load` is called.
  // `shared` is what all records have in common.
  function mount(root, host, { pieces, say, app }) {
    const find = (id) => root.getElementById(id);

    // The record that is played. What a link to one of its turns begins with is `within`; it is null in an element of
    // another page.
    let steps = [];
    let links = [];
    let stepOfId = new Map();
    let linkOf = new Map();
    let [open, title, record, within] = [0, "", "", ""];
    let [puzzles, kinds, tries] = [[], {}, {}];

    let current = 0;
    // The steps that the slider runs over, from the start.
    let line = [];
    // True if the record has variations.
    let branches = false;
    let timer = null;

    // A list is written as its difference from the one before: a negative number is how many items are copied, the next
    // one from where.
    function restored(lists) {
      let before = [];
      return lists.map((difference) => {
        const list = [];
        for (let at = 0; at < difference.length; at += 1) {
          if (difference[at] >= 0) list.push(difference[at]);
          else list.push(...before.slice(difference[at + 1], difference[at + 1] - difference[at++]));
        }
        before = list;
        return list;
      });
    }
    const html = (numbers) => numbers.map((number) => (typeof pieces[number] === "string" ? pieces[number] : html(pieces[number]))).join("");
    const inWords = (step) => `${html(step.words).trimEnd()} ${step.did}`.trim();
    const filled = (text, ...parts) => text.replace(/\{(\d)\}/g, (_, at) => parts[at]);

    // Keeps room for the longest lines of each seat and for the longest notes, so that nothing
    // moves from turn to turn. A page of an earlier version has no such room.
    function keepRoom() {
      const room = find("room");
      if (room === null) return;
      const kinds = {};
      const add = (name, text) => {
        // Lines that differ only in numbers are about equally long.
        const words = text.replace(/<[^>]*>/g, "").replace(/\d/g, "0");
        const length = words.length + 3 * text.split("<svg").length;
        const longest = (kinds[name] ??= new Map());
        if (!(longest.get(words)?.length >= length)) longest.set(words, { length, text });
      };
      for (const beneath of new Set(steps.map((step) => html(step.beneath)))) {
        const lines = beneath.split(/(?<=<\/p>\n)/);
        const isSeat = (line) => line.startsWith("<p data-seat");
        for (const line of lines.filter(isSeat)) add(`seat ${/\d+/.exec(line)}`, line);
        add("", lines.filter((line) => !isSeat(line)).join(""));
      }
      const sorted = Object.keys(kinds).sort().map((name) => [...kinds[name].values()].sort((a, b) => b.length - a.length));
      room.replaceChildren(...[0, 1, 2, 3].map((rank) => {
        const seats = document.createElement("div");
        seats.className = "seats";
        seats.innerHTML = sorted.map((lines) => (lines[rank] ?? lines.at(-1)).text).join("");
        return seats;
      }));
    }

    function take(data) {
      const columns = { ...data.steps };
      for (const name of ["drawing", "words", "beneath", "position", "did"]) columns[name] = restored(columns[name]);
      steps = columns.id.map((_, at) => Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, all[at]])));
      // The usual values are left out.
      steps.forEach((step, at) => Object.assign(step, {
        id: step.id || `${at}`, parent: at > 0 ? at - 1 - step.parent : null, children: [],
        width: step.width || data.frame[0], height: step.height || data.frame[1],
        position: html(step.position), did: html(step.did),
      }));
      stepOfId = new Map(steps.map(({ id }, at) => [id, at]));
      steps.forEach(({ parent }, at) => { if (parent !== null) steps[parent].children.push(at); });
      ({ open, title, record, puzzles, kinds, tries } = data);
      links = [...root.querySelectorAll("#list a.step")];
      // The number of a step is left out where its id is the same.
      for (const link of links) link.dataset.step ??= link.hash.slice(1);
      linkOf = new Map(links.map((link) => [Number(link.dataset.step), link]));
      // Of a turn that was played the list says all that its label does.
      for (const [at, link] of linkOf) {
        const part = (name) => link.querySelector(`.${name}`)?.textContent ?? "";
        steps[at].turn = part("turn");
        steps[at].label ||= filled(say["Turn {0}, {1}: {2}"], part("number").replace(".", ""), part("seat"), part("turn"));
      }
      // A long turn in the list breaks as a label does.
      for (const turn of root.querySelectorAll("#list .turn")) {
        if (turn.firstElementChild === null) turn.replaceChildren(...inParts(turn.textContent));
      }
      keepRoom();
      branches = steps.some(({ children }) => children.length > 1);
      find("player").classList.toggle("branches", branches);
      for (const solution of root.querySelectorAll("#list .solution")) {
        solution.ontoggle = () => {
          if (!solution.open) asked = null;
          leaveClosed();
          show(current, true);
        };
      }
      root.querySelector("#head [data-to]")?.addEventListener("click", (event) => {
        event.preventDefault();
        stop();
        show(Number(event.currentTarget.dataset.to));
      });
      find("figure").style.aspectRatio = data.frame.join(" / ");
      find("player").style.setProperty("--ratio", data.frame[0] / data.frame[1]);
      find("flip").hidden = find("flip-key").hidden = !data.flips;
      const download = find("download");
      URL.revokeObjectURL(download.href);
      download.download = data.file;
      download.href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    }

    // The solution of a puzzle is played only after the reader asks for it. That of a later puzzle is within the one
    // before.
    const closed = (index) => linkOf.get(index)?.closest(".solution:not([open])");
    const childrenOf = (index) => steps[index].children.filter((child) => !closed(child));

    function lineThrough(index) {
      const through = [];
      for (let at = index; at !== null; at = steps[at].parent) through.push(at);
      through.reverse();
      for (let [at] = childrenOf(index); at !== undefined; [at] = childrenOf(at)) through.push(at);
      return through;
    }

    // A line breaks between words, and in a turn only after a semicolon.
    function inParts(words) {
      return words.split(/(?<= )/).flatMap((word) => {
        if (!/\S[-;/@]/.test(word)) return [word];
        return word.split(/(?<=;)|(?= )/).map((part) => {
          if (part === " ") return part;
          const made = document.createElement("span");
          made.className = "part";
          made.textContent = part;
          return made;
        });
      });
    }

    // The label of a step, with its turn on a line of its own.
    function labelOf({ label, turn }) {
      if (!turn || !label.endsWith(`: ${turn}`)) return inParts(label);
      const made = document.createElement("bdi");
      made.className = "turn";
      made.textContent = turn;
      made.title = turn;
      return [label.slice(0, -turn.length).replace(/ ?: $/, " "), made];
    }

    function button(label, action) {
      const made = document.createElement("button");
      made.type = "button";
      made.append(...inParts(label));
      made.addEventListener("click", action);
      return made;
    }

    function showChoices(index) {
      const children = childrenOf(index);
      const chosen = line[line.indexOf(index) + 1];
      find("choices").hidden = children.length < 2 || asked?.at === index;
      const buttons = find("choices").hidden ? [] : children.map((child) => {
        const kind = kinds[child];
        const choice = button(`${steps[child].turn || steps[child].label}${kind ? ` (${nameOfKind(child)})` : ""}`, () => show(child));
        choice.title = steps[child].label;
        if (kind) choice.dataset.kind = kind;
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
        if (asked === null || !around.matches(".solution")) around.open = true;
      }
      const notes = [...shown.parentElement.children].filter((child) => child.matches(".comment, .findings"));
      // Only the list scrolls, never the page. A turn is in view with what the record says about it.
      const nav = find("list");
      const frame = nav.getBoundingClientRect();
      const { top } = shown.getBoundingClientRect();
      const { bottom } = (notes.at(-1) ?? shown).getBoundingClientRect();
      if (nav.scrollHeight > nav.clientHeight && (top < frame.top || bottom > frame.bottom)) {
        nav.scrollTop += top - frame.top - Math.max(0, frame.height - (bottom - top)) / 2;
      }
      return notes;
    }

    // How far the turn is in its line, and which turn ends the line because it is not legal.
    function countOf(index) {
      if (line.length === 1) return "";
      // An element can show a page of an earlier version, which lacks these texts.
      const { "{0} of {1}": counted = "{0} of {1}", "turn {0} is not legal": illegal = "turn {0} is not legal" } = say;
      const count = filled(counted, line.indexOf(index), line.length - 1);
      const end = line[line.length - 1];
      if (end === index || !linkOf.get(end)?.matches(".refused")) return count;
      const number = linkOf.get(end).querySelector(".number").textContent.replace(".", "");
      return `${count}, ${filled(illegal, number)}`;
    }

    function setEnabled(id, enabled) {
      // A disabled button would lose the focus.
      find(id).setAttribute("aria-disabled", String(!enabled));
    }

    const say_aloud = (words) => {
      find("spoken").textContent = words;
    };

    function show(index, keepHash = false) {
      // A puzzle is asked at its position, until the reader goes elsewhere.
      if (asked !== null && !isFrom(asked.at, index)) asked = null;
      if (!closed(index) && steps[index].children.some(closed) && asked?.at !== index) ask(index);
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
      find("label").replaceChildren(...labelOf(step));
      find("count").textContent = countOf(index);
      find("words").textContent = words;
      find("position").textContent = step.position;
      Object.assign(find("player").dataset, { step: step.id, position: step.position });

      const task = puzzles.findLast(([step]) => step <= index) ?? puzzles[0];
      if (task) showTask(task);
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
      find("beside").hidden = !branches;
      showPuzzle();
      setEnabled("before", among.indexOf(index) > 0);
      setEnabled("after", among.indexOf(index) < among.length - 1);
      if (timer === null) {
        // The turn and what it did; the whole position is announced on demand.
        const said = notes.map((note) => note.textContent);
        say_aloud([step.label, step.did, ...said].filter((part) => part !== "").join(". "));
      }
      if (within !== null && !keepHash) history.replaceState(null, "", `#${within}${step.id}`);
    }

    // The task of a puzzle, with the piece of the seat to move.
    function showTask([index, words]) {
      const seats = document.createElement("div");
      seats.innerHTML = html(steps[index].beneath);
      const piece = seats.querySelector(".moves > svg");
      piece?.setAttribute("class", `${piece.getAttribute("class")} task-piece`);
      root.querySelector("#task").replaceChildren(...(piece === null ? [] : [piece]), words);
    }

    // The puzzle that is asked: its position, the position that the right turns have reached, what was chosen for the
    // next one, and what was answered to the last one; null elsewhere.
    let asked = null;
    const parentOf = (index) => steps[index].parent;
    const mainOf = (index) => steps[index].children[0];

    function isFrom(start, index) {
      while (index > start) index = parentOf(index);
      return index === start;
    }

    function ask(index) {
      asked = { at: index, reached: index, chosen: [], state: "asks", said: "" };
    }

    // What the record calls a turn of a puzzle.
    function nameOfKind(step) {
      if (kinds[step] === "solution") return say[mainOf(parentOf(step)) === step ? "Solution" : "Another solution"];
      if (kinds[step] === "open") return say["Not judged"];
      const answer = steps[step].children[0];
      return answer === undefined ? say["Wrong try"] : filled(say["Wrong try, refuted by {0}"], steps[answer].turn);
    }

    // The choices that go on from those made so far.
    function nextChoices() {
      let [choices, turn] = [tries[asked.reached]?.choices ?? [], null];
      for (const at of asked.chosen) [, , turn, choices] = choices[at];
      return { choices, turn };
    }

    function choose(at) {
      asked.chosen.push(at);
      for (let next = nextChoices(); ; next = nextChoices()) {
        if (next.choices.length === 0) return attempt(next.turn);
        // What can only go on in one way does so.
        if (next.turn !== null || next.choices.length > 1) break;
        asked.chosen.push(0);
      }
      asked.said = "";
      showPuzzle();
    }

    // Answers a turn that the reader tried.
    function attempt(turn) {
      const known = steps[asked.reached].children.find((child) => steps[child].turn === turn);
      const answer = known === undefined ? undefined : steps[known].children[0];
      const said = (text, ...parts) => filled(say[text], turn, ...parts);
      asked.chosen = [];
      if (kinds[known] === "solution") {
        const goesOn = answer !== undefined && kinds[steps[answer].children[0]] !== undefined;
        asked.reached = goesOn ? answer : known;
        asked.state = goesOn ? "asks" : "over";
        asked.said = goesOn ? said("{0} is right. The answer is {1}: go on.", steps[answer].turn) : said("{0} is right. The puzzle is solved.");
        if (!goesOn) openSolution();
        return show(asked.reached);
      }
      asked.state = "wrong";
      if (kinds[known] === "refuted") asked.said = answer === undefined ? said("{0} is wrong.") : said("{0} is wrong: {1} refutes it.", steps[answer].turn);
      else asked.said = said(known === undefined ? "{0} is not the solution." : "The record does not say whether {0} is right.");
      show(answer ?? known ?? asked.reached);
    }

    function again() {
      const at = asked.at;
      asked = null;
      show(at);
    }

    function hint() {
      if (asked.state === "wrong") again();
      const wanted = steps[asked.reached].children.find((child) => kinds[child] === "solution");
      // The first choice of the solution, which is the branch that has its turn.
      const has = ([, , turn, choices]) => turn === steps[wanted].turn || choices.some(has);
      const first = (tries[asked.reached]?.choices ?? []).find(has);
      asked.said = first === undefined ? steps[wanted].turn : filled(say["Begin with {0}."], first[0]);
      showPuzzle();
    }

    function openSolution() {
      const first = steps[asked.at].children.find(closed);
      if (first !== undefined) closed(first).open = true;
    }

    function solve() {
      Object.assign(asked, { state: "over", chosen: [], said: "" });
      openSolution();
      show(asked.at);
      find("next").focus();
    }

    // The lines of the record at the position of a puzzle, each with what it is.
    function linesOf(at) {
      return steps[at].children.filter((child) => kinds[child] !== undefined).map((child) => {
        const item = document.createElement("li");
        const choice = button(steps[child].turn, () => show(child));
        choice.dataset.kind = kinds[child];
        const name = document.createElement("span");
        name.append(...inParts(nameOfKind(child)));
        choice.append(" ", name);
        item.append(choice);
        return item;
      });
    }

    function place(area, label, action) {
      const shape = document.createElementNS(find("figure").namespaceURI, "points" in area ? "polygon" : "circle");
      const geometry = "points" in area ? { points: area.points.join(" ") } : { cx: area.x, cy: area.y, r: area.r };
      for (const [name, value] of Object.entries({ ...geometry, role: "button", tabindex: "0", "aria-label": label })) shape.setAttribute(name, value);
      shape.addEventListener("click", action);
      shape.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        action();
      });
      return shape;
    }

    function showPuzzle() {
      const isOn = asked !== null;
      find("puzzle").hidden = !isOn;
      const asks = isOn && asked.state !== "over";
      find("player").classList.toggle("asks", asks);
      find("controls").hidden = asks && line.length < 2;
      find("figure").setAttribute("role", isOn && asked.state === "asks" ? "group" : "img");
      find("tried").replaceChildren(...(isOn && asked.state === "over" ? linesOf(asked.at) : []));
      if (!isOn) return find("places").replaceChildren();
      const areas = tries[asked.reached]?.areas ?? [];
      const { choices, turn } = asked.state === "asks" ? nextChoices() : { choices: [], turn: null };
      const [shapes, buttons] = [[], []];
      choices.forEach(([label, places], at) => {
        if (places.length === 0) buttons.push(button(label, () => choose(at)));
        for (const number of places) shapes.push(place(areas[number], label, () => choose(at)));
      });
      if (turn !== null) buttons.push(button(filled(say["Play {0}"], turn), () => attempt(turn)));
      if (asked.chosen.length > 0) buttons.push(button(say["Take back"], () => {
        asked.chosen = [];
        showPuzzle();
      }));
      find("places").replaceChildren(...shapes);
      if (asked.state === "asks") {
        find("choices").hidden = buttons.length === 0;
        find("choices").replaceChildren(...buttons);
      }
      const canTry = tries[asked.at] !== undefined;
      // What the record says about the turns of the answer. After the puzzle it is in the list.
      const notes = asks && asked.said && current !== asked.at ? [...find("notes").children].map((note) => note.cloneNode(true)) : [];
      find("answer").replaceChildren(...inParts(asked.said || (canTry && asked.state === "asks" ? say["Play on the board."] : "")), ...notes);
      find("answer").dataset.state = asked.said ? asked.state : "";
      find("again").hidden = asked.state === "asks" && asked.reached === asked.at;
      find("hint").hidden = asked.state === "over" || !canTry;
      find("solve").hidden = asked.state === "over";
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
      // A text that is set twice is announced twice.
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

    const base = () => (within === null ? new URL(host.getAttribute("src") ?? "", document.baseURI).href : location.href);
    const address = () => `${base().split("#")[0]}#${within ?? ""}${steps[current].id}`;

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
    find("again").addEventListener("click", again);
    find("hint").addEventListener("click", hint);
    find("solve").addEventListener("click", solve);
    const tools = find("tools");
    const menu = tools.querySelector(".menu");
    // The menu opens where the player has more room for it.
    tools.querySelector("summary").addEventListener("click", (event) => {
      const [button, frame] = [event.currentTarget, find("player")].map((part) => part.getBoundingClientRect());
      const [above, below] = [button.top - frame.top, frame.bottom - button.bottom];
      menu.classList.toggle("down", below > above);
      menu.style.maxHeight = `${Math.max(above, below) - 8}px`;
    });
    menu.addEventListener("click", (event) => {
      if (event.target.closest("button, a") === null) return;
      tools.open = false;
      tools.querySelector("summary").focus();
    });
    tools.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !tools.open) return;
      tools.open = false;
      tools.querySelector("summary").focus();
    });
    root.addEventListener("pointerdown", (event) => {
      if (!tools.contains(event.target)) tools.open = false;
    });

    // The web app opens a record that is in the fragment of its address: compressed JSON as base64url.
    find("app").hidden = app === null;
    find("app").addEventListener("click", async (event) => {
      event.preventDefault();
      const state = JSON.stringify({ v: 1, text: record, name: title, at: 0 });
      const packed = new Blob([state]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
      const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      const fragment = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
      window.open(`${new URL(app, base())}#s=${fragment}`, "_blank", "noopener");
    });
    find("speed").addEventListener("change", () => {
      if (timer === null) return;
      stop();
      start();
    });
    find("slider").addEventListener("input", (event) => {
      stop();
      show(line[Number(event.target.value)]);
    });
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
    (host ?? document).addEventListener("keydown", (event) => {
      const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
      const target = event.composedPath()[0];
      // The slider and the choice of a speed have these keys of their own.
      if (target.matches?.("input, select, textarea") || steps.length === 0) return;
      if (ctrlKey || altKey || metaKey || shiftKey || !(key in keys)) return;
      stop();
      // The event of a solution that was closed just now is still to come.
      if (line.some(closed)) leaveClosed();
      // If a turn has no alternatives, the key scrolls the page as usual.
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
      const link = event.target.closest("a.step");
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      stop();
      show(Number(link.dataset.step));
      find("figure").scrollIntoView({ block: "nearest" });
    });

    // On paper, figures are at the turns where the record has them. Without any, the last position is printed, unless
    // the reader has moved to another position.
    let before = null;
    addEventListener("beforeprint", () => {
      if (steps.length === 0) return;
      // Five columns of short turns fit on a page, unless there are sentences among them.
      const list = find("list");
      const isShort = [...list.querySelectorAll(".turn")].every((turn) => turn.textContent.length <= 11);
      list.classList.toggle("short", isShort && list.querySelector(".comment,.variation,.findings") === null);
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

    const hash = () => (within === null ? (host.getAttribute("src") ?? "").replace(/^[^#]*/, "") : location.hash);
    const linked = () => {
      const start = `#${within ?? ""}`;
      return hash().startsWith(start) ? stepOfId.get(hash().slice(start.length)) : undefined;
    };
    if (host === null) {
      addEventListener("hashchange", () => {
        const index = linked();
        if (index === undefined || index === current) return;
        // A link into a solution shows it.
        if (closed(index)) asked = null;
        show(index, true);
      });
    }

    function leaveClosed() {
      while (closed(current)) current = steps[current].parent;
      line = lineThrough(current);
    }

    // What is rarely read is in the menu.
    const more = root.querySelector(".more");
    menu.append(...more.children);
    more.remove();
    for (const id of ["controls", "tools", "keys"]) find(id).hidden = false;
    return {
      // Plays a record. Its lists are in the page already.
      load(data, start) {
        stop();
        asked = null;
        within = start;
        take(data);
        line = lineThrough(0);
        show(linked() ?? open, true);
        // Nobody has asked for anything yet.
        say_aloud("");
      },
    };
  }

  // <pipscribe-player src="game.html#12">: such a page within another one, neither of which changes how the other looks.
  // Its attributes: `height`, a length or a number of pixels, and `turns`, `none` for a player without the list of turns.
  // A script can also give it the page as text, as `page`.
  if (!customElements.get("pipscribe-player")) {
    customElements.define("pipscribe-player", class extends HTMLElement {
      static observedAttributes = ["height", "turns"];
      #sheet = new CSSStyleSheet();
      #page = null;

      set page(html) {
        this.#page = html;
        if (this.isConnected) void this.connectedCallback();
      }

      attributeChangedCallback() {
        const height = this.getAttribute("height") ?? "";
        // On a phone the board has its seats, its buttons and the turns below it.
        const high = height ? "" : "@media (max-width:34rem){:host{height:44rem}}";
        this.#sheet.replaceSync(`:host{all:initial;display:block;height:36rem;overflow:hidden}:host([hidden]){display:none}${high}@media print{:host{height:auto!important;overflow:visible!important}}`);
        const [{ style }] = this.#sheet.cssRules;
        if (height) style.height = /^\d+$/.test(height) ? `${height}px` : height;
        this.shadowRoot?.getElementById("player")?.classList.toggle("without-turns", this.getAttribute("turns") === "none");
      }

      async connectedCallback() {
        const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
        const source = this.getAttribute("src");
        try {
          const page = new DOMParser().parseFromString(this.#page ?? await textOf(source), "text/html");
          // A style element would need the permission of the page's policy.
          const style = new CSSStyleSheet();
          style.replaceSync(page.querySelector("style").textContent);
          root.adoptedStyleSheets = [this.#sheet, style];
          root.replaceChildren(document.importNode(page.getElementById("player"), true));
          // With the height `auto` it is as high as a page of its own.
          root.getElementById("player").classList.toggle("embedded", this.getAttribute("height") !== "auto");
          this.attributeChangedCallback();
          mount(root, this, JSON.parse(page.getElementById("shared").textContent)).load(JSON.parse(root.getElementById("data").textContent), null);
        } catch (error) {
          const link = document.createElement("a");
          link.href = source;
          link.textContent = `${source} (${error.message})`;
          root.replaceChildren(link);
        }
      }
    });
  }
  async function textOf(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }

  // The page itself.
  const own = document.getElementById("shared");
  const player = own === null ? null : mount(document, null, JSON.parse(own.textContent));
  const data = document.getElementById("data");
  if (player !== null && data !== null) player.load(JSON.parse(data.textContent), "");
})();
