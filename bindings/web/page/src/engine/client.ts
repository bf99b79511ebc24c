// The library in a worker: the language server as a transport, and functions as promises.
import type { Transport } from '@codemirror/lsp-client';

import type { Asked, Told } from './messages';

/** Interface of the library for the web app. */
export interface Engine {
  /** Transport to the language server. */
  readonly transport: Transport;
  /** Calls a function of the package `pipscribe` in the worker. Rejects if the function throws. */
  call<T>(name: string, ...args: unknown[]): Promise<T>;
  /** Resolves when the library is loaded. */
  readonly ready: Promise<void>;
}

/** Starts the worker. `broken` is called if the worker cannot be started, or fails later. */
export function startEngine(script: URL, broken: (why: string) => void): Engine {
  const worker = new Worker(script, { type: 'module' });
  const handlers = new Set<(message: string) => void>();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(why: Error): void }>();
  let next = 0;
  let becameReady = (): void => undefined;
  const ready = new Promise<void>(resolve => { becameReady = resolve; });
  const ask = (asked: Asked): void => worker.postMessage(asked);

  worker.addEventListener('error', event => broken(event.message || 'The worker cannot be started.'));
  worker.addEventListener('message', (event: MessageEvent<Told>) => {
    const told = event.data;
    switch (told.kind) {
      case 'ready': becameReady(); break;
      case 'lsp': for (const message of told.messages) for (const handler of handlers) handler(message); break;
      case 'broken': broken(told.why); break;
      case 'answer': waiting.get(told.id)?.resolve(told.value); waiting.delete(told.id); break;
      case 'refused': waiting.get(told.id)?.reject(new Error(told.why)); waiting.delete(told.id); break;
    }
  });

  return {
    ready,
    transport: {
      send: message => ask({ kind: 'lsp', message }),
      subscribe: handler => { handlers.add(handler); },
      unsubscribe: handler => { handlers.delete(handler); },
    },
    call<T>(name: string, ...args: unknown[]): Promise<T> {
      next += 1;
      const id = next;
      return new Promise<T>((resolve, reject) => {
        waiting.set(id, { resolve: value => resolve(value as T), reject });
        ask({ kind: 'call', id, name, args });
      });
    },
  };
}
