// Page for tests of the board: `built(wasm, out)` bundles it with the module from `bindings/web`.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

export async function built(glue, out) {
  mkdirSync(out, { recursive: true });
  const made = {
    name: 'made',
    setup(build) {
      build.onResolve({ filter: /^pipscribe-wasm$/ }, () => ({ path: join(glue, 'pipscribe_web.js') }));
      build.onResolve({ filter: /^pipscribe-wasm-file$/ }, ({ path }) => ({ path, namespace: 'made' }));
      build.onLoad({ filter: /.*/, namespace: 'made' }, () => ({ contents: 'export default "./pipscribe.wasm";', loader: 'js' }));
    },
  };
  await esbuild.build({
    entryPoints: [join(here, 'harness.ts')], bundle: true, outfile: join(out, 'harness.js'), format: 'esm', target: 'es2022', charset: 'utf8',
    plugins: [made], logLevel: 'warning',
  });
  writeFileSync(join(out, 'pipscribe.wasm'), readFileSync(join(glue, 'pipscribe_web_bg.wasm')));
  cpSync(join(here, 'harness.html'), join(out, 'index.html'));
  cpSync(join(here, 'harness.css'), join(out, 'harness.css'));
}
