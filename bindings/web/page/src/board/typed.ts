// Typed names of choices. A name is a choice only as a whole: the number 1 is never taken for a card while it can become
// 17, and a text that is no name is refused.
import type { Choice } from './types';

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Returns true if further digits can follow a typed text. */
export function canGoOn(text: string, choices: readonly Choice[]): boolean {
  return isNumber(text) && choices.some(({ key }) => isNumber(key) && key.length > text.length);
}

/** Returns the index of the choice with this name. */
export function wholeMatch(text: string, choices: readonly Choice[]): number | undefined {
  const at = choices.findIndex(({ key }) => key.toLowerCase() === text.toLowerCase());
  return at < 0 ? undefined : at;
}

/**
 * Returns the index of the choice that gets the focus while its name is typed: one with this name, or the first whose
 * name begins so. Numbers count only as a whole.
 */
export function typedMatch(text: string, choices: readonly Choice[]): number | undefined {
  const at = choices.findIndex(({ key }) => key.toLowerCase().startsWith(text.toLowerCase()));
  return wholeMatch(text, choices) ?? (at < 0 || isNumber(text) ? undefined : at);
}

/** Returns true if the name of a choice begins with a text. */
export function isBegun(text: string, choices: readonly Choice[]): boolean {
  return choices.some(({ key }) => key.toLowerCase().startsWith(text.toLowerCase()));
}
