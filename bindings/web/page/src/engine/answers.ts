// Parameters and results of the server's own requests; docs/src/lsp.md documents the fields.
import type { Range } from 'vscode-languageserver-protocol';

/** Parameters of `pipscribe/board`: the place of a record and a turn in it. */
export interface Place {
  readonly range: Range | null;
  readonly within: Range;
}

/** A record in the list. */
export interface ListedRecord {
  readonly record: number;
  readonly name: string;
  readonly detail: string | null;
  readonly range: Range;
  readonly findings: number | null;
}

/** Result of `pipscribe/records`. */
export interface Records {
  readonly total: number;
  readonly found: number;
  readonly judged: number;
  readonly records: ListedRecord[];
}
