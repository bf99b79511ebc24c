// Sentences of the library, in which what one writes stands between backticks.
import { el } from './dom';

/** A sentence with its code set as code. */
export function words(sentence: string): (Node | string)[] {
  return sentence.split('`').map((part, at) => (at % 2 ? el('code', {}, part) : part));
}
