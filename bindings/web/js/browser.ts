// Loads the library in browsers and their workers. The entry points of the package define where the
// modules are.
import formatsInit, * as formatsGlue from '../dist/glue/formats.js';
import imagesInit, * as imagesGlue from '../dist/glue/images.js';
import * as parts from '../dist/glue/parts.js';
import glueInit, * as glue from '../dist/glue/pipscribe.js';
import { PipscribeError } from './errors.js';
import { functionsOf } from './functions.js';
import { imagesOf } from './images.js';
import type { Part } from './parts.js';
import type { Raw } from './raw.js';
import type { ImageOptions, Text } from './types.js';

/** Source of a module: its address, a response, its bytes, or the compiled module. */
export type Source = URL | RequestInfo | Response | BufferSource | WebAssembly.Module;

type Name = 'pipscribe' | Part;

/** Sources of the modules by name. */
export type Sources = { [Module in Name]?: Source | PromiseLike<Source> };

type Find = () => Source | PromiseLike<Source>;

/** Module that is loaded once. */
class Loaded<Glue extends { __wbg_reset_state(): void }> {
  private loading: Promise<Glue> | undefined;
  /** Functions of the module, once it is loaded. */
  now: Glue | undefined;
  /** Returns the source. */
  find: Find | undefined;

  constructor(
    private readonly name: string,
    private readonly glue: Glue,
    private readonly init: (options: { module_or_path: Source }) => Promise<unknown>,
  ) {}

  load(source?: Source): Promise<Glue> {
    this.loading ??= this.begin(source).catch((error: unknown) => {
      this.loading = undefined;
      throw unloaded(this.name, error);
    });
    return this.loading;
  }

  private async begin(source?: Source): Promise<Glue> {
    await this.init({ module_or_path: await fetched(source ?? await this.find?.()) });
    return this.now = this.glue;
  }
}

const unloaded = (name: string, cause: unknown): PipscribeError => new PipscribeError(
  'init',
  `${name}.wasm cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}. `
    + "Pass its address to `init` or `load`, or import 'pipscribe/inline'",
  undefined, [], undefined, cause,
);

/**
 * Fetches an address, and rejects a response that cannot be a module, such as a page that a server
 * sends instead.
 */
async function fetched(source: Source | undefined): Promise<Source> {
  if (source === undefined) throw new TypeError('it has no source');
  const is_address = typeof source === 'string' || source instanceof URL || (typeof Request === 'function' && source instanceof Request);
  const found = is_address ? await fetch(source) : source;
  if (typeof Response !== 'function' || !(found instanceof Response)) return found;
  const address = found.url || 'the response';
  const type = found.headers.get('content-type') ?? '';
  if (!found.ok) throw new TypeError(`${address} has status ${found.status}`);
  if (type.startsWith('text/')) throw new TypeError(`${address} is ${type}, not WebAssembly`);
  return found;
}

const modules = {
  pipscribe: new Loaded('pipscribe', glue, glueInit),
  formats: new Loaded('formats', formatsGlue, formatsInit),
  images: new Loaded('images', imagesGlue, imagesInit),
};
parts.provide('formats', () => modules.formats.now);
parts.provide('images', () => modules.images.now);

/** Sets the default sources of the modules. */
export function findBy(finds: Record<Name, Find>): void {
  for (const name of ['pipscribe', 'formats', 'images'] as const) modules[name].find = finds[name];
}

/**
 * Loads the library. Call it before any other function.
 *
 * Without arguments it loads the file of the package. The source of the main module can be given,
 * or an object with the sources of several: `init({ pipscribe: url, images: other })`. The other
 * modules are then loaded from these sources when they are needed. Throws a `PipscribeError` with
 * the code `init` if the module cannot be loaded.
 */
export async function init(source?: Source | Sources): Promise<void> {
  const sources = isSources(source) ? source : { pipscribe: source };
  for (const [name, from] of Object.entries(sources)) {
    if (!Object.hasOwn(modules, name)) throw new PipscribeError('options', `there is no module \`${name}\`: there are ${Object.keys(modules).join(', ')}`);
    if (from !== undefined) modules[name as Name].find = () => from;
  }
  await modules.pipscribe.load();
}

/** Returns true for an object of sources. The sources themselves are objects of classes. */
function isSources(source: Source | Sources | undefined): source is Sources {
  return typeof source === 'object' && source !== null && Object.getPrototypeOf(source) === Object.prototype;
}

/**
 * Loads another module: `formats` for `convert`, `formats`, `explain`, Markdown, and bytes that are not UTF-8; `images`
 * for text as outlines.
 */
export async function load(part: Part, source?: Source): Promise<void> {
  if (part !== 'formats' && part !== 'images') throw new PipscribeError('options', `there is no module \`${String(part)}\`: there are formats, images`);
  await modules[part].load(source);
}

const raw = new Proxy(glue as unknown as Raw, {
  get(target, name) {
    if (!modules.pipscribe.now) throw new PipscribeError('init', 'the library is not loaded yet: `await init()` first');
    return target[name as keyof Raw];
  },
});
const revive = (): void => Object.values(modules).forEach(module => module.now?.__wbg_reset_state());
const images = imagesOf(functionsOf(raw, revive, parts), () => modules.images.load(), revive);

/** Draws positions as PNG or PDF. Loads `images.wasm` on the first call. */
export function renderImage(text: Text, options?: ImageOptions): Promise<Uint8Array> {
  return images(text, options);
}
