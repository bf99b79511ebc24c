// Marks in the comment after a turn: `{[%circle b3] [%arrow a1>b3]}`.
import { SIGNS, type Drawn } from '../board';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Adds an argument to a command of a comment, or removes it if it is there. */
function toggled(comment: string, name: string, argument: string): string {
  const command = new RegExp(`\\s*\\[%${name}\\s+([^\\]"]*)\\]`);
  const found = command.exec(comment);
  if (!found) return `${comment.trimEnd()}${comment.trim() ? ' ' : ''}[%${name} ${argument}]`;
  const before = (found[1] ?? '').split(/\s+/).filter(Boolean);
  const now = before.includes(argument) ? before.filter(other => other !== argument) : [...before, argument];
  const written = now.length ? `${/^\s*/.exec(found[0])?.[0] ?? ''}[%${name} ${now.join(' ')}]` : '';
  return comment.slice(0, found.index) + written + comment.slice(found.index + found[0].length);
}

/** Returns a comment with a mark added or removed. */
function marked(comment: string, mark: Drawn): string {
  if ('from' in mark) return toggled(comment, 'arrow', `${mark.from}>${mark.to}`);
  const has = (sign: string): boolean => new RegExp(`\\[%${sign}\\s+(?:[^\\]"]*\\s)?${mark.at.replace(/[+*.?]/g, '\\$&')}(?:\\s[^\\]"]*)?\\]`).test(comment);
  if (mark.sign) return toggled(comment, mark.sign, mark.at);
  // The next sign replaces the current one; the last sign has no next one.
  const current = SIGNS.findIndex(has);
  const without = current < 0 ? comment : toggled(comment, SIGNS[current] as string, mark.at);
  const next = SIGNS[current + 1];
  return next ? toggled(without, next, mark.at) : without;
}

/**
 * Returns the change of a record that adds or removes a mark after the turn that ends at `end`, or
 * at the start if `end` is null.
 */
export function markChange(record: string, end: number | null, mark: Drawn): Change {
  // Tags and `#` comments precede the turns.
  const place = end ?? /^(?:\s*\[[^\]\n]*"\s*\][^\S\n]*(?:#.*)?(?:\n|$)|\s*#.*(?:\n|$)|\s*\n)*/.exec(record)?.[0].length ?? 0;
  const rest = record.slice(place);
  const comment = /^((?:[!?]{1,2}|\s*\$\d+)*\s*)\{((?:\\.|[^\\}])*)\}(\s?)/.exec(rest);
  if (comment) {
    const [whole, before = '', inner = '', after = ''] = comment;
    const now = marked(inner, mark);
    const from = place + before.length;
    if (now.trim()) return { from, to: from + inner.length + 2, insert: `{${now.trimStart() === now ? now : now.trimStart()}}` };
    // An empty comment is removed, with the space before or after it.
    const gap = before.length - before.trimEnd().length;
    return { from: from - gap, to: place + whole.length - (gap ? after.length : 0), insert: '' };
  }
  const suffix = /^(?:[!?]{1,2}|\s*\$\d+)*/.exec(rest)?.[0].length ?? 0;
  const insert = `{${marked('', mark)}}`;
  return { from: place + suffix, to: place + suffix, insert: end === null ? `${insert} ` : ` ${insert}` };
}
