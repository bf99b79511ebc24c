import type { FindingJson } from './contracts.js';
import type { Part } from './parts.js';

/** A part of a text: in UTF-16 code units of a string, in bytes of a `Uint8Array`; line and column from 1. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** Why something cannot be done. */
export class PipscribeError extends Error {
  override readonly name = 'PipscribeError';

  constructor(
    /** The code of a finding, or what was wrong with the call: `options`, `record`, `turn`, `format`, `figure`, `limit`, `init`, `internal`. */
    readonly code: string,
    message: string,
    /** The part of the text that is at fault. */
    readonly span?: Place,
    /** What is wrong with the text, as `check` tells it. */
    readonly findings: readonly FindingJson[] = [],
    /** What has to be loaded first: `await load(part)`. */
    readonly part?: Part,
  ) {
    super(message);
  }
}
