// Behind the page's own script: goes to every turn by every control, and writes down what is shown.
(async () => {
  const find = (id) => document.getElementById(id);
  const step = () => find("player").dataset.step;
  const fault = (words) => faults.push(words);
  const expect = (found, expected, where) => {
    if (found !== expected) fault(`${where}: ${found} instead of ${expected}`);
  };
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  // The steps of a path, which are counted from where the one before ended, as counted from the beginning.
  const absolute = (path) => {
    let [at, start] = [[0, 0], [0, 0]];
    return path.replace(/([a-z])([^a-z]*)/gi, (_, letter, rest) => {
      const numbers = (rest.match(/-?[\d.]+/g) ?? []).map((number, place) => Number(number) + (letter === "M" ? 0 : at[place % 2]));
      at = letter === "z" ? start : numbers.slice(-2);
      if (/m/i.test(letter)) start = at;
      return letter.toUpperCase() + numbers.map((number) => number.toFixed(2)).join(" ");
    });
  };
  // Where an element stands on the page, whatever the groups around it are moved by.
  const placed = (element, { name, value }) => {
    const by = [0, 0];
    for (let at = element.parentNode; at.id !== "drawing"; at = at.parentNode) {
      const found = /translate\((\S+) (\S+)\)/.exec(at.getAttribute("transform") ?? "");
      if (found !== null) [1, 2].forEach((part) => (by[part - 1] += Number(found[part])));
    }
    const moved = (number, side) => String(Number((Number(number) + by[side]).toFixed(2)));
    if (/^(c?x|x[12])$/.test(name)) return moved(value, 0);
    if (/^(c?y|y[12])$/.test(name)) return moved(value, 1);
    let side = 1;
    return name === "d" ? absolute(value).replace(/-?[\d.]+/g, (number) => moved(number, (side = 1 - side))) : value;
  };
  const drawn = () => [...find("drawing").querySelectorAll("circle, path, text")].map((element) => {
    const attributes = [...element.attributes].map((one) => ` ${one.name}="${placed(element, one)}"`).join("");
    return `${element.parentNode.getAttribute("class")}: ${element.localName}${attributes} ${element.textContent}`;
  });
  const shown = () => ({
    step: step(),
    position: find("player").dataset.position,
    words: find("words").textContent,
    label: find("label").textContent,
    notes: [...find("notes").children].map((note) => note.textContent),
    drawn: drawn(),
    below: find("beneath").querySelectorAll("svg").length,
  });
  const atEnd = () => find("next").getAttribute("aria-disabled") === "true";

  // By the button, from the start to the end of the main line.
  press("Home");
  const main = [shown()];
  // Whoever opens the page sees the buttons, unless the record has much to say above them.
  const [above, fold] = [document.querySelector("header").offsetHeight, find("next").getBoundingClientRect().bottom + scrollY];
  if (above < 120 && innerHeight > 700 && fold > innerHeight) fault(`the buttons end at ${fold} of ${innerHeight}`);
  while (!atEnd()) {
    find("next").click();
    main.push(shown());
    // The label has no colon before the turn.
    const spoken = find("spoken").textContent.replace(/ ?: /, " ");
    if (!spoken.startsWith(find("label").textContent)) fault(`nothing is said at ${step()}`);
    // A step is announced in a few words, and the whole position on request.
    if (find("spoken").textContent.length > 600) fault(`too much is said at ${step()}`);
  }
  const ids = main.map((one) => one.step);
  expect(location.hash, `#${ids.at(-1)}`, "the address");
  // Back by the keys, and by the button.
  for (const id of ids.slice(0, -1).reverse()) {
    press("ArrowLeft");
    expect(step(), id, "ArrowLeft");
  }
  press("End");
  expect(step(), ids.at(-1), "End");
  find("previous").click();
  expect(step(), ids.at(-2) ?? ids[0], "previous");
  find("last").click();
  expect(step(), ids.at(-1), "last");
  find("first").click();
  expect(step(), ids[0], "first");
  for (const id of ids.slice(1)) {
    press("ArrowRight");
    expect(step(), id, "ArrowRight");
  }
  // By tens.
  press("Home");
  press("PageDown");
  expect(step(), ids[Math.min(10, ids.length - 1)], "PageDown");
  find("back").click();
  expect(step(), ids[0], "ten back");
  find("read").click();
  await new Promise((done) => setTimeout(done, 200));
  expect(find("spoken").textContent, find("words").textContent, "the position read");
  if (!find("flip").hidden) {
    press("f");
    expect(find("flip").getAttribute("aria-pressed"), "true", "flipped");
    find("flip").click();
    expect(find("flip").getAttribute("aria-pressed"), "false", "flipped back");
  }
  if (!find("download").href.startsWith("blob:")) fault("no record to download");
  // With the slider, in large steps.
  const slider = find("slider");
  expect(slider.max, String(ids.length - 1), "the slider's end");
  for (let leap = 0; leap < ids.length; leap += 1) {
    const to = (leap * 7) % ids.length;
    slider.value = to;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    expect(step(), ids[to], "slider");
  }
  // By itself.
  press("Home");
  find("play").click();
  while (find("play").getAttribute("aria-label") === "Pause") await new Promise((done) => setTimeout(done, 500));
  expect(step(), ids.at(-1), "play");

  // By the list, everything in it, and by the address; the position is the same each time.
  const listed = [];
  for (const link of document.querySelectorAll("#list a")) {
    press("Home");
    link.click();
    listed.push(shown());
    expect(`#${step()}`, link.getAttribute("href"), "link");
    expect(link.getAttribute("aria-current"), "step", `the mark of ${step()}`);
    expect(document.querySelectorAll("[aria-current]").length, 1, "marks in the list");
  }
  for (const one of listed) {
    location.hash = `#${one.step}`;
    await new Promise((done) => addEventListener("hashchange", done, { once: true }) ?? setTimeout(done, 50));
    expect(step(), one.step, "address");
    expect(find("player").dataset.position, one.position, `address of ${one.step}`);
  }
  // From a turn to its variations and back.
  const beside = [];
  for (const group of document.querySelectorAll("#list .variation")) {
    const [first, replaced] = [group.querySelector("a"), group.parentElement.querySelector(":scope > a")];
    if (first === null || replaced === null) continue;
    replaced.click();
    for (let before = null; before !== step(); press("ArrowUp")) before = step();
    const passed = [];
    do {
      passed.push(step());
      press("ArrowDown");
    } while (!passed.includes(step()));
    const wanted = first.getAttribute("href").slice(1);
    if (!passed.includes(wanted)) fault(`${wanted} is not beside ${passed[0]}`);
    for (const id of passed.slice(0, -1).reverse()) {
      press("ArrowUp");
      expect(step(), id, "ArrowUp");
    }
    press("ArrowLeft");
    const choices = [...find("choices").children].map((choice) => choice.textContent);
    if (find("choices").hidden || choices.length !== passed.length) fault(`choices at ${step()}: ${choices}`);
    find("choices").children[passed.indexOf(wanted)].click();
    expect(step(), wanted, "choice");
    beside.push(wanted);
  }

  // What a page must have for everybody.
  for (const control of document.querySelectorAll("button, input, a, summary, [role]")) {
    const name = control.getAttribute("aria-label") ?? find(control.getAttribute("aria-labelledby"))?.textContent ?? control.textContent;
    if (name.trim() === "" && !control.matches("[role=status]")) fault(`without a name: ${control.outerHTML.slice(0, 80)}`);
    const box = control.getBoundingClientRect();
    const isTarget = control.matches("button, input, a, summary") && box.width > 0;
    if (isTarget && (box.width < 43.9 || box.height < 43.9)) fault(`too small: ${control.outerHTML.slice(0, 80)} ${box.width} ${box.height}`);
  }
  // On paper the figures stand at the turns that ask for one, with what is said of them.
  const asked = JSON.parse(find("data").textContent).steps.diagram.filter((one) => one === 1).length;
  dispatchEvent(new Event("beforeprint"));
  const sheets = [...document.querySelectorAll(".sheet")];
  expect(sheets.length, asked, "sheets");
  if (sheets.some((sheet) => sheet.querySelector("p") === null)) fault("nothing is said of a sheet");
  dispatchEvent(new Event("afterprint"));
  expect(document.querySelectorAll(".sheet").length, 0, "sheets that are left");
  for (const details of document.querySelectorAll("details")) details.open = true;
  if (document.documentElement.scrollWidth > innerWidth) fault(`${document.documentElement.scrollWidth} pixels wide`);

  const result = { width: innerWidth, faults, main, listed, beside };
  const out = top.document.createElement("script");
  out.type = "application/json";
  out.id = "walked";
  out.textContent = JSON.stringify(result).replaceAll("<", "\\u003c");
  top.document.body.append(out);
})().catch((error) => top.document.body.append(`walk failed: ${error.stack}`));
