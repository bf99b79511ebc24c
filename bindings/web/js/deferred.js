// The second part of the first module of the web app, which `split.mjs` makes. It has the functions that are not needed
// for opening and showing a record.
let second;

/** Sets how to get the second part: `get` returns its module at once. */
export function provideSecond(get) {
  second = get;
}

/** Puts the second part in place: its functions go into the table of the first part, whose exports are `first`. */
export function complete(first, module) {
  if (first.isWhole.value) return;
  new WebAssembly.Instance(module, { first });
  first.isWhole.value = 1;
}

/** Returns what the first part imports: a function that it calls when it needs the second. */
export function imports(first) {
  return { load: () => complete(first(), second()) };
}
