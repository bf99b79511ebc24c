// The library in a worker, so that the user interface never blocks: messages are answered at once, and documents are
// checked in slices in between.
import formatsInit, * as formats from 'pipscribe-formats';
import formatsFile from 'pipscribe-formats-file';
import imagesInit, * as images from 'pipscribe-images';
import imagesFile from 'pipscribe-images-file';
import { complete, provideSecond } from 'pipscribe-deferred';
import * as parts from 'pipscribe-parts';
import secondFile from 'pipscribe-second-file';
import init, * as library from 'pipscribe-wasm';
import wasm from 'pipscribe-wasm-file';

import { PipscribeError } from '../../../js/errors';
import { bytesOf, functionsOf, thrown } from '../../../js/functions';
import type { Part } from '../../../js/parts';
import type { Raw, RawFunction } from '../../../js/raw';
import type { Asked, Told } from './messages';

/** Length of a slice of checking, in milliseconds. */
const SLICE = 12;
/** Time until the second part of the library is loaded, in milliseconds. */
const UNTIL_SECOND = 1_000;

const tell = (told: Told): void => postMessage(told);
const early: Asked[] = [];
let server: library.LanguageServer | undefined;
let working = false;

// Between two slices, pending messages are handled.
const pause = new MessageChannel();
pause.port1.onmessage = work;

function work(): void {
  working = false;
  if (!server) return;
  const messages = server.work(SLICE);
  if (messages.length) tell({ kind: 'lsp', messages });
  goOn();
}

function goOn(): void {
  if (working || !server || server.isIdle) return;
  working = true;
  pause.port2.postMessage(null);
}

/** The second part of the library, once it is loaded. */
let second: WebAssembly.Module | undefined;
const secondAddress = new URL(secondFile, import.meta.url);

/** Returns the second part. If it is needed before it is loaded, the worker waits for it. */
provideSecond(() => {
  if (!second) {
    const request = new XMLHttpRequest();
    request.open('GET', secondAddress, false);
    request.responseType = 'arraybuffer';
    request.send();
    second = new WebAssembly.Module(request.response as ArrayBuffer);
  }
  return second;
});

/** Loads the second part, unless the library is in one part. */
async function loadSecond(first: WebAssembly.Exports): Promise<void> {
  if (!secondFile) return;
  second ??= await WebAssembly.compileStreaming(fetch(secondAddress));
  complete(first, second);
}

// Figures are in the module of the formats. Without this module, the result is discarded, and the
// call is repeated once the module is loaded.
const render: RawFunction = (...given) => parts.part('formats')?.render?.(...given) ?? 'null';
const raw = { ...library, render } as unknown as Raw & Record<string, RawFunction>;
const revive = (): void => library.__wbg_reset_state();

/** The other modules, set once they are loaded. */
const loaded: { formats?: typeof formats; images?: typeof images } = {};
const loads: Record<Part, () => Promise<unknown>> = {
  formats: async () => {
    await formatsInit({ module_or_path: new URL(formatsFile, import.meta.url) });
    loaded.formats = formats;
  },
  images: async () => {
    await imagesInit({ module_or_path: new URL(imagesFile, import.meta.url) });
    loaded.images = images;
  },
};
parts.provide('formats', () => loaded.formats);
parts.provide('images', () => loaded.images);

const functions = functionsOf(raw, revive, parts) as unknown as Record<string, (...args: unknown[]) => unknown>;

/** Calls a function of the package, or one for the board. */
function called(name: string, args: unknown[]): unknown {
  const [text, options] = args;
  const act = ['board', 'choices', 'choicesOf', 'play', 'turnTree'].includes(name) ? raw[name] : undefined;
  if (!act) {
    const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!known) throw new Error(`there is no ${name}`);
    return known(...args);
  }
  try {
    return JSON.parse(act(bytesOf(text as string), true, JSON.stringify(options)));
  } catch (error) {
    throw thrown(error, revive);
  }
}

/** Calls a function; first loads the modules that it needs. */
async function valueOf(name: string, args: unknown[]): Promise<unknown> {
  try {
    return called(name, args);
  } catch (error) {
    if (!(error instanceof PipscribeError && error.part)) throw error;
    await loads[error.part]();
    return valueOf(name, args);
  }
}

async function call({ id, name, args }: Asked & { kind: 'call' }): Promise<void> {
  try {
    tell({ kind: 'answer', id, value: await valueOf(name, args) });
  } catch (error) {
    tell({ kind: 'refused', id, why: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Passes a message to the language server. A request that needs a module is repeated once the
 * module is loaded, and answered only then.
 */
function receive(server: library.LanguageServer, message: string): void {
  parts.takeLacked();
  const messages = server.receive(message);
  const lacked = parts.takeLacked();
  const answer = (): void => { if (messages.length) tell({ kind: 'lsp', messages }); };
  if (lacked) void loads[lacked]().then(() => receive(server, message), answer);
  else answer();
  goOn();
}

function take(asked: Asked): void {
  if (!server) {
    early.push(asked);
  } else if (asked.kind === 'lsp') {
    receive(server, asked.message);
  } else {
    void call(asked);
  }
}

self.onmessage = (event: MessageEvent<Asked>) => {
  try {
    take(event.data);
  } catch (error) {
    tell({ kind: 'broken', why: String(error) });
  }
};

// The book is published next to the web app.
const book = new URL('..', self.location.href).href;

init({ module_or_path: new URL(wasm, import.meta.url) }).then(first => {
  server = new library.LanguageServer(book);
  early.splice(0).forEach(take);
  tell({ kind: 'ready' });
  // The first record is checked and shown before. A failure shows when the part is needed.
  setTimeout(() => { loadSecond(first).catch(() => undefined); }, UNTIL_SECOND);
}, (error: unknown) => tell({ kind: 'broken', why: String(error) }));
