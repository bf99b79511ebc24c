// The package in browsers and their workers, with its modules as files. After `await init()`, every function except
// `renderImage` is synchronous. Functions of another module need `await load(part)` first.
import { findBy } from './browser.js';

export * from './library.js';
export { init, load, renderImage, type Source, type Sources } from './browser.js';

/**
 * Returns the address of a file of the package. Before version 8, Vite moves scripts of packages to
 * its cache while developing, but not the files next to them.
 */
function served(beside: URL): URL {
  const [, name] = /\/node_modules\/\.vite\/deps\/(\w+\.wasm)$/.exec(beside.pathname) ?? [];
  return name ? new URL(`../../pipscribe/dist/${name}`, beside) : beside;
}

// Bundlers only find addresses that are written out in this form.
findBy({
  pipscribe: () => served(new URL('./pipscribe.wasm', import.meta.url)),
  formats: () => served(new URL('./formats.wasm', import.meta.url)),
  images: () => served(new URL('./images.wasm', import.meta.url)),
});
