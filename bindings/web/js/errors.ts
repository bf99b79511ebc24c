import type { Code, FindingJson } from './contracts.js';
import type { Part } from './parts.js';

/** A part of a text, in UTF-16 code units of a string or in bytes of a `Uint8Array`; line and column count from 1. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/**
 * The code of a `PipscribeError`: the code of a finding, or the kind of problem. `options`, `record`, `turn`,
 * `format`, `figure`, `diagram` and `limit` are about the arguments of a call, `init` about loading. `diagram` is a
 * request for the diagrams of a record that has none. `internal` is an error of the library.
 */
export type ErrorCode = Code | 'options' | 'record' | 'turn' | 'format' | 'figure' | 'diagram' | 'limit' | 'init' | 'internal';

/** Reason why a call failed. */
export class PipscribeError extends Error {
  override readonly name = 'PipscribeError';

  constructor(
    /** Code of a finding, or the kind of problem. */
    readonly code: ErrorCode,
    message: string,
    /** Part of the text to which the error refers. */
    readonly span?: Place,
    /** Findings in the text, in the form of `check`. */
    readonly findings: readonly FindingJson[] = [],
    /** Module that must be loaded first: `await load(part)`. */
    readonly part?: Part,
    /** Error that caused this one. */
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
