// Code actions at a place: fixes, similar legal turns, "expect this".
import { LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeSpec, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CodeAction, Diagnostic, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';

import type { Hint, Question } from '../../../js/contracts';
import { placeOf, rangeOf } from './places';

/** An action that takes one click. */
export interface Offer {
  readonly title: string;
  readonly kind: string;
  readonly preferred: boolean;
  /** True if it follows a hint to give the record a tag. */
  readonly setsTag: boolean;
  /** True if it only writes down that the record has this finding on purpose, as a test does. */
  readonly expects: boolean;
  /** The question that the action answers. */
  readonly question: Question | undefined;
  apply(): void;
}

/** Data of an action that follows a hint of its finding, or answers the question between likely fixes. */
interface ActionData {
  readonly hint?: Hint;
  readonly question?: Question;
}

function editsOf(edit: WorkspaceEdit | undefined, uri: string): TextEdit[] {
  const changed = edit?.documentChanges?.flatMap(change => ('edits' in change ? (change.edits as TextEdit[]) : []));
  return changed ?? edit?.changes?.[uri] ?? [];
}

/** Applies edits of the protocol in one step of the undo history. */
export function applyEdits(view: EditorView, edits: readonly TextEdit[], userEvent: string): void {
  const changes: ChangeSpec[] = edits.map(edit => ({ ...rangeOf(view.state.doc, edit.range), insert: edit.newText }));
  if (changes.length) view.dispatch({ changes, userEvent, scrollIntoView: true });
}

/** Returns what edits change in a text. It is equal for edits with the same result that replace more or less of the text. */
function effectOf(doc: Text, edits: readonly TextEdit[]): string {
  const changes = edits.map(({ range, newText }) => {
    const { from, to } = rangeOf(doc, range);
    const before = doc.sliceString(from, to);
    const most = Math.min(before.length, newText.length);
    let [start, end] = [0, 0];
    while (start < most && before[start] === newText[start]) start += 1;
    while (end < most - start && before.at(-1 - end) === newText.at(-1 - end)) end += 1;
    return [from + start, to - end, newText.slice(start, newText.length - end)];
  });
  return JSON.stringify(changes);
}

/** Returns the actions for a range of the text. */
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
      // The edits are only valid for the text of the request.
      if (view.state.doc === doc) applyEdits(view, edits, 'input.mend');
      view.focus();
    };
    const { hint, question } = (action.data ?? {}) as ActionData;
    const setsTag = hint?.kind === 'set-tag';
    const expects = edits.every(({ newText }) => newText.includes('[%expect '));
    return { title: action.title, kind: action.kind ?? '', preferred: action.isPreferred ?? false, setsTag, expects, question, edits, apply };
  });
  const sorted = offers.filter(offer => offer.edits.length).sort((one, other) => Number(other.preferred) - Number(one.preferred));
  // Of offers with the same result, the one stays that says the most, such as how many turns are then legal. The answers to a
  // question are a list of their own.
  const best = new Map<string, Offer>();
  for (const offer of sorted) {
    const effect = effectOf(doc, offer.edits);
    if (!offer.question && offer.title.length > (best.get(effect)?.title.length ?? 0)) best.set(effect, offer);
  }
  return sorted.filter(offer => offer.question || best.get(effectOf(doc, offer.edits)) === offer);
}
