// The panel with the board at the cursor.
import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { LANGUAGES } from './server';

/** The answer of the server for a place; server/src/board.rs describes its parts. */
export interface Board {
  title: string;
  record: number;
  turn: number;
  variation: number[];
  move: string | null;
  seat: string | null;
  toMove: string;
  result: string | null;
  score: string | null;
  position: string;
  text: string;
  svg: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } } | null;
  fault: string | null;
}

/** Asks the server for the board at a place, `step` turns later in its line. */
export type AskBoard = (
  document: vscode.TextDocument,
  position: vscode.Position,
  step: number,
  cancel: vscode.CancellationToken,
) => Promise<Board | null | undefined>;

/** The delay after which the board follows the cursor, in milliseconds. */
const REST = 40;

/** The code of LSP for a request that cannot be answered. */
const REQUEST_FAILED = -32803;

/** The text of the panel without a record. */
const NO_RECORD = 'Put the cursor into a record to see its board.';

/** A message of the page in the panel. */
interface Said {
  type: 'ready' | 'step';
  by?: number;
}

/** The parts of the panel, as its page shows them. */
export interface Shown {
  /** The address of the image. */
  image: string;
  /** The text description of the board. */
  text: string;
  heading: string;
  lines: string[];
  fault: string;
  position: string;
}

/** The answer to a request: a board, no board, or the reason why there is none. */
type Answer = { board: Board | null } | { reason: string };

/** Returns the parts of the panel for a board. */
export function shown(board: Board): Shown {
  const line = board.variation.length > 0 ? `, variation ${board.variation.join('.')}` : '';
  const turn = board.turn === 0 ? 'the start' : `turn ${board.turn}: ${board.move} (${board.seat})`;
  const over = board.result === null ? `${board.toMove} to move` : `Result: ${board.result}`;
  return {
    image: `data:image/svg+xml;base64,${Buffer.from(board.svg).toString('base64')}`,
    text: board.text,
    heading: `${board.title}, record ${board.record}${line}, ${turn}`,
    lines: [over, ...(board.score === null ? [] : [`Score: ${board.score}`])],
    fault: board.fault ?? '',
    position: board.position,
  };
}

export class BoardPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  /** The editor that the panel follows: the last one with a board to show. */
  private editor: vscode.TextEditor | undefined;
  private asked: vscode.CancellationTokenSource | undefined;
  private rest: NodeJS.Timeout | undefined;
  private readonly listeners: vscode.Disposable;

  constructor(private readonly ask: AskBoard) {
    this.listeners = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection(event => this.follow(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor(editor => editor && this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(event => {
        if (this.editor && event.document === this.editor.document) this.follow(this.editor);
      }),
      vscode.window.onDidChangeActiveColorTheme(() => this.editor && this.follow(this.editor)),
    );
  }

  /** Opens the panel, or brings it forward, with the board at the cursor. */
  show(editor: vscode.TextEditor | undefined): void {
    if (editor && isOfRecords(editor)) this.editor = editor;
    if (this.panel) {
      this.panel.reveal(undefined, true);
      void this.update();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      'pipscribe.board',
      'Board',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [] },
    );
    panel.webview.onDidReceiveMessage((said: Said) => {
      if (said.type === 'ready') void this.update();
      else if (said.type === 'step') void this.step(Math.sign(Number(said.by) || 0));
    });
    panel.onDidChangeViewState(() => panel.visible && void this.update());
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.stop();
    });
    panel.webview.html = page(randomBytes(16).toString('hex'));
    this.panel = panel;
  }

  dispose(): void {
    this.stop();
    this.listeners.dispose();
    this.panel?.dispose();
  }

  private stop(): void {
    clearTimeout(this.rest);
    this.asked?.cancel();
  }

  private follow(editor: vscode.TextEditor): void {
    if (!this.panel?.visible || !isOfRecords(editor)) return;
    this.editor = editor;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.update(), REST);
  }

  /** Asks for the board at the cursor, and cancels the previous request. */
  private async request(step: number): Promise<Answer | undefined> {
    this.asked?.cancel();
    const asked = new vscode.CancellationTokenSource();
    this.asked = asked;
    if (!this.editor) return undefined;
    try {
      const board = await this.ask(this.editor.document, this.editor.selection.active, step, asked.token);
      return asked.token.isCancellationRequested || board === undefined ? undefined : { board };
    } catch (error) {
      if (asked.token.isCancellationRequested) return undefined;
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (code === REQUEST_FAILED && typeof message === 'string') return { reason: message };
      // If the server is busy or gone, the board does not change.
      console.warn('Pipscribe: no board', error);
      return undefined;
    }
  }

  private async update(): Promise<void> {
    const answer = await this.request(0);
    if (answer === undefined) return;
    await this.panel?.webview.postMessage(messageOf(answer));
  }

  /** Moves the cursor to the turn before or after, in the same line; the board follows. */
  private async step(by: number): Promise<void> {
    const editor = this.editor;
    const answer = await this.request(by);
    const board = answer && 'board' in answer ? answer.board : null;
    if (!editor || !board) return;
    const end = board.range?.end;
    // Before the first turn of a record, there is no turn to which the cursor could move.
    if (end) {
      const place = new vscode.Position(end.line, end.character);
      editor.selection = new vscode.Selection(place, place);
      editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
    await this.panel?.webview.postMessage({ type: 'board', shown: shown(board) });
  }
}

