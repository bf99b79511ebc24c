// Tests the extension with a fake VS Code and a fake server that record their calls.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { editorOf, extension, fakeCode } from './fake.mjs';

const BOARD = {
  game: 'gipf', title: 'GIPF', record: 2, turn: 3, variation: [], move: 'Ga2-c4', seat: 'White', toMove: 'Black', result: null,
  score: null, position: '1W2/2W2/6/7/6/B4/4 b 14,16 0,0 wb -', text: 'the board', svg: '<svg>•</svg>',
  range: { start: { line: 8, character: 4 }, end: { line: 8, character: 13 } }, turns: 5, fault: null,
};
/** Longer than the delay of the board. */
const LONG = 90;

/** Waits until a condition holds. @param {() => unknown} condition */
async function until(condition) {
  for (let tries = 0; tries < 500 && !condition(); tries += 1) await wait(10);
  assert.ok(condition(), String(condition));
}

async function started(answer, extensionPath = '/nowhere') {
  const code = fakeCode();
  const asked = [];
  const own = await extension(code.vscode, (method, given) => {
    asked.push([method, given]);
    return answer ? answer(method, given) : BOARD;
  });
  own.activate({ subscriptions: [], extensionPath });
  const requests = () => asked.filter(([method]) => method === 'pipscribe/board').map(([, given]) => given);
  return { ...code, ...own, asked, requests, run: (name, ...given) => code.done.commands.get(`pipscribe.${name}`)(...given) };
}

async function withBoard(answer) {
  const it = await started(answer);
  it.vscode.window.activeTextEditor = editorOf('[Game "gipf"]\n');
  await it.run('showBoard');
  const [panel] = it.done.panels;
  await panel.said.fire({ type: 'ready' });
  await until(() => it.requests().length === 1);
  await wait(0);
  return { ...it, panel, editor: it.vscode.window.activeTextEditor };
}

test('the server is started for records, and for documents with records', async () => {
  for (const [languageId, text, is] of [
    ['pips', '', true], ['markdown', '# A page\n\n```pips\n```\n', true], ['markdown', '- ~~~pips at=3\n', true],
    ['markdown', '```{.wide .pips}\n', true], ['markdown', 'some pips\n\n```text\n', false], ['markdown', '```pipscribe\n', false],
    ['python', '```pips\n', false],
  ]) {
    const { events, clients } = await started();
    await events.opened.fire(editorOf(text, { languageId }).document);
    await (is ? until(() => clients.length === 1) : wait(LONG));
    assert.equal(clients.length, is ? 1 : 0, text);
  }
});

test('the server is the program in the settings, and receives them', async () => {
  const { done, events, clients } = await started();
  Object.assign(done.settings, { 'pipscribe.path': ' /bin/true ', 'pipscribe.unicode': true });
  await events.opened.fire(editorOf('').document);
  await until(() => clients.length === 1);
  assert.deepEqual(clients[0].server, { command: '/bin/true', args: ['lsp'] });
  assert.deepEqual(clients[0].options.initializationOptions, { theme: 'dark', unicode: true, images: true, inlayHints: {} });
  done.settings['pipscribe.theme'] = 'print';
  await events.configuration.fire({ affectsConfiguration: name => name === 'pipscribe' });
  const [[method, { settings }]] = clients[0].told;
  assert.deepEqual([method, settings.pipscribe.theme], ['workspace/didChangeConfiguration', 'print']);
  await events.configuration.fire({ affectsConfiguration: () => true });
  await until(() => clients.length === 2);
  assert.deepEqual(clients.map(client => client.running), [false, true]);
});

