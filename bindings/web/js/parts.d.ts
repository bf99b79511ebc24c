/** A module that is loaded when it is needed. */
export type Part = 'formats' | 'images';

/** A report on files; `finish` also frees it. */
export interface RawFileReport {
  add(text: Uint8Array, options: string): void;
  finish(): string;
  free(): void;
}

/** Functions of the module with the formats, Markdown, and the encodings other than UTF-8. */
export interface RawFormats {
  convert(text: Uint8Array, isString: boolean, options: string): Uint8Array;
  formats(): string;
  /** Proves or refutes a puzzle. */
  solve(text: Uint8Array, isString: boolean, options: string): string;
  /** The page of a code or a rule. */
  explain(name: string): string;
  /** Draws positions. In the module of the web app. */
  render?(text: Uint8Array, isString: boolean, options: string): string;
  encodingLike(bytes: Uint8Array): string;
  codeBlocks(text: string): Uint32Array;
  FileReport: { begin(format: string): RawFileReport };
}

/** Functions of the module that draws images and text as outlines. */
export interface RawImages {
  png(svg: string, options: string, fonts: Uint8Array[]): Uint8Array;
  gif(svgs: string[], options: string, fonts: Uint8Array[]): Uint8Array;
  pdf(svgs: string[], options: string, fonts: Uint8Array[]): Uint8Array;
  lacking(text: string): string;
  outlined(x: number, y: number, text: string, anchor: number, size: number, bold: boolean): Int32Array;
}

/** The modules by name. */
export interface Parts {
  formats: RawFormats;
  images: RawImages;
}

export declare function provide<Name extends Part>(name: Name, bring: () => Parts[Name] | undefined): void;
export declare function part<Name extends Part>(name: Name): Parts[Name] | undefined;
export declare function takeLacked(): Part | undefined;