/** The message to the page of the panel. */
function messageOf(answer: Answer): object {
  if ('reason' in answer) return { type: 'none', reason: `${answer.reason.charAt(0).toUpperCase()}${answer.reason.slice(1)}` };
  return answer.board === null ? { type: 'none', reason: NO_RECORD } : { type: 'board', shown: shown(answer.board) };
}

function isOfRecords(editor: vscode.TextEditor): boolean {
  return LANGUAGES.includes(editor.document.languageId);
}

/** The page in the panel. It loads nothing; the answer of the server is inserted as text and as an image. */
export function page(nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Board</title>
<style nonce="${nonce}">
body { color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); margin: 0; padding: 0.75rem; }
main { display: flex; flex-direction: column; gap: 0.5rem; min-height: calc(100vh - 1.5rem); }
h1 { font-size: 1.1em; font-weight: 600; margin: 0; }
p { margin: 0; }
#image { flex: 1 1 0; min-height: 12rem; max-width: 100%; object-fit: contain; object-position: top left; }
#fault { color: var(--vscode-editorError-foreground); }
#position { font-family: var(--vscode-editor-font-family); overflow-wrap: anywhere; user-select: all; }
button { background: var(--vscode-button-secondaryBackground); border: 1px solid var(--vscode-button-border, transparent);
  color: var(--vscode-button-secondaryForeground); cursor: pointer; font: inherit; padding: 0.25rem 0.75rem; }
button:hover { background: var(--vscode-button-secondaryHoverBackground); }
[hidden] { display: none !important; }
</style>
</head>
<body>
<main>
<p id="none" role="status">${NO_RECORD}</p>
<h1 id="heading" hidden></h1>
<p id="fault" role="status" hidden></p>
<img id="image" alt="" hidden>
<div id="rest" hidden>
<p><button type="button" data-by="-1" title="Turn before (←)">◀ Back</button> <button type="button" data-by="1" title="Turn after (→)">On ▶</button></p>
<div id="lines"></div>
<p><code id="position" title="The position, as the tag Position has it"></code></p>
</div>
</main>
<script nonce="${nonce}">
const api = acquireVsCodeApi();
const part = id => document.getElementById(id);
const step = by => api.postMessage({ type: 'step', by });
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => step(Number(button.dataset.by)));
addEventListener('keydown', event => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && !event.altKey && !event.ctrlKey && !event.metaKey) { step(by); event.preventDefault(); }
});
addEventListener('message', ({ data }) => {
  const shown = data.type === 'board' ? data.shown : undefined;
  part('none').hidden = Boolean(shown);
  part('none').textContent = data.reason ?? '';
  for (const id of ['heading', 'image', 'rest']) part(id).hidden = !shown;
  part('fault').hidden = !shown?.fault;
  if (!shown) return;
  part('heading').textContent = shown.heading;
  part('fault').textContent = shown.fault;
  part('image').src = shown.image;
  part('image').alt = shown.text;
  part('position').textContent = shown.position;
  part('lines').replaceChildren(...shown.lines.map(line => Object.assign(document.createElement('p'), { textContent: line })));
});
api.postMessage({ type: 'ready' });
</script>
</body>
</html>`;
}
