// Runs after the page's own script: picks the second of two records, plays it, and writes down what is shown.
(async () => {
  const pause = () => new Promise((done) => setTimeout(done, 50));
  const state = () => {
    const { hash } = document.querySelector("#records [aria-current]");
    // What is played has moved from its section into the player.
    const moved = [...document.querySelectorAll("[data-record]")].filter((record) => record.querySelector(".turns") === null);
    return { shown: moved.map(({ id }) => id), step: document.getElementById("player").dataset.step, current: hash };
  };
  await pause();
  const first = state();
  document.querySelector("#records a[href='#record-2']").click();
  await pause();
  const second = state();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
  await pause();
  const back = { ...state(), hash: location.hash };
  // The search: words of the text, the value of a tag, and keys.
  const find = (id) => document.getElementById(id);
  const listed = () => [...document.querySelectorAll("#records li:not([hidden]) a")].map((link) => link.hash);
  const press = async (key) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await pause();
  };
  const set = (id, value, event) => {
    find(id).value = value;
    find(id).dispatchEvent(new Event(event, { bubbles: true }));
  };
  await press("/");
  const focused = document.activeElement.id;
  set("search", "C2 gipf", "input");
  const byWords = { listed: listed(), found: find("found").textContent };
  find("find").requestSubmit();
  await pause();
  const opened = state().shown;
  set("search", "nothing like it", "input");
  const none = listed();
  set("search", "", "input");
  document.activeElement.blur();
  const tags = [...find("tag").options].map(({ value }) => value);
  set("tag", "Player", "change");
  const values = [...find("value").options].map(({ value }) => value);
  set("value", "Bob", "change");
  const byTag = listed();
  set("tag", "", "change");
  await press("b");
  const before = state().shown;
  await press("n");
  const after = state().shown;
  const search = { focused, byWords, opened, none, tags, values, byTag, before, after };
  const result = document.createElement("script");
  result.type = "application/json";
  result.id = "picked";
  result.textContent = JSON.stringify({ faults, first, second, back, search });
  document.body.append(result);
})();
