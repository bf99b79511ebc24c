// Ways to begin: paste, a new game, an example, an empty editor, the records that the browser keeps.
import starts from 'pipscribe-starts';

import { drawing, el } from '../dom';

export interface Beginning {
  paste(): void;
  newGame(): void;
  example(): void;
  /** Lists the records that the browser keeps; null if they are listed already. */
  readonly yours: (() => void) | null;
  /** Opens the empty editor; null if it is open. */
  readonly write: (() => void) | null;
}

const WAYS = [
  ['paste', 'Paste a record', 'M9 4h6v3H9zM9 5.5H6V20h12V5.5h-3M9 12h6M9 16h4'],
  ['newGame', 'New game', 'M12 5v14M5 12h14'],
  ['example', 'Try an example with a mistake', 'M4 7h16M4 12h10M4 17q2-3 4 0t4 0 4 0'],
] as const;

/** Shows the mistake of the example, and its fix. */
function sample(): HTMLElement {
  const { turn, was, now } = starts[0]!.mistake.fix;
  return el('span', { className: 'sample' }, el('s', {}, `${turn}. ${was}`), ' → ', el('b', {}, now));
}

/** Creates the buttons. */
export function beginnings(of: Beginning): HTMLElement[] {
  const button = (text: string, path: string, kind: string, onclick: () => void, ...more: HTMLElement[]): HTMLElement =>
    el('button', { type: 'button', className: `button ${kind}`, onclick }, drawing(path), el('span', {}, text, ...more));
  const { yours, write } = of;
  return [
    ...WAYS.map(([way, text, path], at) => button(text, path, at === 0 ? 'main' : '', () => of[way](), ...(way === 'example' ? [sample()] : []))),
    ...(yours ? [button('Your records', 'M4 12h14M12 6l6 6-6 6', 'quiet', yours)] : []),
    ...(write ? [button('Write in the editor', 'M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3', '', write)] : []),
  ];
}
