// The extension: the server, the board at the cursor, the player of a record.
import * as vscode from 'vscode';

import { BoardPanel } from './board';
import type { Board } from './board';
import { playInBrowser, playInPanel } from './play';
import type { Played } from './play';
import { MarkdownPreview } from './preview';
import { Server, isForServer } from './server';
import { findBundled, theme } from './settings';

/** A place of a document, in the form of code lenses. */
interface Place {
  uri: string;
  position: { line: number; character: number };
}

/** Interface of the extension for VS Code's Markdown preview. */
interface Extension {
  extendMarkdownIt: MarkdownPreview['extend'];
}

export function activate(context: vscode.ExtensionContext): Extension {
  findBundled(context.extensionPath);

  // The server only answers its commands; the extension shows the answers.
  const server = new Server({
    'pipscribe.board': place => showBoard(place),
    'pipscribe.play': place => play(place, playInPanel),
  });

  const board = new BoardPanel(async (document, position, step, cancel) => {
    const client = await server.running();
    const asked = { textDocument: { uri: document.uri.toString() }, position: plain(position), theme: theme(), step };
    return client?.sendRequest<Board | null>('pipscribe/board', asked, cancel);
  });

  const showBoard = async (place?: unknown): Promise<void> => board.show(await editorAt(place));

  const play = async (place: unknown, show: (played: Played) => void | Promise<void>): Promise<void> => {
    const at = isPlace(place) ? place : cursor();
    if (!at) {
      void vscode.window.showInformationMessage('Pipscribe: open a record first.');
      return;
    }
    try {
      const client = await server.running();
      const asked = { command: 'pipscribe.play', arguments: [at] };
      const played = await client?.sendRequest<Played | null>('workspace/executeCommand', asked);
      if (played) await show(played);
    } catch (error) {
      void vscode.window.showErrorMessage(`Pipscribe: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const preview = new MarkdownPreview(server);

  const startFor = (document: vscode.TextDocument): void => {
    if (isForServer(document)) void server.running();
  };

  context.subscriptions.push(
    server,
    board,
    vscode.commands.registerCommand('pipscribe.showBoard', showBoard),
    vscode.commands.registerCommand('pipscribe.playRecord', () => play(undefined, playInPanel)),
    vscode.commands.registerCommand('pipscribe.playRecordInBrowser', () => play(undefined, playInBrowser)),
    vscode.commands.registerCommand('pipscribe.restartServer', () => server.restart()),
    vscode.commands.registerCommand('pipscribe.showOutput', () => server.showOutput()),
    vscode.workspace.onDidChangeConfiguration(async event => {
      if (event.affectsConfiguration('pipscribe')) preview.forget();
      if (event.affectsConfiguration('pipscribe.path')) await server.restart();
      else if (event.affectsConfiguration('pipscribe')) await server.tellSettings();
    }),
    vscode.window.onDidChangeActiveColorTheme(() => {
      preview.forget();
      return server.tellSettings();
    }),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidSaveTextDocument(startFor),
  );
  vscode.workspace.textDocuments.forEach(startFor);
  return { extendMarkdownIt: md => preview.extend(md) };
}

function isPlace(place: unknown): place is Place {
  const { uri, position } = (place ?? {}) as Partial<Place>;
  return typeof uri === 'string' && typeof position?.line === 'number';
}

function plain({ line, character }: vscode.Position): Place['position'] {
  return { line, character };
}

/** The place of the cursor. */
function cursor(): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: editor.document.uri.toString(), position: plain(editor.selection.active) };
}

/** The editor of a command: the one at the place of a code lens, otherwise the active one. */
async function editorAt(place: unknown): Promise<vscode.TextEditor | undefined> {
  if (!isPlace(place)) return vscode.window.activeTextEditor;
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(place.uri), { preview: false });
  const at = new vscode.Position(place.position.line, place.position.character);
  editor.selection = new vscode.Selection(at, at);
  return editor;
}
