// Search in the text: its panel, its keys, and the marks on text that equals the selection. Loaded when it is needed.
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import { keymap, runScopeHandlers, type EditorView } from '@codemirror/view';

/** Adds search to an editor. If a key asked for it, handles the key. */
export function addSearch(view: EditorView, key?: KeyboardEvent): void {
  view.dispatch({ effects: StateEffect.appendConfig.of([highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap)]) });
  if (key) runScopeHandlers(view, key, 'editor');
}
