// Syntax highlighting of the visible range by semantic tokens of the server. It therefore agrees with the parser of the
// library.
import { LSPPlugin } from '@codemirror/lsp-client';
import { RangeSet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import type { SemanticTokens } from 'vscode-languageserver-protocol';

import { offsetOf, placeOf } from './places';

/** Pause in typing before tokens are requested, in milliseconds. */
const PAUSE = 40;

const colour = StateEffect.define<{ from: number; to: number; tokens: DecorationSet }>();

const coloured = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(tokens, transaction) {
    let now = tokens.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(colour)) continue;
      const { from, to } = effect.value;
      // Text outside the visible range keeps its colours for scrolling back.
      now = RangeSet.join([now.update({ filter: (start, end) => end <= from || start >= to }), effect.value.tokens]);
    }
    return now;
  },
  provide: field => EditorView.decorations.from(field),
});

const marks = new Map<string, Decoration>();

function mark(classes: string): Decoration {
  const known = marks.get(classes) ?? Decoration.mark({ class: classes });
  marks.set(classes, known);
  return known;
}

class Colours {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(private readonly view: EditorView) { this.soon(); }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) this.soon();
  }

  destroy(): void { clearTimeout(this.timer); }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  private async ask(): Promise<void> {
    const { view } = this;
    const plugin = LSPPlugin.get(view);
    if (!plugin) return;
    this.asked += 1;
    const number = this.asked;
    const { doc } = view.state;
    const { from, to } = view.viewport;
    plugin.client.sync();
    const range = { start: placeOf(doc, from), end: placeOf(doc, to) };
    const answer = await plugin.client
      .request<unknown, SemanticTokens | null>('textDocument/semanticTokens/range', { textDocument: { uri: plugin.uri }, range })
      .catch(() => null);
    // If the text has changed, the answer to the next request will be used.
    if (!answer || number !== this.asked || view.state.doc !== doc) return;
    const legend = plugin.client.serverCapabilities?.semanticTokensProvider?.legend;
    if (!legend) return;
    const builder = new RangeSetBuilder<Decoration>();
    const { data } = answer;
    let line = 0;
    let start = 0;
    for (let at = 0; at + 4 < data.length; at += 5) {
      const [down = 0, across = 0, length = 0, type = 0, modifiers = 0] = data.slice(at, at + 5);
      start = down ? across : start + across;
      line += down;
      const begin = offsetOf(doc, { line, character: start });
      const end = Math.min(doc.length, begin + length);
      const classes = [`tk-${legend.tokenTypes[type]}`, ...legend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit)).map(name => `tk-${name}`)];
      if (begin < end && begin >= from && end <= to) builder.add(begin, end, mark(classes.join(' ')));
    }
    view.dispatch({ effects: colour.of({ from, to, tokens: builder.finish() }) });
  }
}

/** Highlighting of the visible range. */
export const serverColours = [coloured, ViewPlugin.fromClass(Colours)];
