/** Sets how to get the second part: `get` returns its module at once. */
export declare function provideSecond(get: () => WebAssembly.Module): void;
/** Puts the second part in place. `first` are the exports of the first part. */
export declare function complete(first: WebAssembly.Exports, module: WebAssembly.Module): void;
