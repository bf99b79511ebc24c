// Modules that the build inserts: the glue of the WebAssembly module, and the address of its file.
declare module 'pipscribe-wasm' {
  export default function init(options: { module_or_path: URL }): Promise<WebAssembly.Exports>;
  export function __wbg_reset_state(): void;
  export class LanguageServer {
    constructor(book?: string);
    receive(message: string): string[];
    work(milliseconds: number): string[];
    readonly isIdle: boolean;
  }
}
declare module 'pipscribe-wasm-file' {
  const address: string;
  export default address;
}
declare module 'pipscribe-second-file' {
  /** Empty if the library is in one part. */
  const address: string;
  export default address;
}
declare module 'pipscribe-deferred' {
  type Deferred = typeof import('../../../js/deferred');
  export const provideSecond: Deferred['provideSecond'];
  export const complete: Deferred['complete'];
}
declare module 'pipscribe-worker' {
  const address: string;
  export default address;
}
declare module 'pipscribe-formats' {
  export default function init(options: { module_or_path: URL }): Promise<unknown>;
  export function convert(text: Uint8Array, isString: boolean, options: string): Uint8Array;
  export function formats(): string;
  export function solve(text: Uint8Array, isString: boolean, options: string): string;
  export function explain(name: string): string;
  export function render(text: Uint8Array, isString: boolean, options: string): string;
  export function encodingLike(bytes: Uint8Array): string;
  export function codeBlocks(text: string): Uint32Array;
  type Formats = import('../../../js/parts').RawFormats;
  export const FileReport: Formats['FileReport'];
}
declare module 'pipscribe-formats-file' {
  const address: string;
  export default address;
}
declare module 'pipscribe-parts' {
  type Parts = typeof import('../../../js/parts');
  export const provide: Parts['provide'];
  export const part: Parts['part'];
  export const takeLacked: Parts['takeLacked'];
}
