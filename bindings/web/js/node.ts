// The package in Node. Everything is loaded on import or on first use, so every function except `renderImage` is
// synchronous from the start.
import { readFileSync } from 'node:fs';

import * as formatsGlue from '../dist/glue/formats.js';
import * as imagesGlue from '../dist/glue/images.js';
import * as parts from '../dist/glue/parts.js';
import * as glue from '../dist/glue/pipscribe.js';
import { functionsOf } from './functions.js';
import { imagesOf } from './images.js';
import type { Part } from './parts.js';

export type * from './types.js';
export { PipscribeError, type Place } from './errors.js';
export { edited } from './functions.js';
export type { Part } from './parts.js';

/** JavaScript glue of a module. */
interface Glue {
  initSync(options: { module: WebAssembly.Module }): unknown;
  __wbg_reset_state(): void;
}

const begun = new Set<Glue>();
function begin<T extends Glue>(from: T, name: string): T {
  if (!begun.has(from)) from.initSync({ module: new WebAssembly.Module(readFileSync(new URL(name, import.meta.url))) });
  begun.add(from);
  return from;
}

begin(glue, './pipscribe.wasm');
parts.provide('formats', () => begin(formatsGlue, './formats.wasm'));
parts.provide('images', () => begin(imagesGlue, './images.wasm'));

/** Loads the library. Does nothing in Node, where it is already loaded. */
export async function init(..._sources: unknown[]): Promise<void> {}

/** Loads another module. Optional in Node, where each is loaded on first use. */
export async function load(part: Part, _source?: unknown): Promise<void> {
  parts.part(part);
}

const revive = (): void => begun.forEach(from => from.__wbg_reset_state());
const functions = functionsOf(glue, revive, parts);

export const {
  check, format, replay, legalTurns, play, board, choices, choicesOf, render, figures, convert, formats, mend, mendEdits, why,
} = functions;
export const renderImage = imagesOf(functions, async () => begin(imagesGlue, './images.wasm'), revive);
