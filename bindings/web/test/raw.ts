// What tests hold against the command byte by byte: the functions of the module as they are.
import '../js/node.js';

export { check, mend, replay, why } from '../dist/glue/pipscribe.js';
