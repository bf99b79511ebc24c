// What the server's own requests answer; docs/src/lsp.md says what each field means.
import type { Range } from 'vscode-languageserver-protocol';

/** `pipscribe/board`. */
export interface Board {
  readonly game: string;
  readonly title: string;
  readonly record: number;
  readonly turn: number;
  readonly variation: number[];
  readonly move: string | null;
  readonly seat: string | null;
  readonly toMove: string;
  readonly result: string | null;
  readonly score: string | null;
  readonly position: string;
  readonly text: string;
  readonly svg: string;
  readonly range: Range | null;
  readonly within: Range;
  readonly turns: number;
  readonly fault: string | null;
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
