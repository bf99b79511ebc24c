// Code that the browser test runs in a worker.
import * as pipscribe from '/dist/web.js';
import { mismatches } from '/test/conformance.mjs';

self.onmessage = async ({ data }) => {
  await pipscribe.init();
  self.postMessage({ count: data.length, wrong: mismatches(pipscribe, data) });
};
