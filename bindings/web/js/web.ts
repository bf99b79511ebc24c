// The package in browsers and their workers: `await init()` first, then every function but `renderImage` is synchronous.
import glueInit, * as glue from '../dist/glue/pipscribe.js';
import imagesInit, * as imageGlue from '../dist/glue/images.js';
import { PipscribeError } from './errors.js';
import { functionsOf, type Functions } from './functions.js';
import { imagesOf } from './images.js';
import type { Raw } from './raw.js';

export type * from './types.js';
export { PipscribeError, type Place } from './errors.js';
export { edited } from './functions.js';

/** Where a module comes from; its file beside this script where it is not given. */
export type Source = URL | RequestInfo | Response | BufferSource | WebAssembly.Module;

let loading: Promise<void> | undefined;
let isLoaded = false;
let images: Promise<typeof imageGlue> | undefined;
let imageSource: Source | undefined;

/** Loads the library; the first call says from where. */
export function init(source?: Source, sourceOfImages?: Source): Promise<void> {
  imageSource = sourceOfImages;
  loading ??= glueInit({ module_or_path: source ?? new URL('./pipscribe.wasm', import.meta.url) }).then(
    () => { isLoaded = true; },
    (error: unknown) => { loading = undefined; throw error; },
  );
  return loading;
}

const raw = new Proxy(glue as unknown as Raw, {
  get(target, name) {
    if (!isLoaded) throw new PipscribeError('init', 'the library is not loaded yet: `await init()` first');
    return target[name as keyof Raw];
  },
});
const functions: Functions = functionsOf(raw, () => glue.__wbg_reset_state());

function load(): Promise<typeof imageGlue> {
  images ??= imagesInit({ module_or_path: imageSource ?? new URL('./images.wasm', import.meta.url) }).then(
    () => imageGlue,
    (error: unknown) => { images = undefined; throw error; },
  );
  return images;
}

export const {
  check, format, replay, legalTurns, play, board, choices, choicesOf, render, figures, convert, formats, mend, mendEdits, why,
} = functions;
export const renderImage = imagesOf(functions, load, () => imageGlue.__wbg_reset_state());
