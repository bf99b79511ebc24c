// Code actions at a place: fixes, similar legal turns, "expect this".
import { LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeSpec, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CodeAction, Diagnostic, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';

import type { Hint, Question } from '../../../js/contracts';
import { placeOf, rangeOf } from './places';

/** What an action writes at a place, without the spaces around it. An empty text is nothing. */
export interface Written {
  readonly was: string;
  readonly now: string;
  /** Number of the turn, if it is written before the place. */
  readonly turn: string | null;
  /** Equal for the same change of the same text. */
  readonly key: string;
}

/** An action that takes one click. */
export interface Offer {
  readonly title: string;
  /** The action in a few words, for a button. */
  readonly label: string;
  /** The rest of the title, for the line beside the button; empty if the label says it all. */
  readonly effect: string;
  readonly kind: string;
  readonly preferred: boolean;
  /** The tag that it gives the record, if it follows a hint to do so. */
  readonly tag: { readonly name: string; readonly value: string } | null;
  /** True if it only writes down that the record has this finding on purpose, as a test does. */
  readonly expects: boolean;
  /** The question that the action answers. */
  readonly question: Question | undefined;
  readonly changes: readonly Written[];
  /** True if it removes something without writing anything in its place. */
  readonly removes: boolean;
  apply(): void;
}

/** Data of an action that follows a hint of its finding, or answers the question between likely fixes. */
interface ActionData {
  readonly hint?: Hint;
  /** What the value that the hint names means. */
  readonly meaning?: string | null;
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

/** Returns the number that is written before the turn at a place, if there is one. */
export function turnAt(doc: Text, place: number): string | null {
  const line = doc.lineAt(place);
  const before = line.text.slice(0, place - line.from);
  const isInComment = before.lastIndexOf('{') > before.lastIndexOf('}');
  return isInComment ? null : /(?:^|[\s(}])(\d+)\.\s*[^\s{}[\]]*$/.exec(before)?.[1] ?? null;
}

function changesOf(doc: Text, edits: readonly TextEdit[]): Written[] {
  return edits.map(({ range, newText }) => {
    const { from, to } = rangeOf(doc, range);
    const before = doc.sliceString(from, to);
    const [was, now] = [before.trim(), newText.trim()];
    const start = from + before.length - before.trimStart().length;
    return { was, now, turn: /^(\d+)\./.exec(was)?.[1] ?? (was ? turnAt(doc, start) : null), key: `${start} ${was}\n${now}` };
  });
}

/** Maximum length of what a button writes. A longer change is described beside the button. */
const MOST_WRITTEN = 40;

/** Number of characters above which titles are equally long. */
const MOST_IN_TITLE = 10_000;

/** Splits the title of a turn to write, or of a suggested fix, into the words of a button and its effect. */
function shortened(title: string, changes: readonly Written[]): { label: string; effect: string } {
  const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const [, turn, legal] = /^((?:Play|Write) `[^`]*`); ([^]*)$/.exec(title) ?? [];
  if (turn && legal) return { label: turn, effect: asSentence(legal) };
  const [, sentence] = /^Suggested fix[^:]*: ([^]*)$/.exec(title) ?? [];
  if (sentence === undefined) return { label: title, effect: '' };
  const [, likelihood = ''] = /^Suggested fix, ([^:]*):/.exec(title) ?? [];
  const written = changes.map(({ was, now }) => (now ? `Write \`${now}\`` : `Remove \`${was}\``)).join(', ').replaceAll(', Write', ', write').replaceAll(', Remove', ', remove');
  const isShort = changes.length <= 2 && written.length <= MOST_WRITTEN && !written.includes('\n');
  const end = sentence.lastIndexOf('; ');
  const effect = isShort ? (end < 0 ? '' : sentence.slice(end + 2)) : sentence;
  return {
    label: isShort ? written : 'Apply the fix',
    effect: [likelihood, effect].filter(Boolean).map(asSentence).join(' '),
  };
}

/** Returns true if an action is about one of the findings, or about none. */
function isAbout(action: CodeAction, diagnostics: readonly Diagnostic[]): boolean {
  const same = (one: Diagnostic, other: Diagnostic): boolean => one.code === other.code && one.message === other.message
    && one.range.start.line === other.range.start.line && one.range.start.character === other.range.start.character;
  return !action.diagnostics?.length || action.diagnostics.some(one => diagnostics.some(other => same(one, other)));
}

/**
 * Returns the actions for a range of the text: those about the given findings, or all of them if
 * none is given.
 */
export async function offersAt(view: EditorView, from: number, to: number, diagnostics: readonly Diagnostic[]): Promise<Offer[]> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return [];
  const { doc } = view.state;
  plugin.client.sync();
  const range = { start: placeOf(doc, from), end: placeOf(doc, to) };
  const params = { textDocument: { uri: plugin.uri }, range, context: { diagnostics } };
  const actions = await plugin.client.request<unknown, CodeAction[] | null>('textDocument/codeAction', params).catch(() => null);
  // Findings at the same place have the same range.
  const wanted = (actions ?? []).filter(action => !diagnostics.length || isAbout(action, diagnostics));
  const offers = wanted.map(action => {
    const edits = editsOf(action.edit, plugin.uri);
    const apply = (): void => {
      // The edits are only valid for the text of the request.
      if (view.state.doc === doc) applyEdits(view, edits, 'input.mend');
      view.focus();
    };
    const { hint, meaning, question } = (action.data ?? {}) as ActionData;
    const tag = hint?.kind === 'set-tag' ? { name: hint.name, value: hint.value } : null;
    const changes = changesOf(doc, edits);
    const removes = changes.some(({ now }) => !now);
    const expects = edits.every(({ newText }) => newText.includes('[%expect '));
    const { title, kind = '', isPreferred: preferred = false } = action;
    const words = tag && meaning ? { label: tag.value, effect: meaning } : shortened(title, changes);
    return { title, ...words, kind, preferred, tag, expects, question, changes, removes, edits, apply };
  });
  const sorted = offers.filter(offer => offer.edits.length).sort((one, other) => Number(other.preferred) - Number(one.preferred));
  // Of offers with the same result, a fix of the finding stays, because the panel of findings lists only fixes, and of
  // several fixes the one that says the most, such as how many turns are then legal. The answers to a question are a list
  // of their own.
  const weight = ({ kind, title }: Offer): number => (kind.startsWith('quickfix') ? MOST_IN_TITLE : 0) + Math.min(title.length, MOST_IN_TITLE - 1);
  const best = new Map<string, Offer>();
  for (const offer of sorted) {
    const effect = effectOf(doc, offer.edits);
    const other = best.get(effect);
    if (!offer.question && (!other || weight(offer) > weight(other))) best.set(effect, offer);
  }
  return sorted.filter(offer => offer.question || best.get(effectOf(doc, offer.edits)) === offer);
}
