// Builds the package before npm packs it, unless PIPSCRIBE_PACK=built states that `dist` is complete. Then checks that all
// files are there: a package without its modules would install, and import nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

if (process.env.PIPSCRIBE_PACK !== 'built') execFileSync('./build.sh', { stdio: ['ignore', 2, 2] });
const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
const named = Object.values(exports).flatMap(entry => (typeof entry === 'string' ? entry : Object.values(entry).flatMap(one => (typeof one === 'string' ? one : Object.values(one)))));
const inlined = ['pipscribe', 'formats', 'images'].map(name => `dist/inline/${name}.wasm.js`);
const files = [...named.map(file => file.replace('*', 'check')), ...inlined, ...Object.values(bin), 'LICENSE-MIT', 'LICENSE-APACHE', 'LICENSE-OFL', 'THIRD-PARTY-LICENSES'];
const missing = files.filter(file => !existsSync(file));
if (missing.length) {
  console.error(`not in the package: ${missing.join(', ')}`);
  process.exit(1);
}
