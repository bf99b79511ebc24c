// Cheat sheet of a game, and example records.
import type { GameStarts, Start } from 'pipscribe-starts';

import { el } from '../dom';

const WORDS: [keyof GameStarts & ('example' | 'mistake' | 'edge'), string][] = [
  ['example', 'A whole game'],
  ['mistake', 'A mistake to fix'],
  ['edge', 'A rare case of the rules'],
];

/** Shows the rules of a game; `begin` is called with the example that the user selects. */
export function showRules(panel: HTMLElement, of: GameStarts, begin: (start: Start) => void): void {
  const rules = new DOMParser().parseFromString(of.rules, 'text/html').body;
  const box = el('div', { className: 'rules' },
    el('div', { className: 'starts', role: 'group', 'aria-label': `${of.title}: begin with` },
      ...WORDS.map(([kind, words]) => el('button', { type: 'button', className: 'button start', onclick: () => begin(of[kind]) }, words))),
    el('h2', { className: 'sr-only' }, `${of.title} in one screen`),
    ...[...rules.childNodes].map(node => document.importNode(node, true)),
    el('p', {}, el('a', { href: of.chapter }, `All the rules of ${of.title}`)));
  panel.replaceChildren(box);
}
