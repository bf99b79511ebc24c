// Editor: CodeMirror with the language server as its only source of language features.
import { completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { LSPClient, LSPPlugin, findReferencesKeymap, jumpToDefinitionKeymap, renameKeymap, type Transport } from '@codemirror/lsp-client';
import { Compartment, EditorState, StateEffect, StateField, type ChangeDesc, type Extension, type Range, type Text } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import type { TextEdit } from 'vscode-languageserver-protocol';

import { applyEdits } from './actions';
import { serverTurns } from './completion';
import { serverFindings, type Finding } from './findings';
import { serverHover } from './hover';
import { serverColours } from './tokens';
import { wholeParts } from './wrapping';

/** Timeout of requests, in milliseconds. Formatting 10 MB takes a long time. */
const PATIENCE = 60_000;

/** Marks the turn whose board is shown. */
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

const changedByFix = Decoration.mark({ class: 'cm-mended' });
/** Marks what a fix has written, until the next edit. */
const mended = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    if (!transaction.docChanged) return marks;
    if (!transaction.isUserEvent('input.mend')) return Decoration.none;
    const written: Range<Decoration>[] = [];
    transaction.changes.iterChanges((_fromBefore, _toBefore, from, to) => {
      if (from < to) written.push(changedByFix.range(from, to));
    });
    return Decoration.set(written);
  },
  provide: field => EditorView.decorations.from(field),
});

/** Returns true for the keys of the search. */
function isSearch({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const name = key.toLowerCase();
  if (!ctrlKey && !metaKey) return name === 'f3' && !altKey;
  return altKey ? name === 'g' : shiftKey ? 'gl'.includes(name) : 'fgd'.includes(name);
}

/** Events of the editor. */
export interface Heard {
  findings(findings: Finding[], text: Text): void;
  /** The text or the cursor has changed. */
  moved(): void;
  /** The text has changed; `isWhole` if all of it was replaced, `isFix` if a suggested fix did it. */
  changed(changes: ChangeDesc, isWhole: boolean, isFix: boolean): void;
  /** A text is pasted in place of all text. Returns true if the paste is handled. */
  pasted(text: string): boolean;
  actions(): void;
}

/**
 * Removes the capability of pulling diagnostics, which the client declares but does not use. The server then publishes
 * them.
 */
function withoutPulling(transport: Transport): Transport {
  const send = (message: string): void => {
    if (!message.includes('"method":"initialize"')) return transport.send(message);
    const request = JSON.parse(message) as { params: { capabilities: { textDocument: { diagnostic?: unknown } } } };
    delete request.params.capabilities.textDocument.diagnostic;
    transport.send(JSON.stringify(request));
  };
  return { ...transport, send };
}

/** The editor with its operations. */
export class Editor {
  readonly view: EditorView;
  readonly client: LSPClient;
  private readonly server = new Compartment();
  private hasSearch = false;

  constructor(parent: HTMLElement, text: string, at: number, private readonly heard: Heard) {
    this.client = new LSPClient({
      rootUri: 'page:///',
      timeout: PATIENCE,
      initializationOptions: { theme: 'screen', delay: 0 },
      extensions: [serverFindings((findings, text) => heard.findings(findings, text)), {
        clientCapabilities: {
          general: { positionEncodings: ['utf-16'] },
          textDocument: {
            codeAction: { isPreferredSupport: true, dataSupport: true, codeActionLiteralSupport: { codeActionKind: { valueSet: [''] } } },
            rename: { prepareSupport: true },
            semanticTokens: { requests: { range: true }, formats: ['relative'], tokenTypes: [], tokenModifiers: [] },
          },
          workspace: { workspaceEdit: { documentChanges: false } },
        },
      }],
    });
    this.view = new EditorView({ parent, state: this.state(text, at, []), scrollTo: EditorView.scrollIntoView(at, { y: 'center' }) });
  }

  /** URI of the text for the server. */
  readonly uri = 'page:///record.pips';

  get text(): string { return this.view.state.doc.toString(); }

  /** Position of the cursor. */
  get at(): number { return this.view.state.selection.main.head; }

  /** Connects the editor to the server. */
  connect(transport: Transport): void {
    this.client.connect(withoutPulling(transport));
    this.view.dispatch({ effects: this.server.reconfigure(this.client.plugin(this.uri, 'pips')) });
  }

  /** Makes changes in one step of the undo history. */
  change(changes: { from: number; to: number; insert: string } | { from: number; to: number; insert: string }[], cursor?: number): void {
    const selection = cursor === undefined ? {} : { selection: { anchor: cursor } };
    this.view.dispatch({ changes, ...selection, scrollIntoView: true, userEvent: 'input.play', annotations: isolateHistory.of('full') });
  }

  /** Moves the cursor. */
  go(from: number, focus = true): void {
    this.view.dispatch({ selection: { anchor: Math.min(from, this.view.state.doc.length) }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    if (focus) this.view.focus();
  }

  /** Scrolls to the cursor, after the editor was hidden. */
  reveal(): void {
    this.view.requestMeasure();
    this.view.dispatch({ effects: EditorView.scrollIntoView(this.at, { y: 'center' }) });
  }

  /** Sends a request about the current text to the server. */
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

  /** Loads the search, for a key or for a selection. */
  private addSearch(key?: KeyboardEvent): boolean {
    this.hasSearch = true;
    key?.preventDefault();
    void import('./searching').then(({ addSearch }) => addSearch(this.view, key), () => { this.hasSearch = false; });
    return true;
  }

  private state(text: string, at: number, server: Extension): EditorState {
    const cursor = Math.min(at, text.length);
    const run = (act: () => void) => () => { act(); return true; };
    return EditorState.create({
      doc: text,
      // Line ends are normalised, so places from a text with CRLF would not match.
      extensions: [
        lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(),
        highlightActiveLine(), lintGutter(), EditorView.lineWrapping, wholeParts,
        serverTurns, serverHover, serverColours, played, mended,
        keymap.of([
          { key: 'Mod-.', run: run(() => this.heard.actions()) },
          { key: 'Shift-Alt-f', run: run(() => void this.format()) },
          { key: 'Ctrl-Space', run: startCompletion },
          ...completionKeymap, ...lintKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap,
          ...historyKeymap, ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': 'The text of the record', 'aria-multiline': 'true', tabindex: '0', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
        EditorView.domEventHandlers({
          keydown: event => !this.hasSearch && isSearch(event) && this.addSearch(event),
          paste: (event, view) => {
            const { from, to } = view.state.selection.main;
            const isAll = from === 0 && to === view.state.doc.length;
            const text = event.clipboardData?.getData('text/plain');
            if (!text || !(isAll || !view.state.doc.toString().trim()) || !this.heard.pasted(text)) return false;
            event.preventDefault();
            return true;
          },
        }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) {
            let isWhole = false;
            update.changes.iterChangedRanges((from, to) => { isWhole ||= from === 0 && to === update.startState.doc.length; });
            this.heard.changed(update.changes.desc, isWhole, update.transactions.some(transaction => transaction.isUserEvent('input.mend')));
          }
          if (update.docChanged || update.selectionSet) this.heard.moved();
          if (!this.hasSearch && !update.state.selection.main.empty) this.addSearch();
        }),
        this.server.of(server),
      ],
      selection: { anchor: cursor },
    });
  }
}
