import type { FindingJson } from './contracts.js';
import type { Part } from './parts.js';

/** A part of a text, in UTF-16 code units of a string or in bytes of a `Uint8Array`; line and column count from 1. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** Reason why a call failed. */
export class PipscribeError extends Error {
  override readonly name = 'PipscribeError';

  constructor(
    /**
     * Code of a finding, or the kind of problem: `options`, `record`, `turn`, `format`, `figure`, `limit`, `init`,
     * `internal`.
     */
    readonly code: string,
    message: string,
    /** Part of the text that the error is about. */
    readonly span?: Place,
    /** Findings in the text, in the form of `check`. */
    readonly findings: readonly FindingJson[] = [],
    /** Module that must be loaded first: `await load(part)`. */
    readonly part?: Part,
  ) {
    super(message);
  }
}
