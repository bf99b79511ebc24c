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
  render: RawFunction;
  mend: RawFunction;
  mendEdits: RawFunction;
  why: RawFunction;
  format(text: Uint8Array, options: string): Uint8Array;
}
