// What tests hold against the command byte by byte: the functions of the module as they are.
import { readFileSync } from 'node:fs';
import * as glue from '../dist/glue/pipscribe.js';

glue.initSync({ module: new WebAssembly.Module(readFileSync(new URL('./pipscribe.wasm', import.meta.url))) });
export const { check, replay, mend, why } = glue;
