// Functions of the module without the wrapper, for byte-by-byte comparison with the CLI.
export { check, mend, replay, why } from '../dist/glue/pipscribe.js';
// Loads the modules.
export { init } from '../js/node.js';
