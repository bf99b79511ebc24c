// Scripts that build.sh writes into `dist/inline`: a module as gzip in Base64.
declare module '*.wasm.js' {
  const packed: string;
  export default packed;
}
