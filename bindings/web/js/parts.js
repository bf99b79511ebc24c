// Functions of other modules that the main module calls. Shared by the package and the web app, which load modules in
// different ways.
const brought = {};
let lacked;

/** Sets how to get a module: `bring` returns its functions, or nothing if it is not loaded. */
export function provide(name, bring) {
  brought[name] = bring;
}

/** Returns a module, or nothing if it is not loaded, and remembers that in the latter case. */
export function part(name) {
  const found = brought[name]?.();
  if (!found) lacked ??= name;
  return found;
}

/** Returns the module that was requested without being loaded, if any, and forgets it. */
export function takeLacked() {
  const name = lacked;
  lacked = undefined;
  return name;
}

// Functions called from Rust. If a module is not loaded, their results are discarded.
export const encodingLike = bytes => part('formats')?.encodingLike(bytes);
export const codeBlocks = text => part('formats')?.codeBlocks(text) ?? new Uint32Array();
export const explain = name => part('formats')?.explain(name);
export const lacking = text => part('images')?.lacking(text) ?? '';
export const outlined = (...words) => part('images')?.outlined(...words) ?? new Int32Array();
