// Firefox by WebDriver BiDi, its own protocol, which needs no other program.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';

// Node has web sockets from version 22 on.
const Socket = globalThis.WebSocket ?? createRequire(import.meta.url)('playwright-core/lib/utilsBundle').ws;

export const firefox = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(path => path && existsSync(path));

/** Starts Firefox. `dark` is its colour scheme. */
export async function startFirefox({ dark = false } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'pips-firefox-'));
  writeFileSync(join(profile, 'user.js'), [
    `user_pref("layout.css.prefers-color-scheme.content-override", ${dark ? 0 : 1});`,
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);', 'user_pref("app.update.enabled", false);',
    'user_pref("browser.shell.checkDefaultBrowser", false);', 'user_pref("network.captive-portal-service.enabled", false);',
  ].join('\n'));
  const child = spawn(firefox, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } });
  const address = await new Promise((resolve, reject) => {
    let told = '';
    child.stderr.on('data', data => {
      told += data;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(told);
      if (found) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`Firefox has ended: ${told}`)));
    setTimeout(() => reject(new Error(`Firefox does not answer: ${told}`)), 120_000).unref();
  });
  const socket = new Socket(`${address}/session`);
  await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = () => reject(new Error('no connection to Firefox')); });
  const waiting = new Map();
  const complaints = [];
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === 'log.entryAdded' && message.params.level === 'error') complaints.push(message.params.text);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === 'error') reject?.(new Error(message.message));
    else resolve?.(message.result);
  };
  const send = (method, params = {}) => new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, { resolve, reject });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // The first tab never has the focus, without which keys press no buttons.
  const { context } = await send('browsingContext.create', { type: 'tab' });
  const evaluate = async (expression, ...args) => {
    const { result, exceptionDetails } = await send('script.callFunction', {
      functionDeclaration: `async (...args) => JSON.stringify(await (${expression})(...args.map(arg => JSON.parse(arg))))`, awaitPromise: true, target: { context },
      arguments: args.map(arg => ({ type: 'string', value: JSON.stringify(arg) })), userActivation: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  };
  return {
    complaints,
    evaluate,
    goto: url => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    size: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    /** Waits until a function returns a true value. */
    async until(expression, ...args) {
      for (let tries = 0; tries < 600; tries += 1) {
        if (await evaluate(expression, ...args)) return;
        await new Promise(resolve => setTimeout(resolve, 50));
      }
      throw new Error(`this does not become true: ${expression}`);
    },
    async click(x, y) {
      const pointer = [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: pointer }] });
    },
    async move(x, y) {
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }] }] });
    },
    async press(...keys) {
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: keys.flatMap(value => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }] });
    },
    async screenshot(path) {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      writeFileSync(path, Buffer.from(data, 'base64'));
    },
    async stop() {
      socket.close();
      const ended = new Promise(resolve => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
