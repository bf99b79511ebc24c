// What the glue of the module offers; everything but texts goes over the border as JSON.

/** A function with a text, whether it was a string, and options. */
export type RawFunction = (text: Uint8Array, isString: boolean, options: string) => string;

/** The module, as `wasm-bindgen` wraps it. */
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
