// The editor: CodeMirror with the language server as its only source of what it knows.
import { completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { LSPClient, LSPPlugin, findReferencesKeymap, jumpToDefinitionKeymap, renameKeymap, type Transport } from '@codemirror/lsp-client';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import type { TextEdit } from 'vscode-languageserver-protocol';

import { applyEdits } from './actions';
import { serverTurns } from './completion';
import { serverFindings, type Finding } from './findings';
import { serverHover } from './hover';
import { serverColours } from './tokens';

/** How long an answer may take, in milliseconds: formatting 10 MB does. */
const PATIENCE = 60_000;

/** The turn whose board is shown. */
export const showPlayed = StateEffect.define<{ from: number; to: number } | null>();

const played = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(showPlayed)) continue;
      const range = effect.value;
      now = range && range.from < range.to && range.to <= transaction.newDoc.length
        ? Decoration.set([Decoration.mark({ class: 'cm-played' }).range(range.from, range.to)])
        : Decoration.none;
    }
    return now;
  },
  provide: field => EditorView.decorations.from(field),
});

/** What the editor tells the page. */
export interface Heard {
  findings(findings: Finding[]): void;
  /** The text or the cursor is another. */
  moved(): void;
  actions(): void;
}

/** The client offers to ask for findings, and never does; so the server is to publish them. */
function withoutPulling(transport: Transport): Transport {
  const send = (message: string): void => {
    if (!message.includes('"method":"initialize"')) return transport.send(message);
    const request = JSON.parse(message) as { params: { capabilities: { textDocument: { diagnostic?: unknown } } } };
    delete request.params.capabilities.textDocument.diagnostic;
    transport.send(JSON.stringify(request));
  };
  return { ...transport, send };
}

/** The editor, and what can be done with it. */
export class Editor {
  readonly view: EditorView;
  readonly client: LSPClient;
  private readonly server = new Compartment();

  constructor(parent: HTMLElement, text: string, at: number, private readonly heard: Heard) {
    this.client = new LSPClient({
      rootUri: 'page:///',
      timeout: PATIENCE,
      initializationOptions: { theme: 'screen', delay: 0 },
      extensions: [serverFindings(findings => heard.findings(findings)), {
        clientCapabilities: {
          general: { positionEncodings: ['utf-16'] },
          textDocument: {
            codeAction: { isPreferredSupport: true, codeActionLiteralSupport: { codeActionKind: { valueSet: [''] } } },
            rename: { prepareSupport: true },
            semanticTokens: { requests: { range: true }, formats: ['relative'], tokenTypes: [], tokenModifiers: [] },
          },
          workspace: { workspaceEdit: { documentChanges: false } },
        },
      }],
    });
    this.view = new EditorView({ parent, state: this.state(text, at, []), scrollTo: EditorView.scrollIntoView(at, { y: 'center' }) });
  }

  /** The text's name for the server. */
  readonly uri = 'page:///record.pips';

  get text(): string { return this.view.state.doc.toString(); }

  /** Where the cursor stands. */
  get at(): number { return this.view.state.selection.main.head; }

  /** Begins to talk to the server. */
  connect(transport: Transport): void {
    this.client.connect(withoutPulling(transport));
    this.view.dispatch({ effects: this.server.reconfigure(this.client.plugin(this.uri, 'pips')) });
  }

  /** Makes changes as one step of the history. */
  change(changes: { from: number; to: number; insert: string } | { from: number; to: number; insert: string }[], cursor?: number): void {
    const selection = cursor === undefined ? {} : { selection: { anchor: cursor } };
    this.view.dispatch({ changes, ...selection, scrollIntoView: true, userEvent: 'input.play', annotations: isolateHistory.of('full') });
  }

  /** Puts the cursor somewhere. */
  go(from: number, focus = true): void {
    this.view.dispatch({ selection: { anchor: Math.min(from, this.view.state.doc.length) }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    if (focus) this.view.focus();
  }

  /** Asks the server something of this text, as it is now. */
  async ask<T>(method: string, params: object): Promise<T | null> {
    const plugin = LSPPlugin.get(this.view);
    if (!plugin) return null;
    this.client.sync();
    return this.client.request<object, T>(method, { textDocument: { uri: this.uri }, ...params });
  }

  /** Writes every record in canonical form. */
  async format(): Promise<void> {
    const before = this.view.state.doc;
    const edits = await this.ask<TextEdit[]>('textDocument/formatting', { options: { tabSize: 4, insertSpaces: true } });
    if (edits && this.view.state.doc === before) applyEdits(this.view, edits, 'format');
  }

  private state(text: string, at: number, server: Extension): EditorState {
    const cursor = Math.min(at, text.length);
    const run = (act: () => void) => () => { act(); return true; };
    return EditorState.create({
      doc: text,
      // A text with other ends of lines is shorter here than it was.
      extensions: [
        lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(),
        highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), lintGutter(), EditorView.lineWrapping,
        serverTurns, serverHover, serverColours, played,
        keymap.of([
          { key: 'Mod-.', run: run(() => this.heard.actions()) },
          { key: 'Shift-Alt-f', run: run(() => void this.format()) },
          { key: 'Ctrl-Space', run: startCompletion },
          ...completionKeymap, ...lintKeymap, ...searchKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap,
          ...historyKeymap, ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': 'The text of the record', 'aria-multiline': 'true', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
        EditorView.updateListener.of(update => {
          if (update.docChanged || update.selectionSet) this.heard.moved();
        }),
        this.server.of(server),
      ],
      selection: { anchor: cursor },
    });
  }
}
