// The package in Node: everything is loaded when it is imported, so that every function but `renderImage` is synchronous at once.
import { readFileSync } from 'node:fs';

import * as glue from '../dist/glue/pipscribe.js';
import * as imageGlue from '../dist/glue/images.js';
import { functionsOf } from './functions.js';
import { imagesOf } from './images.js';

export type * from './types.js';
export { PipscribeError, type Place } from './errors.js';
export { edited } from './functions.js';

const compiled = (name: string): WebAssembly.Module => new WebAssembly.Module(readFileSync(new URL(name, import.meta.url)));
const module = compiled('./pipscribe.wasm');
glue.initSync({ module });

/** Loads the library; in Node it is there already. */
export async function init(_source?: unknown): Promise<void> {}

const functions = functionsOf(glue, () => glue.__wbg_reset_state());
let images: typeof imageGlue | undefined;
function load(): typeof imageGlue {
  if (!images) {
    imageGlue.initSync({ module: compiled('./images.wasm') });
    images = imageGlue;
  }
  return images;
}

export const {
  check, format, replay, legalTurns, play, board, choices, choicesOf, render, figures, convert, formats, mend, mendEdits, why,
} = functions;
export const renderImage = imagesOf(functions, async () => load(), () => imageGlue.__wbg_reset_state());
