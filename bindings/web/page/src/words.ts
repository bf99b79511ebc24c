// Messages of the library, which contain code in backticks.
import { el } from './dom';

/** Converts a message to nodes, with code in code elements. */
export function words(sentence: string): (Node | string)[] {
  return sentence.split('`').map((part, at) => (at % 2 ? el('code', {}, part) : part));
}
