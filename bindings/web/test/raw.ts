// Functions of the module without the wrapper, for byte-by-byte comparison with the CLI.
export { check, infer, mend, replay, why } from '../dist/glue/pipscribe.js';
import { init } from '../js/node.js';

await init();
