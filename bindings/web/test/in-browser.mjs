// Code that the browser test runs in its page.
import { PipscribeError, check, convert, init, load, render, renderImage } from '/dist/web.js';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n';
try {
  check(GIPF);
} catch (error) {
  globalThis.early = { name: error instanceof PipscribeError ? error.name : '', code: error.code };
}
globalThis.check = () => check(GIPF)[0].valid ? render(GIPF) : '';
globalThis.lacking = () => {
  const latin1 = new Uint8Array([...new TextEncoder().encode(GIPF), 0x7b, 0xe9, 0x7d]);
  const tried = [() => convert(GIPF, { to: 'gipf.com' }), () => check(latin1), () => render(GIPF, { text: 'outlines' })];
  return tried.map(act => {
    try {
      const done = act();
      return Array.isArray(done) ? done[0].findings[0].help : (done.text ?? done).slice(0, 4);
    } catch (error) {
      return `${error.code}: ${error.part}`;
    }
  });
};
globalThis.load = load;
globalThis.png = async () => new TextDecoder().decode((await renderImage(GIPF)).slice(1, 4));
globalThis.inWorker = async () => {
  const cases = (await (await fetch('/cases')).text()).trim().split('\n').map(line => JSON.parse(line));
  globalThis.count = cases.length;
  const worker = new Worker('/test/worker.mjs', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = event => reject(new Error(event.message));
    worker.postMessage(cases);
  });
};
globalThis.unloaded = [];
for (const source of ['/', new Response('', { status: 404 }), new Uint8Array([1, 2, 3]), { nothing: '/' }]) {
  await init(source).catch(error => globalThis.unloaded.push(error instanceof PipscribeError ? `${error.code}: ${error.message}` : String(error)));
}
await init({ pipscribe: '/dist/pipscribe.wasm' });
globalThis.ready = true;
