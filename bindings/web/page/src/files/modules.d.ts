// Modules that the build inserts.
declare module 'pipscribe-images' {
  export default function init(options: { module_or_path: URL }): Promise<unknown>;
  export function png(svg: string, options: string, fonts: Uint8Array[]): Uint8Array;
  export function gif(svgs: string[], options: string, fonts: Uint8Array[]): Uint8Array;
  export function pdf(svgs: string[], options: string, fonts: Uint8Array[]): Uint8Array;
  export function lacking(text: string): string;
  export function outlined(x: number, y: number, text: string, anchor: number, size: number): Int32Array;
}
declare module 'pipscribe-images-file' {
  const address: string;
  export default address;
}
declare module 'pipscribe-images-worker' {
  const address: string;
  export default address;
}
