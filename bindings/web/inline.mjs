// Writes a module as a script that exports it as gzip in Base64: `node inline.mjs MODULE.wasm SCRIPT.js`.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [module, script] = process.argv.slice(2);
writeFileSync(script, `export default '${gzipSync(readFileSync(module), { level: 9 }).toString('base64')}';\n`);
