// Messages between the web app and its worker.

/** Message to the worker: a message for the language server, or a call of a function of the package. */
export type Asked = { kind: 'lsp'; message: string } | { kind: 'call'; id: number; name: string; args: unknown[] };

/** Message from the worker. */
export type Told =
  | { kind: 'ready' }
  | { kind: 'lsp'; messages: string[] }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'refused'; id: number; why: string }
  | { kind: 'broken'; why: string };
