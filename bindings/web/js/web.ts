// The package in browsers and their workers. After `await init()`, every function except `renderImage` is synchronous.
// Functions of another module need `await load(part)` first.
import formatsInit, * as formatsGlue from '../dist/glue/formats.js';
import imagesInit, * as imagesGlue from '../dist/glue/images.js';
import * as parts from '../dist/glue/parts.js';
import glueInit, * as glue from '../dist/glue/pipscribe.js';
import { PipscribeError } from './errors.js';
import { functionsOf, type Functions } from './functions.js';
import { imagesOf } from './images.js';
import type { Part } from './parts.js';
import type { Raw } from './raw.js';

export type * from './types.js';
export { PipscribeError, type Place } from './errors.js';
export { edited } from './functions.js';
export type { Part } from './parts.js';

/** Source of a module. Default: its file next to this script. */
export type Source = URL | RequestInfo | Response | BufferSource | WebAssembly.Module;

/** Module that is loaded once. */
class Loaded<Glue extends { __wbg_reset_state(): void }> {
  private loading: Promise<Glue> | undefined;
  /** Functions of the module, once it is loaded. */
  now: Glue | undefined;
  source: Source | undefined;

  constructor(
    private readonly glue: Glue,
    private readonly init: (options: { module_or_path: Source }) => Promise<unknown>,
    private readonly beside: URL,
  ) {}

  load(source = this.source): Promise<Glue> {
    this.loading ??= this.init({ module_or_path: source ?? this.beside }).then(
      () => this.now = this.glue,
      (error: unknown) => { this.loading = undefined; throw error; },
    );
    return this.loading;
  }
}

const first = new Loaded(glue, glueInit, new URL('./pipscribe.wasm', import.meta.url));
const others = {
  formats: new Loaded(formatsGlue, formatsInit, new URL('./formats.wasm', import.meta.url)),
  images: new Loaded(imagesGlue, imagesInit, new URL('./images.wasm', import.meta.url)),
};
parts.provide('formats', () => others.formats.now);
parts.provide('images', () => others.images.now);

/** Loads the library. The first call sets the source. */
export async function init(source?: Source, sourceOfImages?: Source, sourceOfFormats?: Source): Promise<void> {
  others.images.source = sourceOfImages;
  others.formats.source = sourceOfFormats;
  await first.load(source);
}

/**
 * Loads another module: `formats` for `convert`, `formats`, Markdown and bytes that are not UTF-8; `images` for text as
 * outlines.
 */
export async function load(part: Part, source?: Source): Promise<void> {
  await others[part].load(source);
}

const raw = new Proxy(glue as unknown as Raw, {
  get(target, name) {
    if (!first.now) throw new PipscribeError('init', 'the library is not loaded yet: `await init()` first');
    return target[name as keyof Raw];
  },
});
const revive = (): void => [first, others.formats, others.images].forEach(module => module.now?.__wbg_reset_state());
const functions: Functions = functionsOf(raw, revive, parts);

export const {
  check, format, replay, legalTurns, play, board, choices, choicesOf, render, figures, convert, formats, mend, mendEdits, why,
} = functions;
export const renderImage = imagesOf(functions, () => others.images.load(), revive);
