// Builds the web app: `node build.mjs --wasm FOLDER [--out FOLDER]`. FOLDER contains the output of `bindings/web`
// (pipscribe_web.js, pipscribe_web_bg.wasm, the same for `formats` and `images`, parts.js and deferred.js, and if the first
// module is split, pipscribe_web_second.wasm). `pipscribe` (or
// $PIPSCRIBE) draws the first board.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';

import { starts } from './starts.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'docs/book/app') }, wasm: { type: 'string' } } });
if (!values.wasm) throw new Error('usage: node build.mjs --wasm FOLDER [--out FOLDER]');
const out = resolve(values.out);
const glue = resolve(values.wasm);

const digest = bytes => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/** Writes a file under a name that contains a hash of its bytes. */
function named(name, ending, bytes) {
  const file = `${name}-${digest(bytes)}.${ending}`;
  writeFileSync(join(out, file), bytes);
  return file;
}

/** Plugin for modules that the build generates: addresses of files, and the examples. */
function made(modules) {
  return {
    name: 'made',
    setup(build) {
      build.onResolve({ filter: /^pipscribe-/ }, ({ path }) => {
        const file = { 'pipscribe-wasm': 'pipscribe_web.js', 'pipscribe-formats': 'formats.js', 'pipscribe-images': 'images.js', 'pipscribe-parts': 'parts.js', 'pipscribe-deferred': 'deferred.js' }[path];
        return file ? { path: join(glue, file) } : { path, namespace: 'made' };
      });
      build.onLoad({ filter: /.*/, namespace: 'made' }, ({ path }) => ({ contents: `export default ${JSON.stringify(modules[path])};`, loader: 'js' }));
    },
  };
}

/** Options that all bundles share. */
const bundled = { bundle: true, minify: true, target: 'es2022', charset: 'utf8', legalComments: 'none', logLevel: 'warning' };

/** Bundles a file. Returns its text. */
async function bundle(entry, format = 'esm', modules = {}, define = {}) {
  const { outputFiles } = await esbuild.build({
    ...bundled, entryPoints: [join(here, 'src', entry)], write: false, format, define, plugins: [made(modules)],
  });
  return outputFiles[0].contents;
}

/** Omits the Markdown library from the client of the language server, which never converts Markdown here. */
const withoutMarked = {
  name: 'without-marked',
  setup(build) {
    build.onResolve({ filter: /^marked$/ }, ({ importer }) => (/[\\/]lsp-client[\\/]/.test(importer) ? { path: 'marked', namespace: 'omitted' } : undefined));
    build.onLoad({ filter: /.*/, namespace: 'omitted' }, () => ({ contents: 'export class Marked {}' }));
  },
};

/**
 * Bundles a script in several files: what it imports dynamically is loaded when it is needed. Returns the first file, and
 * those that the whole web app needs at once.
 */
async function split(entry, first, modules) {
  const name = basename(entry, '.ts');
  const { metafile } = await esbuild.build({
    ...bundled, entryPoints: [join(here, 'src', entry)], outdir: out, format: 'esm', splitting: true, metafile: true,
    entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]', plugins: [made(modules), withoutMarked],
  });
  const outputs = Object.entries(metafile.outputs);
  const [file] = outputs.find(([file]) => basename(file).startsWith(`${name}-`));
  const [app, { imports }] = outputs.find(([, { entryPoint }]) => entryPoint && basename(entryPoint) === first);
  return [file, app, ...imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)].map(path => basename(path));
}

const wasm = named('pipscribe', 'wasm', readFileSync(join(glue, 'pipscribe_web_bg.wasm')));
const second = join(glue, 'pipscribe_web_second.wasm');
// Tests do not split the module.
const secondFile = existsSync(second) ? `./${named('pipscribe-second', 'wasm', readFileSync(second))}` : '';
const formats = named('formats', 'wasm', readFileSync(join(glue, 'formats_bg.wasm')));
const images = named('images', 'wasm', readFileSync(join(glue, 'images_bg.wasm')));
const files = { 'pipscribe-wasm-file': `./${wasm}`, 'pipscribe-second-file': secondFile, 'pipscribe-formats-file': `./${formats}`, 'pipscribe-images-file': `./${images}` };
const worker = named('worker', 'js', await bundle('engine/worker.ts', 'esm', files));
const all = starts(root);
const imagesWorker = named('images', 'js', await bundle('files/images-worker.ts', 'esm', { 'pipscribe-images-file': `./${images}` }));
const [{ example }] = all;
const command = process.env.PIPSCRIBE ?? 'pipscribe';
/** Returns the turn that a record has wrong, and the likeliest fix. */
function fixOf(file) {
  const { stdout, error } = spawnSync(command, ['mend', '--format', 'json', join(root, 'corpus', file)], { encoding: 'utf8' });
  if (error) throw new Error(`Set PIPSCRIBE to the path of the program \`pipscribe\`: ${error.message}`);
  const { turn, was, now } = JSON.parse(stdout).mends[0].edits[0];
  return { turn, was, now };
}
const bare = ({ name, text, at }) => ({ name, text, at });
const told = all.map(({ picture, ...game }) => ({
  ...game, example: bare(game.example), mistake: { ...bare(game.mistake), fix: fixOf(game.mistake.file) }, edge: bare(game.edge),
}));
const [main, ...shared] = await split('main.ts', 'app.ts', { 'pipscribe-worker': `./${worker}`, 'pipscribe-images-worker': `./${imagesWorker}`, 'pipscribe-starts': told });
const draw = (file, ...options) => execFileSync(command, ['render', join(root, 'corpus', file), ...options], { encoding: 'utf8' });

