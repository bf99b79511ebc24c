// The border between the package, the page and the board: what every part of the project may count on. See `package.ts` for the functions.
export type Text = string | Uint8Array;

/** A turn of a record: the line, counted as lines open in the text (0 for the main line), and the place in it, from 0. */
export interface TurnId {
  line: number;
  index: number;
}

/** A place in a file: the record (from 1), and after which of its turns; the start without `turn`. */
export interface At {
  record?: number;
  turn?: TurnId | null;
}

/** Decks of the Pipe Game by name, each as YAML; they come before those that ship. */
export type Decks = Record<string, string>;

/** A place in the text in UTF-16 code units of the JavaScript string; of bytes that were given as such, in bytes. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

export interface Played {
  /** The turn in canonical form. */
  turn: string;
  /** What is to be written into the text. */
  edits: Edit[];
  /** Where the new turn stands then. */
  at: At;
  /** Where in the changed text it stands. */
  start: number;
  end: number;
}
