// The page within another page: the player of the record in its address.
import engineScript from 'pipscribe-worker';

import type { Board } from './board';
import { el } from './dom';
import { startEngine } from './engine/client';
import { messageOf } from './files/host';
import { stateOf } from './files/link';
import { openingTurn, playerOf } from './player';

const shown = el('div', { className: 'embedded-player', role: 'main' });
document.body.append(shown);
const say = (why: string): void => shown.replaceChildren(el('p', { className: 'note', role: 'alert' }, why));
const engine = startEngine(new URL(engineScript, import.meta.url), why => say(`The player cannot run here: ${why}`));

/** Returns the turn that the address asks for: `?embed=12`. */
function askedTurn(): number | undefined {
  const asked = new URLSearchParams(location.search).get('embed') ?? '';
  return /^\d{1,6}$/.test(asked) ? Number(asked) : undefined;
}

/** Plays the record in the address. */
async function play(): Promise<void> {
  try {
    const state = await stateOf(location.hash);
    if (!state) return say('The address holds no record.');
    // The link determines the record at the cursor.
    const board = await engine.call<Board>('board', state.text, { offset: state.at }).catch(() => null);
    const book = new URL('..', location.href).href;
    const record = board?.record ?? 1;
    const turn = askedTurn() ?? await openingTurn((name, ...args) => engine.call(name, ...args), state.text, record);
    const html = await engine.call<string>('render', state.text, { format: 'html', record, book, turn });
    shown.replaceChildren(playerOf(html, '100dvh'));
    document.title = state.name;
  } catch (error) {
    say(messageOf(error));
  }
}

addEventListener('hashchange', () => void play());
void play();
