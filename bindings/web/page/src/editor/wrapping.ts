// Line breaks in the editor: a number stays with its turn, and a turn breaks only after a semicolon.
import { Prec } from '@codemirror/state';
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';

/** The number of a turn with its first part, or a later part; with the space after it, which would begin a line. */
const PART = /(?:\d+\.(?:\.\.)? ?|(?<=;))[^\s;(){}]+(?:;| ?)/g;

const decorator = new MatchDecorator({ regexp: PART, decoration: Decoration.mark({ class: 'cm-part' }) });

class Parts {
  decorations: DecorationSet;

  constructor(view: EditorView) { this.decorations = decorator.createDeco(view); }

  update(update: ViewUpdate): void { this.decorations = decorator.updateDeco(update, this.decorations); }
}

/** Keeps the parts of turns together. The lowest precedence puts them around the colours of their tokens. */
export const wholeParts = Prec.lowest(ViewPlugin.fromClass(Parts, { decorations: parts => parts.decorations }));
