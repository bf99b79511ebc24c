// Runs after the page's own script: picks the second of two records, plays it, and writes down what is shown.
(async () => {
  const pause = () => new Promise((done) => setTimeout(done, 50));
  const state = () => {
    const shown = [...document.querySelectorAll("[data-record]")].filter((record) => !record.hidden);
    return {
      shown: shown.map(({ id }) => id),
      step: shown[0].shadowRoot.getElementById("player").dataset.step,
      current: document.querySelector("#records [aria-current]").hash,
    };
  };
  await pause();
  const first = state();
  document.querySelector("#records a[href='#record-2']").click();
  await pause();
  const second = state();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
  await pause();
  const back = { ...state(), hash: location.hash };
  const result = document.createElement("script");
  result.type = "application/json";
  result.id = "picked";
  result.textContent = JSON.stringify({ faults, first, second, back });
  document.body.append(result);
})();
