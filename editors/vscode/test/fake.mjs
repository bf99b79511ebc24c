// Loads the extension's code with a fake VS Code that only records calls.
import { mkdtempSync, rmSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const require = createRequire(import.meta.url);

class Emitter {
  listeners = new Set();
  /** An event of VS Code, `onDid…`. */
  event = listener => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  async fire(value) {
    for (const listener of this.listeners) await listener(value);
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    this.active = active;
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false };
  cancel() {
    this.token.isCancellationRequested = true;
  }
}

class Disposable {
  static from(...all) {
    return { dispose: () => all.forEach(one => one.dispose()) };
  }
}

/** The part of the VS Code API that the extension uses, with a record of its calls. */
export function fakeCode() {
  const events = Object.fromEntries(
    ['selection', 'active', 'changed', 'theme', 'configuration', 'opened', 'saved'].map(name => [name, new Emitter()]),
  );
  // A program that succeeds with any arguments.
  const settings = { 'pipscribe.path': '/bin/true' };
  const done = { commands: new Map(), panels: [], messages: [], opened: [], settings, shown: [] };
  const window = {
    activeTextEditor: undefined,
    activeColorTheme: { kind: 2 },
    onDidChangeTextEditorSelection: events.selection.event,
    onDidChangeActiveTextEditor: events.active.event,
    onDidChangeActiveColorTheme: events.theme.event,
    createOutputChannel: () => ({ error: text => done.messages.push(text), show: () => done.shown.push('output'), dispose() {} }),
    showErrorMessage: async text => void done.messages.push(text),
    showInformationMessage: async text => void done.messages.push(text),
    showTextDocument: async uri => {
      done.opened.push(String(uri));
      return window.activeTextEditor;
    },
    createWebviewPanel: (type, title, column, options) => {
      const [said, state, disposed] = [new Emitter(), new Emitter(), new Emitter()];
      const panel = {
        type, title, options, visible: true, posted: [], said, state,
        webview: { html: '', onDidReceiveMessage: said.event, postMessage: async message => panel.posted.push(message) },
        onDidChangeViewState: state.event,
        onDidDispose: disposed.event,
        reveal: () => done.shown.push(type),
        dispose: () => disposed.fire(),
      };
      done.panels.push(panel);
      return panel;
    },
  };
  const vscode = {
    window,
    workspace: {
      textDocuments: [],
      getConfiguration: section => ({ get: key => done.settings[`${section}.${key}`] }),
      onDidChangeTextDocument: events.changed.event,
      onDidChangeConfiguration: events.configuration.event,
      onDidOpenTextDocument: events.opened.event,
      onDidSaveTextDocument: events.saved.event,
    },
    commands: {
      registerCommand: (name, run) => {
        done.commands.set(name, run);
        return { dispose() {} };
      },
      executeCommand: async (...given) => void done.messages.push(given.join(' ')),
    },
    env: { openExternal: async uri => void done.opened.push(uri.fsPath) },
    Uri: { parse: text => ({ toString: () => text }), file: path => ({ scheme: 'file', fsPath: path, toString: () => `file://${path}` }) },
    ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
    ViewColumn: { Beside: -2 },
    TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
    CancellationTokenSource, Disposable, Position, Range, Selection,
  };
  return { vscode, events, done };
}

/** A document with its editor. */
export function editorOf(text, { path = '/games/a.pips', languageId = 'pips', isDirty = false, scheme = 'file' } = {}) {
  const document = {
    languageId, isDirty,
    uri: { scheme, fsPath: path, toString: () => `${scheme}://${path}` },
    getText: () => text,
    save: async () => {
      document.isDirty = false;
      return true;
    },
  };
  const at = new Position(0, 0);
  return { document, selection: new Selection(at, at), revealRange() {} };
}

/**
 * All exports of the extension's files, with the fake `vscode` and language client.
 * @param {object} vscode @param {(method: string, asked: object) => unknown} answer the answers of the server
 */
export async function extension(vscode, answer = () => null) {
  const clients = [];
  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { id, server, options, told: [], running: false });
      clients.push(this);
    }
    async start() {
      const refused = answer('start', this.server);
      if (refused instanceof Error) throw refused;
      this.running = true;
    }
    async sendRequest(method, asked) {
      return answer(method, asked);
    }
    async sendNotification(method, said) {
      this.told.push([method, said]);
    }
    async dispose() {
      this.running = false;
    }
  }
  const given = new Map([['vscode', vscode], ['vscode-languageclient/node', { LanguageClient }]]);
  const folder = mkdtempSync(join(tmpdir(), 'pipscribe-'));
  const load = Module._load;
  try {
    const file = join(folder, 'extension.cjs');
    await build({
      stdin: {
        contents: ['extension', 'board', 'play', 'preview', 'server', 'settings'].map(name => `export * from './${name}';`).join('\n'),
        resolveDir: fileURLToPath(new URL('../src', import.meta.url)),
      },
      outfile: file, bundle: true, platform: 'node', format: 'cjs', external: [...given.keys()], logLevel: 'error',
    });
    Module._load = (name, ...rest) => given.get(name) ?? load(name, ...rest);
    return { ...require(file), clients };
  } finally {
    Module._load = load;
    rmSync(folder, { recursive: true });
  }
}
