// What the build puts in the place of these names: the glue of the module, and the address of its file.
declare module 'pipscribe-wasm' {
  export default function init(options: { module_or_path: URL }): Promise<unknown>;
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
declare module 'pipscribe-worker' {
  const address: string;
  export default address;
}
