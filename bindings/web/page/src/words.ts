// Messages of the library, which contain code in backticks.
import { el } from './dom';

/** Converts a message to nodes, with code in code elements. */
export function words(sentence: string): (Node | string)[] {
  return sentence.split('`').map((part, at) => (at % 2 ? el('code', {}, part) : part));
}

/** Converts a text to nodes in which no line breaks within a turn, such as `a2-d5;xb2`. */
export function unbroken(text: string): (Node | string)[] {
  return text.split(/(?<= )/).map(word => (/\S[-;/@]\S/.test(word) ? el('span', { className: 'whole' }, word) : word));
}
