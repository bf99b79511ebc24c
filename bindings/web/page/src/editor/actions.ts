// What can be done about what stands somewhere: mends, legal turns nearby, "expect this".
import { LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CodeAction, Diagnostic, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';

import { placeOf, rangeOf } from './places';

/** Something that can be done with one click. */
export interface Offer {
  readonly title: string;
  readonly kind: string;
  readonly preferred: boolean;
  apply(): void;
}

function editsOf(edit: WorkspaceEdit | undefined, uri: string): TextEdit[] {
  const changed = edit?.documentChanges?.flatMap(change => ('edits' in change ? (change.edits as TextEdit[]) : []));
  return changed ?? edit?.changes?.[uri] ?? [];
}

/** Makes edits of the protocol in one step, which one undo takes back. */
export function applyEdits(view: EditorView, edits: readonly TextEdit[], userEvent: string): void {
  const changes: ChangeSpec[] = edits.map(edit => ({ ...rangeOf(view.state.doc, edit.range), insert: edit.newText }));
  if (changes.length) view.dispatch({ changes, userEvent, scrollIntoView: true });
}

/** What can be done at a stretch of the text. */
export async function offersAt(view: EditorView, from: number, to: number, diagnostics: readonly Diagnostic[]): Promise<Offer[]> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return [];
  const { doc } = view.state;
  plugin.client.sync();
  const range = { start: placeOf(doc, from), end: placeOf(doc, to) };
  const params = { textDocument: { uri: plugin.uri }, range, context: { diagnostics } };
  const actions = await plugin.client.request<unknown, CodeAction[] | null>('textDocument/codeAction', params).catch(() => null);
  const offers = (actions ?? []).map(action => {
    const edits = editsOf(action.edit, plugin.uri);
    const apply = (): void => {
      // The edits are of the text as it was.
      if (view.state.doc === doc) applyEdits(view, edits, 'input.mend');
      view.focus();
    };
    return { title: action.title, kind: action.kind ?? '', preferred: action.isPreferred ?? false, edits, apply };
  });
  return offers.filter(offer => offer.edits.length).sort((one, other) => Number(other.preferred) - Number(one.preferred));
}
