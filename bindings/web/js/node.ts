// The package in Node, with its modules as files.
import { readFileSync } from 'node:fs';

import { readBy } from './server.js';

export * from './library.js';
export { init, load, renderImage } from './server.js';

// Bundlers only find addresses that are written out in this form.
readBy({
  pipscribe: () => readFileSync(new URL('./pipscribe.wasm', import.meta.url)),
  formats: () => readFileSync(new URL('./formats.wasm', import.meta.url)),
  images: () => readFileSync(new URL('./images.wasm', import.meta.url)),
});
