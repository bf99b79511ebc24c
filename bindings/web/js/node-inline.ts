// The package in Node with its modules inlined: `pipscribe/inline`, which bundlers for servers also
// get, because a bundle need not be in a folder with other files.
import { gunzipSync } from 'node:zlib';

import formats from './inline/formats.wasm.js';
import images from './inline/images.wasm.js';
import pipscribe from './inline/pipscribe.wasm.js';
import { readBy } from './server.js';

export * from './library.js';
export { init, load, renderImage } from './server.js';

const unpacked = (text: string): Uint8Array => gunzipSync(Buffer.from(text, 'base64'));

readBy({ pipscribe: () => unpacked(pipscribe), formats: () => unpacked(formats), images: () => unpacked(images) });