test('a package for one platform contains the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipscribe-package-'));
  try {
    mkdirSync(join(folder, 'server'));
    const program = join(folder, 'server', process.platform === 'win32' ? 'pipscribe.exe' : 'pipscribe');
    writeFileSync(program, '');
    const { done, command } = await started(undefined, folder);
    assert.equal(command(), '/bin/true');
    done.settings['pipscribe.path'] = '';
    assert.equal(command(), program);
    const other = await started();
    other.done.settings['pipscribe.path'] = '';
    assert.equal(other.command(), 'pipscribe');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const [why, path, answer] of [
  ['is not there', '/nowhere/pipscribe', () => null],
  ['has no server', '/bin/false', () => null],
  ['does not answer', '/bin/true', method => (method === 'start' ? new Error('it ended') : null)],
]) {
  test(`where the command ${why} it is said once, with what to do`, async () => {
    const { events, done, run, clients } = await started(answer);
    done.settings['pipscribe.path'] = path;
    await events.opened.fire(editorOf('').document);
    await events.opened.fire(editorOf('').document);
    await until(() => done.messages.some(text => text.includes('in the setting')));
    assert.equal(done.messages.filter(text => text.includes('in the setting `pipscribe.path`')).length, 1);
    assert.ok(clients.length === 0 || path === '/bin/true');
    await run('showBoard');
    await done.panels[0].said.fire({ type: 'ready' });
    await wait(LONG);
    assert.deepEqual(done.panels[0].posted, []);
  });
}

test('the panel shows the board at the cursor', async () => {
  const { panel, requests } = await withBoard();
  const at = { uri: 'file:///games/a.pips' };
  assert.deepEqual(requests(), [{ textDocument: at, position: { line: 0, character: 0 }, theme: 'dark', step: 0 }]);
  const [{ type, shown }] = panel.posted;
  assert.equal(type, 'board');
  assert.equal(shown.heading, 'GIPF, record 2, turn 3: Ga2-c4 (White)');
  assert.deepEqual(shown.lines, ['Black to move']);
  assert.equal(Buffer.from(shown.image.split(',')[1], 'base64').toString(), BOARD.svg);
});

test('it follows the cursor after a delay, with one request', async () => {
  const { panel, editor, events, requests, vscode } = await withBoard();
  for (const character of [1, 2, 3]) {
    const place = new vscode.Position(4, character);
    editor.selection = new vscode.Selection(place, place);
    await events.selection.fire({ textEditor: editor });
  }
  await until(() => requests().length > 1);
  await wait(LONG);
  assert.deepEqual(requests().slice(1).map(asked => asked.position), [{ line: 4, character: 3 }]);
  await events.changed.fire({ document: editor.document });
  await events.changed.fire({ document: editorOf('').document });
  await until(() => requests().length > 2);
  await wait(LONG);
  assert.equal(requests().length, 3);
  panel.visible = false;
  await events.selection.fire({ textEditor: editor });
  await events.selection.fire({ textEditor: editorOf('', { languageId: 'python' }) });
  await wait(LONG);
  assert.equal(requests().length, 3);
});

test('a late answer does not replace a newer one', async () => {
  const answers = [];
  const { panel, editor, events } = await withBoard(method => (method === 'start' ? null : new Promise(done => answers.push(done))));
  await events.selection.fire({ textEditor: editor });
  await until(() => answers.length === 2);
  const [first, second] = answers;
  second({ ...BOARD, turn: 7 });
  await until(() => panel.posted.length === 1);
  first({ ...BOARD, turn: 1 });
  await wait(LONG);
  assert.deepEqual(panel.posted.map(({ shown }) => shown.heading.match(/turn \d/)[0]), ['turn 7']);
});

test('a step in the panel moves the cursor', async () => {
  const { panel, editor, requests } = await withBoard();
  await panel.said.fire({ type: 'step', by: 1 });
  await until(() => panel.posted.length === 2);
  assert.equal(requests().at(-1).step, 1);
  assert.deepEqual({ ...editor.selection.active }, { line: 8, character: 13 });
  assert.equal(panel.posted.at(-1).type, 'board');
});

test('outside of records the panel shows a message', async () => {
  const { panel } = await withBoard(() => null);
  assert.deepEqual(panel.posted, [{ type: 'none', reason: 'Put the cursor into a record to see its board.' }]);
});

