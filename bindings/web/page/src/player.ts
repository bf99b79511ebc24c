// The interactive player as an element of this page, which the library's HTML fills.
import '../../../../src/figures/player/player.js';

import type { CheckedRecord } from '../../js/types';
import type { Tree } from './study/tree';

/** The element `<pipscribe-player>`. */
export interface PlayerElement extends HTMLElement {
  /** The player as an HTML file. */
  page: string;
}

/**
 * Returns the turn at which a reader begins: the start, or undefined if the record has a puzzle or a
 * finding, which the player shows by itself.
 */
export async function openingTurn(call: <T>(name: string, ...args: unknown[]) => Promise<T>, text: string, record: number): Promise<number | undefined> {
  const [checked, tree] = await Promise.all([
    call<CheckedRecord[]>('check', text).catch(() => []),
    call<Tree>('turnTree', text, { at: { record } }).catch(() => null),
  ]);
  const hasFinding = checked[record - 1]?.findings?.some(({ address }) => address != null) ?? false;
  return hasFinding || tree?.puzzles.length ? undefined : 0;
}

/** Creates the player of a record. */
export function playerOf(html: string, height: string): PlayerElement {
  const player = document.createElement('pipscribe-player') as PlayerElement;
  player.setAttribute('height', height);
  player.page = html;
  return player;
}
