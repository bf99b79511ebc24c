// Loads the library in Node. Each module is loaded when it is first needed, so every function
// except `renderImage` is synchronous from the start. The entry points of the package define where
// the modules are.
import * as formatsGlue from '../dist/glue/formats.js';
import * as imagesGlue from '../dist/glue/images.js';
import * as parts from '../dist/glue/parts.js';
import * as glue from '../dist/glue/pipscribe.js';
import { PipscribeError } from './errors.js';
import { functionsOf } from './functions.js';
import { imagesOf } from './images.js';
import type { Part } from './parts.js';
import type { Raw } from './raw.js';
import type { ImageOptions, Text } from './types.js';

/** JavaScript glue of a module. */
interface Glue {
  initSync(options: { module: WebAssembly.Module }): unknown;
  __wbg_reset_state(): void;
}

type Name = 'pipscribe' | Part;
let bytesOf: Record<Name, () => Uint8Array>;
const begun = new Set<Glue>();

/** Sets how to read the bytes of each module. */
export function readBy(reads: typeof bytesOf): void {
  bytesOf = reads;
}

function begin<T extends Glue>(from: T, name: Name): T {
  if (begun.has(from)) return from;
  try {
    from.initSync({ module: new WebAssembly.Module(bytesOf[name]() as Uint8Array<ArrayBuffer>) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = "copy the file beside the script, or import 'pipscribe/inline'";
    throw new PipscribeError('init', `${name}.wasm cannot be loaded: ${reason}: ${advice}`, undefined, [], undefined, error);
  }
  begun.add(from);
  return from;
}

parts.provide('formats', () => begin(formatsGlue, 'formats'));
parts.provide('images', () => begin(imagesGlue, 'images'));

/** Loads the library. Optional in Node, where it is loaded on first use. */
export async function init(..._sources: unknown[]): Promise<void> {
  begin(glue, 'pipscribe');
}

/** Loads another module. Optional in Node, where each is loaded on first use. */
export async function load(part: Part, _source?: unknown): Promise<void> {
  if (part !== 'formats' && part !== 'images') throw new PipscribeError('options', `there is no module \`${String(part)}\`: there are formats, images`);
  parts.part(part);
}

const raw = new Proxy(glue as unknown as Raw, {
  get: (target, name) => (begin(glue, 'pipscribe'), target[name as keyof Raw]),
});
const revive = (): void => begun.forEach(from => from.__wbg_reset_state());
const images = imagesOf(functionsOf(raw, revive, parts), async () => begin(imagesGlue, 'images'), revive);

/** Draws positions as PNG or PDF. */
export function renderImage(text: Text, options?: ImageOptions): Promise<Uint8Array> {
  return images(text, options);
}
