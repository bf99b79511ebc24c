// The extension and the real server, over standard input and output. `PIPSCRIBE` is the path of the program if it is not in target.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import rpc from 'vscode-jsonrpc/node';

import { extension, fakeCode } from './fake.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = process.env.PIPSCRIBE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/pipscribe');
const without = !existsSync(command)
  ? `${command} is not built`
  : spawnSync(command, ['lsp', '--help']).status !== 0 && 'this build has no language server';

const RECORD = readFileSync(`${root}/corpus/readme/opening.pips`, 'utf8');
const LINES = RECORD.split('\n');
const MOVES = LINES.findIndex(line => line.startsWith('1. '));

/** The extension's code, with the server that it starts. */
async function conversation() {
  const { vscode, done } = fakeCode();
  done.settings['pipscribe.path'] = command;
  const own = await extension(vscode);
  own.activate({ subscriptions: [], extensionPath: '/nowhere' });
  const { command: program, args } = own.serverOptions();
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise(resolve => child.on('exit', resolve));
  const server = rpc.createMessageConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
  const diagnostics = new Map();
  server.onNotification('textDocument/publishDiagnostics', said => diagnostics.set(said.uri, said.diagnostics));
  server.onUnhandledNotification(() => undefined);
  server.onRequest(() => null);
  server.listen();
  const answer = await server.sendRequest('initialize', {
    processId: process.pid, rootUri: null, workspaceFolders: null, initializationOptions: own.ofServer(),
    capabilities: {
      general: { positionEncodings: ['utf-16'], markdown: { parser: 'marked', version: '1.1.0' } },
      textDocument: { hover: { contentFormat: ['markdown', 'plaintext'] }, codeLens: {}, publishDiagnostics: {} },
    },
  });
  await server.sendNotification('initialized', {});
  const open = (uri, text, languageId = 'pips') =>
    server.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  const close = async () => {
    await server.sendRequest('shutdown');
    await server.sendNotification('exit');
    assert.equal(await ended, 0);
    server.dispose();
  };
  return { ...own, done, server, capabilities: answer.capabilities, diagnostics, open, close };
}

test('the board at a place of a record has all parts of the panel', { skip: without }, async () => {
  const { server, open, close, shown } = await conversation();
  const uri = 'file:///games/opening.pips';
  await open(uri, RECORD);
  const board = (line, character, step = 0) =>
    server.sendRequest('pipscribe/board', { textDocument: { uri }, position: { line, character }, theme: 'dark', step });
  const third = await board(MOVES, LINES[MOVES].indexOf('c4!'));
  assert.deepEqual([third.record, third.turn, third.move, third.variation], [1, 3, 'Ga2-c4', []]);
  assert.match(third.svg, /^<svg/);
  assert.equal(third.range.end.line, MOVES);
  for (const place of [[MOVES, 0], [MOVES, LINES[MOVES].indexOf('Gh2')], [MOVES - 4, 2]]) {
    const all = shown(await board(...place));
    assert.doesNotMatch(JSON.stringify(all), /undefined|null|NaN/);
    assert.match(all.heading, /^GIPF, record 1/);
  }
  assert.equal((await board(MOVES, LINES[MOVES].indexOf('c4!'), 1)).turn, 4);
  await close();
});

test('also in Markdown, and nothing outside of blocks', { skip: without }, async () => {
  const { server, open, close } = await conversation();
  const uri = 'file:///games/page.md';
  await open(uri, `# Page\n\n\`\`\`pips\n${RECORD}\`\`\`\n`, 'markdown');
  const board = line => server.sendRequest('pipscribe/board', { textDocument: { uri }, position: { line, character: 3 }, step: 0 });
  assert.equal((await board(3 + MOVES)).game, 'gipf');
  assert.equal(await board(0), null);
  await close();
});

test('findings are published', { skip: without }, async () => {
  const { open, close, diagnostics } = await conversation();
  await open('file:///games/wrong.pips', '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n');
  for (let tries = 0; tries < 200 && !diagnostics.has('file:///games/wrong.pips'); tries += 1) await new Promise(done => setTimeout(done, 20));
  assert.deepEqual(diagnostics.get('file:///games/wrong.pips').map(({ code }) => code), ['gipf/not-in-line']);
  await close();
});

test('the server and the extension share no command, and the commands of lenses exist', { skip: without }, async () => {
  const { server, open, close, done, capabilities } = await conversation();
  const served = capabilities.executeCommandProvider?.commands ?? [];
  assert.deepEqual(served.filter(name => done.commands.has(name)), []);
  const uri = 'file:///games/opening.pips';
  await open(uri, RECORD);
  const lenses = await server.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  for (const lens of lenses) {
    const { command: told } = lens.command ? lens : await server.sendRequest('codeLens/resolve', lens);
    assert.ok(told.command === '' || served.includes(told.command) || done.commands.has(told.command), told.command);
  }
  await close();
});

test('the player is made from the current text', { skip: without }, async () => {
  const { server, open, close, titleOf } = await conversation();
  const uri = 'untitled:Untitled-1';
  await open(uri, RECORD);
  const place = { uri, position: { line: MOVES, character: 0 } };
  const { html } = await server.sendRequest('workspace/executeCommand', { command: 'pipscribe.play', arguments: [place] });
  assert.match(html, /Content-Security-Policy/);
  assert.match(titleOf(html), /Ann/);
  await close();
});
