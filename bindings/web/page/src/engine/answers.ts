// What the server's own requests answer; docs/src/lsp.md says what each field means.
import type { Range } from 'vscode-languageserver-protocol';

/** What is wanted of `pipscribe/board`: where a record stands, and one of its turns. */
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

/** `pipscribe/records`. */
export interface Records {
  readonly total: number;
  readonly found: number;
  readonly judged: number;
  readonly records: ListedRecord[];
}
