// What the page and its worker say to each other.

/** To the worker: a message for the language server, or a function of the package to be called. */
export type Asked = { kind: 'lsp'; message: string } | { kind: 'call'; id: number; name: string; args: unknown[] };

/** From the worker. */
export type Told =
  | { kind: 'ready' }
  | { kind: 'lsp'; messages: string[] }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'refused'; id: number; why: string }
  | { kind: 'broken'; why: string };
