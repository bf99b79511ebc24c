"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const { pool, steps, open } = JSON.parse(find("data").textContent);
  const links = [...document.querySelectorAll("[data-step]")];
  const stepOfId = new Map();
  steps.forEach((step, index) => {
    step.children = [];
    if (step.parent !== null) steps[step.parent].children.push(index);
    stepOfId.set(step.id, index);
  });

  let current = open;
  let line = []; // The steps that the slider runs over, from the start.
  let timer = null;

  // A list is written against its parent's: -1 - n is text n, two numbers are a run of the parent's.
  function list(index, name) {
    const missing = [];
    let known = index;
    while (known !== null && !Array.isArray(steps[known].read?.[name])) {
      missing.push(known);
      known = steps[known].parent;
    }
    let before = known === null ? [] : steps[known].read[name];
    while (missing.length > 0) {
      const step = steps[missing.pop()];
      const written = step[name];
      const own = [];
      for (let at = 0; at < written.length; at += 1) {
        if (written[at] < 0) {
          own.push(-1 - written[at]);
        } else {
          const [start, length] = [written[at], written[at + 1]];
          for (let from = start; from < start + length; from += 1) own.push(before[from]);
          at += 1;
        }
      }
      step.read = { ...step.read, [name]: own };
      before = own;
    }
    return before;
  }

  const text = (index, name) => list(index, name).map((part) => pool[part]).join("");

  function lineThrough(index) {
    const through = [];
    for (let at = index; at !== null; at = steps[at].parent) through.push(at);
    through.reverse();
    for (let at = index; steps[at].children.length > 0; ) {
      at = steps[at].children[0];
      through.push(at);
    }
    return through;
  }

  function paragraphs(lines) {
    return lines.split("\n").filter((words) => words !== "").map((words) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = words;
      return paragraph;
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
    const { children } = steps[index];
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

  function show(index, keepHash = false) {
    current = index;
    if (!line.includes(index)) line = lineThrough(index);
    const step = steps[index];
    const at = line.indexOf(index);
    const words = text(index, "words");
    const position = text(index, "position");

    find("figure").setAttribute("viewBox", `0 0 ${step.width} ${step.height}`);
    find("figure-title").textContent = step.title;
    find("figure-words").textContent = words;
    find("drawing").innerHTML = text(index, "drawing");
    find("beneath").replaceChildren(...paragraphs(text(index, "beneath")));
    find("label").textContent = step.label;
    find("count").textContent = `${at} / ${line.length - 1}`;
    find("words").textContent = words;
    find("position").textContent = position;
    Object.assign(find("player").dataset, { step: step.id, position });

    const notes = showInList(index);
    find("notes").replaceChildren(...notes.map((note) => note.cloneNode(true)));
    showChoices(index);

    const slider = find("slider");
    slider.max = line.length - 1;
    slider.value = at;
    slider.setAttribute("aria-valuetext", step.label);
    for (const id of ["first", "previous"]) setEnabled(id, at > 0);
    for (const id of ["play", "next", "last"]) setEnabled(id, at < line.length - 1);
    if (timer === null) {
      const said = notes.map((note) => note.textContent);
      find("spoken").textContent = [step.label, ...said, words].join(". ");
    }
    if (!keepHash) history.replaceState(null, "", `#${step.id}`);
  }

  const go = (by) => {
    const to = line[line.indexOf(current) + by];
    if (to !== undefined) show(to);
  };
  const first = () => show(0);
  const last = () => show(line[line.length - 1]);

  function stop() {
    clearInterval(timer);
    timer = null;
    find("play").setAttribute("aria-label", "Play");
    find("play").classList.remove("playing");
  }

  function play() {
    if (timer !== null) return stop();
    if (current === line[line.length - 1]) return undefined;
    find("play").setAttribute("aria-label", "Pause");
    find("play").classList.add("playing");
    timer = setInterval(() => {
      go(1);
      if (current === line[line.length - 1]) {
        stop();
        show(current);
      }
    }, 1200);
    return undefined;
  }

  // To the turn that stands beside this one: another variation, or the line that it replaces.
  function beside(by) {
    const { parent } = steps[current];
    const among = parent === null ? [] : steps[parent].children;
    const to = among[among.indexOf(current) + by];
    if (to === undefined) return false;
    show(to);
    return true;
  }

  const controls = { first, previous: () => go(-1), next: () => go(1), last };
  for (const [id, action] of Object.entries(controls)) {
    find(id).addEventListener("click", () => {
      stop();
      action();
    });
  }
  find("play").addEventListener("click", play);
  find("slider").addEventListener("input", (event) => {
    stop();
    show(line[Number(event.target.value)]);
  });

  const keys = {
    ArrowLeft: controls.previous,
    ArrowRight: controls.next,
    Home: first,
    End: last,
    ArrowUp: () => beside(-1),
    ArrowDown: () => beside(1),
  };
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
    // The slider has these keys of its own.
    if (target.id === "slider" || ctrlKey || altKey || metaKey || shiftKey || !(key in keys)) return;
    stop();
    // Where there is nothing beside a turn, the key scrolls the page as ever.
    if (keys[key]() !== false) event.preventDefault();
  });

  find("list").addEventListener("click", (event) => {
    const link = event.target.closest("[data-step]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    stop();
    show(Number(link.dataset.step));
    find("figure").scrollIntoView({ block: "nearest" });
  });

  const asked = () => stepOfId.get(location.hash.slice(1));
  addEventListener("hashchange", () => {
    const index = asked();
    if (index !== undefined && index !== current) show(index, true);
  });

  find("controls").hidden = false;
  find("keys").hidden = false;
  line = lineThrough(0);
  show(asked() ?? open, true);
  // Nobody has asked for anything yet.
  find("spoken").textContent = "";
})();
