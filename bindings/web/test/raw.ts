// What tests hold against the command byte by byte: the functions of the module as they are.
export { check, mend, replay, why } from '../dist/glue/pipscribe.js';
// Which loads the modules.
export { init } from '../js/node.js';
