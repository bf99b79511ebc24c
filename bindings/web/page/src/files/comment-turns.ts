// Words in comments that have the form of a turn. After a conversion, they can be turns that were taken for remarks.
import type { Host } from './host';

/** A comment with such words. */
export interface SuspectComment {
  /** Place of the first word in the text. */
  readonly from: number;
  readonly to: number;
}

/** The part of a checked record that is used here. */
interface Checked {
  readonly findings: readonly { readonly code: string }[];
}

/** A word of a comment, and what its record begins with. */
interface Candidate {
  readonly word: string;
  readonly from: number;
  readonly comment: number;
  readonly tags: string;
}

/** Maximum number of different words that are checked. */
const MAX_WORDS = 300;
/** Maximum length of a word that is checked. */
const MAX_LENGTH = 80;
/** Codes of the checker for a word that no turn of the game is written like. */
const NO_TURN = /^(?:syntax\/|turn\/not-for-this-game$)/;
/** Strings, which are skipped, and comments. */
const COMMENTS = /"(?:\\.|[^"\\\n])*"|\{(?:\\[^]|[^\\}])*\}|#[^\n]*/g;
/** Tags that say nothing about how turns are written. */
const OTHER_TAGS = /^\[(?:Result|Score|Termination|Position) "[^\n]*\n/gm;

/** Returns the comments of a text, with commands blanked out. */
function commentsOf(text: string): { readonly from: number; readonly inner: string }[] {
  return [...text.matchAll(COMMENTS)].filter(([whole]) => !whole.startsWith('"'))
    .map(({ 0: whole, index }) => ({ from: index, inner: whole.replace(/\[%[^\]]*\]/g, command => ' '.repeat(command.length)) }));
}

/** Returns the words of comments that could be turns: a place has a digit, and "take" is a plain word too. */
function candidatesOf(text: string): Candidate[] {
  const blocks = [...text.matchAll(/^\[Game "[^\n]*\n(?:\[\w+ "[^\n]*\n)*/gm)];
  return commentsOf(text).flatMap(({ from, inner }, comment) => {
    const tags = (blocks.findLast(({ index }) => index < from) ?? blocks[0])?.[0].replace(OTHER_TAGS, '');
    if (!tags) return [];
    const words = [...inner.matchAll(/[^\s{}[\]()"'#,]+/g)].map(({ 0: word, index }) => {
      const start = /^(?:\d+\.+)?/.exec(word)?.[0].length ?? 0;
      return { word: word.slice(start).replace(/[.:;!?…]+$/, ''), from: from + index + start, comment, tags };
    });
    return words.filter(({ word }) => word.length <= MAX_LENGTH && /\d/.test(word) && /[a-z@]/i.test(word));
  });
}

/**
 * Returns the comments of a text that contain words in the form of a turn of their game, legal or not. The checker decides:
 * each word is the only turn of a record.
 */
export async function commentsWithTurns(host: Pick<Host, 'call'>, text: string): Promise<SuspectComment[]> {
  const candidates = candidatesOf(text);
  const recordOf = ({ tags, word }: Candidate): string => `${tags}\n1. ${word} *\n`;
  const records = [...new Set(candidates.map(recordOf))].slice(0, MAX_WORDS);
  if (!records.length) return [];
  const checked = await host.call<readonly Checked[]>('check', records.join('\n')).catch(() => []);
  if (checked.length !== records.length) return [];
  const turns = new Set(records.filter((_, at) => !checked[at]?.findings.some(({ code }) => NO_TURN.test(code))));
  const first = new Map<number, SuspectComment>();
  for (const candidate of candidates) {
    const { comment, from, word } = candidate;
    if (turns.has(recordOf(candidate)) && !first.has(comment)) first.set(comment, { from, to: from + word.length });
  }
  return [...first.values()];
}