/** Returns the colours of a theme of figures as custom properties. The player lists them all. */
function coloursOf(theme) {
  const [, list] = /:root,:host\{([^}]*)\}/.exec(draw(example.file, '--format', 'html', '--theme', theme)) ?? [];
  if (!list) throw new Error(`the player has no colours of the theme ${theme}`);
  return list.split(';').map(rule => rule.split(':')).filter(([name]) => name.startsWith('--pips-'));
}

const dark = new Map(coloursOf('dark'));
const colours = coloursOf('screen').map(([name, light]) => `${name}:light-dark(${light},${dark.get(name)})`).join(';');
// The first board waits for the style sheet, so it is inlined.
const style = `${Buffer.from(await bundle('style.css')).toString().trim()}:root{${colours}}`;
const theme = named('theme', 'js', await bundle('theme.ts', 'iife'));

// The pictures of the games are inlined, so that they are visible before anything else is loaded.
const escaped = text => text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

/** Crops a drawing to its parts, without the margin that the labels of places would need. */
function cropped(svg) {
  const drawn = svg.replace(/<g class="ground"[^]*?<\/g>/, '').replace(/<style>[^]*?<\/style>/g, '');
  const [xs, ys] = [[], []];
  const add = (x, y, by = 0) => {
    xs.push(x - by, x + by);
    ys.push(y - by, y + by);
  };
  for (const [, x, y, r] of drawn.matchAll(/<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"/g)) add(+x, +y, +r);
  for (const [, x1, y1, x2, y2] of drawn.matchAll(/<line x1="([^"]*)" y1="([^"]*)" x2="([^"]*)" y2="([^"]*)"/g)) [[x1, y1], [x2, y2]].forEach(([x, y]) => add(+x, +y));
  for (const [, list] of drawn.matchAll(/ (?:points|d)="([^"]*)"/g)) (list.match(/-?[\d.]+/g) ?? []).forEach((value, at) => (at % 2 ? ys : xs).push(+value));
  // Half of the widest line.
  const margin = 2;
  const [left, top, right, bottom] = [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
  const [width, height] = [right - left, bottom - top].map(size => size.toFixed(2));
  return svg.replace(/ width="[^"]*" height="[^"]*" viewBox="[^"]*"/, ` width="${width}" height="${height}" viewBox="${left.toFixed(2)} ${top.toFixed(2)} ${width} ${height}"`);
}
const picture = ({ game, title, picture: [file, turn] }) => {
  const drawn = draw(file, ...(turn ? ['--turn', String(turn)] : []), '--format', 'svg', '--theme', 'screen', '--no-notes', '--no-last', '--coordinates', 'none');
  return `<button class="picture" type="button" data-game="${game}">${cropped(drawn).trim().replace('<svg ', '<svg aria-hidden="true" ')}<span>${escaped(title)}</span></button>`;
};
const preloads = shared.map(file => `<link rel="modulepreload" href="${file}">`).join('\n');
const parts = { style, theme, main, preloads, pictures: all.map(picture).join('') };
const html = readFileSync(join(here, 'src/index.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(join(out, 'index.html'), html);
for (const asset of readdirSync(join(here, 'assets'))) cpSync(join(here, 'assets', asset), join(out, asset));

const written = readdirSync(out).sort();
const version = digest(Buffer.concat(written.map(file => readFileSync(join(out, file)))));
const kept = ['./', ...written.map(file => `./${basename(file)}`)];
const keeper = await bundle('sw.ts', 'iife', {}, { FILES: JSON.stringify(kept), VERSION: JSON.stringify(version) });
writeFileSync(join(out, 'sw.js'), keeper);

for (const file of readdirSync(out)) console.log(`${String(readFileSync(join(out, file)).length).padStart(9)}  ${relative(process.cwd(), join(out, file))}`);
