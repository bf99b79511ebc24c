// The language server, `pipscribe lsp`: started once a document needs it, and restarted on request.
import { execFile } from 'node:child_process';

import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import type { LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

import { command, ofServer } from './settings';

/** A fence of a block with records, in Markdown or Typst. */
const FENCE = /^[ \t>*+-]*(?:`{3,}|~{3,})[ \t]*(?:pips(?=[ \t,{]|$)|\{[^\n]*\.pips)/m;

/** The start of a block with records in LaTeX. */
const ENVIRONMENT = /^[ \t]*(?:\\begin\{pips\}|%[ \t]*```pips)/m;

/** Languages of documents with blocks of records, and the start of a block in each. */
const BLOCKS: Record<string, RegExp> = {
  markdown: FENCE,
  quarto: FENCE,
  rmd: FENCE,
  mdx: FENCE,
  typst: FENCE,
  latex: ENVIRONMENT,
  tex: ENVIRONMENT,
};

/** Languages of records, and of documents that may have blocks of records. */
export const LANGUAGES: readonly string[] = ['pips', ...Object.keys(BLOCKS)];

/** Returns true if a Markdown text has a block of records. */
export function hasBlock(text: string): boolean {
  return FENCE.test(text);
}

/** Returns true if a document has records. */
export function isForServer(document: vscode.TextDocument): boolean {
  return document.languageId === 'pips' || Boolean(BLOCKS[document.languageId]?.test(document.getText()));
}

/** The command line of the server. */
export function serverOptions(): ServerOptions {
  return { command: command(), args: ['lsp'] };
}

/**
 * The reason why the server cannot be started, if any. It is tested first, because the client would
 * report it less clearly.
 */
function hindrance(): Promise<string | undefined> {
  return new Promise(resolve => {
    execFile(command(), ['lsp', '--help'], { windowsHide: true }, (error, _, told) => resolve(error ? told.trim() || error.message : undefined));
  });
}

/** Handlers that replace the server's commands, by their names. */
export type Shows = Record<string, (argument: unknown) => unknown>;

function clientOptions(output: vscode.LogOutputChannel, shows: Shows): LanguageClientOptions {
  return {
    documentSelector: LANGUAGES.map(language => ({ language })),
    initializationOptions: ofServer(),
    outputChannel: output,
    middleware: {
      executeCommand: (name, given, next) => (shows[name] ? shows[name](given[0]) : next(name, given)),
    },
  };
}

/** Interface to the server for the rest of the extension. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;
  private readonly output = vscode.window.createOutputChannel('Pipscribe', { log: true });

  constructor(private readonly shows: Shows) {}

  /** The client once it runs; `undefined` if the server cannot be started, which has been reported. */
  async running(): Promise<LanguageClient | undefined> {
    this.starting ??= this.start();
    await this.starting;
    return this.client;
  }

  /** Restarts the server with the current settings. */
  async restart(): Promise<void> {
    await this.stop();
    await this.running();
  }

  /** Sends the changed settings to the server. */
  async tellSettings(): Promise<void> {
    await this.starting;
    await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: { pipscribe: ofServer() } });
  }

  showOutput(): void {
    this.output.show(true);
  }

  async stop(): Promise<void> {
    await this.starting;
    const client = this.client;
    this.client = undefined;
    this.starting = undefined;
    await client?.dispose();
  }

  dispose(): void {
    void this.stop();
    this.output.dispose();
  }

  private async start(): Promise<void> {
    const why = await hindrance();
    if (why !== undefined) {
      this.failed(why);
      return;
    }
    const client = new LanguageClient('pipscribe', 'Pipscribe', serverOptions(), clientOptions(this.output, this.shows));
    try {
      await client.start();
      this.client = client;
    } catch (error) {
      this.failed(String(error));
    }
  }

  private failed(why: string): void {
    this.output.error(why);
    // This is not awaited, because the answer may never come.
    void this.explain();
  }

  private async explain(): Promise<void> {
    const settings = 'Open Settings';
    const again = 'Try Again';
    const chosen = await vscode.window.showErrorMessage(
      `Pipscribe: \`${command()} lsp\` cannot be started. Install the command (\`cargo install --locked --path .\` in a clone of Pipscribe), ` +
        'or say where it is in the setting `pipscribe.path`. Colours work without it.',
      settings,
      again,
    );
    if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'pipscribe.path');
    if (chosen === again) await this.restart();
  }
}
