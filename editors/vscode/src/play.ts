// The page that plays a record: what `pipscribe render --format html` makes, in a panel or in the browser.
import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import * as vscode from 'vscode';

import { command } from './settings';

/** What is run for the page of a record. */
export interface Run {
  arguments: string[];
  /** The folder that it is run in: where the decks lie that the record names. */
  folder: string | undefined;
  /** What it reads; nothing where it reads the file itself. */
  input: string | undefined;
}

/** What is run for a record of a document, counted from 1. */
export function run(document: vscode.TextDocument, record: number): Run {
  const isFile = document.uri.scheme === 'file';
  // A page of Markdown is one by its name, so it is read from its file.
  const readsFile = isFile && (!document.isDirty || document.languageId === 'markdown');
  const path = readsFile ? document.uri.fsPath : '-';
  return {
    arguments: ['render', '--format', 'html', '--record', String(record), '--', path],
    folder: isFile ? dirname(document.uri.fsPath) : undefined,
    input: readsFile ? undefined : document.getText(),
  };
}

/** The page of a record. Rejects with what the command says where it makes none. */
export async function pageOf(document: vscode.TextDocument, record: number): Promise<string> {
  const isPage = document.languageId === 'markdown';
  if (isPage && document.isDirty) await document.save();
  const { arguments: given, folder, input } = run(document, record);
  return new Promise((resolve, reject) => {
    const child = spawn(command(), given, { cwd: folder, windowsHide: true });
    const made: Buffer[] = [];
    const told: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => made.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => told.push(bytes));
    child.on('error', reject);
    child.on('close', () => {
      // A record with findings is played all the same.
      const page = Buffer.concat(made).toString();
      if (page.includes('</html>')) resolve(page);
      else reject(new Error(Buffer.concat(told).toString().trim() || 'the command made no page'));
    });
    // A command that ends without reading says why by itself.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

/** Plays a record in a panel. The page brings its own policy, which lets nothing in but its own script and style. */
export function showPage(page: string, name: string): void {
  const panel = vscode.window.createWebviewPanel(
    'pipscribe.player',
    name,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
    { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
  );
  panel.webview.html = page;
}

/** Plays a record in the browser. */
export async function openPage(page: string): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'pipscribe-')), 'record.html');
  await writeFile(file, page);
  await vscode.env.openExternal(vscode.Uri.file(file));
}