test('the panel says why a record has no board', async () => {
  const refused = Object.assign(new Error('this record has no board: The tag `Variant` is missing.'), { code: -32803 });
  const { panel } = await withBoard(method => {
    if (method === 'pipscribe/board') throw refused;
  });
  assert.deepEqual(panel.posted, [{ type: 'none', reason: 'This record has no board: The tag `Variant` is missing.' }]);
});

test('the panel shows the board in each language of the server', async () => {
  const { LANGUAGES } = await extension(fakeCode().vscode);
  assert.ok(LANGUAGES.length > 6);
  for (const languageId of [...LANGUAGES, 'python']) {
    const it = await started();
    it.vscode.window.activeTextEditor = editorOf('', { languageId });
    await it.run('showBoard');
    await it.done.panels[0].said.fire({ type: 'ready' });
    await (languageId === 'python' ? wait(LONG) : until(() => it.requests().length === 1));
    assert.equal(it.requests().length, languageId === 'python' ? 0 : 1, languageId);
  }
});

test('a board has a text description', async () => {
  const { shown } = await extension(fakeCode().vscode);
  const start = { ...BOARD, turn: 0, move: null, seat: null, range: null };
  assert.equal(shown(start).heading, 'GIPF, record 2, the start');
  const over = shown({ ...BOARD, variation: [3, 1], result: '1-0', score: '10-8', fault: 'b3 is full.' });
  assert.equal(over.heading, 'GIPF, record 2, variation 3.1, turn 3: Ga2-c4 (White)');
  assert.deepEqual([over.lines, over.fault], [['Result: 1-0', 'Score: 10-8'], 'b3 is full.']);
});

