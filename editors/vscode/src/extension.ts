// What the extension does: the server, the board at the cursor, the page that plays a record.
import * as vscode from 'vscode';

import { BoardPanel } from './board';
import type { Board } from './board';
import { openPage, pageOf, showPage } from './play';
import { Server, isForServer } from './server';
import { theme } from './settings';

export function activate(context: vscode.ExtensionContext): void {
  const server = new Server();

  const ask = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    step: number,
    cancel?: vscode.CancellationToken,
  ): Promise<Board | null | undefined> => {
    const client = await server.running();
    const asked = {
      textDocument: { uri: document.uri.toString() },
      position: { line: position.line, character: position.character },
      theme: theme(),
      step,
    };
    return client?.sendRequest<Board | null>('pipscribe/board', asked, cancel);
  };

  const board = new BoardPanel(ask);

  /** The page of the record at the cursor, or at a place that a code lens names. */
  const withPage = async (place: unknown, show: (page: string, name: string) => void | Promise<void>): Promise<void> => {
    const editor = await editorAt(place);
    if (!editor) {
      void vscode.window.showInformationMessage('Pipscribe: open a record first.');
      return;
    }
    try {
      const here = await ask(editor.document, editor.selection.active, 0);
      if (!here) {
        void vscode.window.showInformationMessage('Pipscribe: the cursor is in no record whose game is known.');
        return;
      }
      await show(await pageOf(editor.document, here.record), `${here.title}, record ${here.record}`);
    } catch (error) {
      void vscode.window.showErrorMessage(`Pipscribe: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  context.subscriptions.push(
    server,
    board,
    vscode.commands.registerCommand('pipscribe.showBoard', async (place?: unknown) => {
      board.show(await editorAt(place));
    }),
    vscode.commands.registerCommand('pipscribe.playRecord', (place?: unknown) => withPage(place, showPage)),
    vscode.commands.registerCommand('pipscribe.playRecordInBrowser', (place?: unknown) => withPage(place, openPage)),
    vscode.commands.registerCommand('pipscribe.restartServer', () => server.restart()),
    vscode.commands.registerCommand('pipscribe.showOutput', () => server.showOutput()),
    vscode.workspace.onDidChangeConfiguration(async event => {
      if (event.affectsConfiguration('pipscribe.path')) await server.restart();
      else if (event.affectsConfiguration('pipscribe')) await server.tellSettings();
    }),
    vscode.window.onDidChangeActiveColorTheme(() => server.tellSettings()),
    vscode.workspace.onDidOpenTextDocument(document => startFor(document)),
    vscode.workspace.onDidSaveTextDocument(document => startFor(document)),
  );

  const startFor = (document: vscode.TextDocument): void => {
    if (isForServer(document)) void server.running();
  };
  vscode.workspace.textDocuments.forEach(startFor);
}

/** The editor that a command is for: the one at a place that a code lens names, else the one in use. */
async function editorAt(place: unknown): Promise<vscode.TextEditor | undefined> {
  const { uri, position } = (place ?? {}) as { uri?: string; position?: { line: number; character: number } };
  if (typeof uri !== 'string' || !position) return vscode.window.activeTextEditor;
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preview: false });
  const at = new vscode.Position(position.line, position.character);
  editor.selection = new vscode.Selection(at, at);
  return editor;
}
