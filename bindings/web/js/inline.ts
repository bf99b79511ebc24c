// The package in browsers with its modules inlined, for users who cannot serve WebAssembly files.
// Each module is a script that `init` or `load` imports.
import { findBy } from './browser.js';

export * from './library.js';
export { init, load, renderImage, type Source, type Sources } from './browser.js';

async function unpacked(script: Promise<{ default: string }>): Promise<Response> {
  const bytes = Uint8Array.from(atob((await script).default), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, { headers: { 'content-type': 'application/wasm' } });
}

findBy({
  pipscribe: () => unpacked(import('./inline/pipscribe.wasm.js')),
  formats: () => unpacked(import('./inline/formats.wasm.js')),
  images: () => unpacked(import('./inline/images.wasm.js')),
});
