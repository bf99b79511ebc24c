// Interface of the module's glue. All values except texts are passed as JSON.

/** Function with a text, whether it was a string, and options. */
export type RawFunction = (text: Uint8Array, isString: boolean, options: string) => string;

/** The module, as wrapped by `wasm-bindgen`. */
export interface Raw {
  check: RawFunction;
  replay: RawFunction;
  legalTurns: RawFunction;
  play: RawFunction;
  board: RawFunction;
  choices: RawFunction;
  choicesOf: RawFunction;
  turnTree: RawFunction;
  render: RawFunction;
  mend: RawFunction;
  mendEdits: RawFunction;
  why: RawFunction;
  infer: RawFunction;
  inferEdits: RawFunction;
  solutions: RawFunction;
  piece: RawFunction;
  randomGame(options: string): string;
  codes(): string;
  LiveGame: RawGameClass;
  format(text: Uint8Array, options: string): Uint8Array;
}

/** A game in progress. All results except the record are JSON. */
export interface RawGame {
  state(): string;
  moves(limit?: number): string;
  isLegal(turn: string): boolean;
  play(turn: string): string;
  undo(): string | undefined;
  why(turn: string): string;
  record(): string;
  free(): void;
}

/** Two ways to begin a game: with tags, and with the turns of a record. */
export interface RawGameClass {
  start(options: string): RawGame;
  of(text: Uint8Array, isString: boolean, options: string): RawGame;
}
