// What the first module asks of the others. It is the same for the package and for the page; each says how a module comes.
const brought = {};
let lacked;

/** Says how a module comes: `bring` gives its functions, or nothing where it is not loaded. */
export function provide(name, bring) {
  brought[name] = bring;
}

/** A module, or nothing where it is not loaded, which is kept in mind. */
export function part(name) {
  const found = brought[name]?.();
  if (!found) lacked ??= name;
  return found;
}

/** Which module was asked for and not loaded, if any; afterwards none. */
export function takeLacked() {
  const name = lacked;
  lacked = undefined;
  return name;
}

// What Rust calls. What comes of it where a module is not loaded is thrown away.
export const encodingLike = bytes => part('formats')?.encodingLike(bytes);
export const codeBlocks = text => part('formats')?.codeBlocks(text) ?? new Uint32Array();
export const lacking = text => part('images')?.lacking(text) ?? '';
export const outlined = (...words) => part('images')?.outlined(...words) ?? new Int32Array();