test('the page of the panel loads nothing', async () => {
  const { page } = await extension(fakeCode().vscode);
  const html = page('abc');
  const policy = html.match(/Content-Security-Policy" content="([^"]+)"/)[1];
  assert.equal(policy, "default-src 'none'; img-src data:; style-src 'nonce-abc'; script-src 'nonce-abc'");
  assert.equal(html.match(/<(?:script|style)\b/g).length, html.match(/<(?:script|style) nonce="abc">/g).length);
  assert.doesNotMatch(html, / on\w+=| style=|https?:/);
  const used = [...html.matchAll(/part\('(\w+)'\)/g)].map(([, id]) => id);
  for (const id of used) assert.match(html, new RegExp(`id="${id}"`));
});

test('the current text of a record is played in a panel and in the browser', async () => {
  const html = '<!DOCTYPE html>\n<title>Ann &amp; Bob</title>\n';
  const { vscode, done, run, asked } = await started(method => (method === 'start' ? null : { html, warnings: [] }));
  vscode.window.activeTextEditor = editorOf('');
  await run('playRecord');
  const at = { uri: 'file:///games/a.pips', position: { line: 0, character: 0 } };
  assert.deepEqual(asked.at(-1), ['workspace/executeCommand', { command: 'pipscribe.play', arguments: [at] }]);
  const [panel] = done.panels;
  assert.deepEqual([panel.type, panel.title, panel.webview.html], ['pipscribe.player', 'Ann & Bob', html]);
  await run('playRecordInBrowser');
  assert.equal(readFileSync(done.opened[0], 'utf8'), html);
});

test('outside of records nothing can be played', async () => {
  const { vscode, done, run } = await started(method => {
    if (method !== 'start') throw new Error('there is no record');
  });
  await run('playRecord');
  vscode.window.activeTextEditor = editorOf('');
  await run('playRecord');
  assert.equal(done.panels.length, 0);
  assert.deepEqual(done.messages, ['Pipscribe: open a record first.', 'Pipscribe: there is no record']);
});

test('code lenses open the panels', async () => {
  const { vscode, done, events, clients, asked } = await started(method => {
    if (method === 'start') return null;
    return method === 'pipscribe/board' ? BOARD : { html: '<title>A game</title>', warnings: [] };
  });
  vscode.window.activeTextEditor = editorOf('');
  await events.opened.fire(vscode.window.activeTextEditor.document);
  await until(() => clients.length === 1);
  const { executeCommand } = clients[0].options.middleware;
  const place = { uri: 'file:///games/a.pips', position: { line: 7, character: 0 } };
  const next = (name, given) => ['next', name, ...given];
  await executeCommand('pipscribe.board', [place], next);
  assert.deepEqual(done.opened, [place.uri]);
  assert.deepEqual({ ...vscode.window.activeTextEditor.selection.active }, place.position);
  await executeCommand('pipscribe.play', [place], next);
  assert.deepEqual(asked.at(-1)[1].arguments, [place]);
  assert.deepEqual(done.panels.map(({ title }) => title), ['Board', 'A game']);
  assert.deepEqual(await executeCommand('pipscribe.explain', ['gipf/line-full'], next), ['next', 'pipscribe.explain', 'gipf/line-full']);
});

test('settings that replace those of the project are sent only if they are set', async () => {
  const { done, ofServer } = await started();
  Object.assign(done.settings, { 'pipscribe.ignore': ['turn'], 'pipscribe.select': null, 'pipscribe.severity': { gipf: 'warning' } });
  const { ignore, severity, ...others } = ofServer();
  assert.deepEqual([ignore, severity], [['turn'], { gipf: 'warning' }]);
  assert.ok(!('select' in others) && !('decks' in others));
});

test('the server is started for documents in other languages', async () => {
  for (const [languageId, text, is] of [
    ['quarto', '```{.pips}\n', true], ['typst', '```pips\n', true], ['latex', '\\begin{pips}\n', true], ['latex', '```pips\n', false],
  ]) {
    const { isForServer } = await started();
    assert.equal(isForServer(editorOf(text, { languageId }).document), is, languageId);
  }
});

/** A parser that only finds fences, with the interface of markdown-it. */
function parser() {
  const rules = [];
  const md = {
    core: { ruler: { push: (_, rule) => rules.push(rule) } },
    renderer: { rules: { fence: (tokens, at) => `<pre>${tokens[at].info}</pre>` } },
    render: markdown => `<div>${markdown}</div>`,
    parsed(src) {
      const tokens = src.split('\n').filter(line => /^```\S/.test(line)).map(line => ({ type: 'fence', info: line.slice(3), meta: null }));
      rules.forEach(rule => rule({ src, tokens, env: { currentDocument: { toString: () => 'file:///a.md' } } }));
      return tokens.map((_, at) => md.renderer.rules.fence(tokens, at, {}, {}, {})).join('');
    },
  };
  return md;
}

test('the Markdown preview shows the figures once the server has drawn them', async () => {
  const code = fakeCode();
  const asked = [];
  const own = await extension(code.vscode, (method, given) => {
    if (given?.command === 'pipscribe.figures') asked.push(given.arguments[0]);
    return { blocks: [{ hidden: false, markdown: '<svg>1' }, { hidden: true, markdown: '<svg>2' }] };
  });
  const md = own.activate({ subscriptions: [], extensionPath: '/nowhere' }).extendMarkdownIt(parser());
  const text = '```pips turn=1\n```\n```rust\n```\n```{.pips hidden}\n```\n';
  assert.equal(md.parsed(text), '<pre>pips turn=1</pre><pre>rust</pre><pre>{.pips hidden}</pre>');
  md.parsed(text);
  await until(() => code.done.messages.includes('markdown.preview.refresh'));
  assert.deepEqual(asked, [{ text, uri: 'file:///a.md', theme: 'dark' }], 'asked once');
  assert.equal(md.parsed(text), '<pre>pips turn=1</pre><div><svg>1</div><pre>rust</pre><div><svg>2</div>');
  // Another number of blocks is not trusted, and a document without blocks asks for nothing.
  assert.equal(md.parsed('```pips\n```\n'), '<pre>pips</pre>');
  md.parsed('```rust\n```\n');
  await until(() => asked.length === 2);
});
