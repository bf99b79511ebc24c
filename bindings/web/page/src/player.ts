// The interactive player as an element of this page, which the library's HTML fills.
import '../../../../src/figures/player/player.js';

/** The element `<pipscribe-player>`. */
export interface PlayerElement extends HTMLElement {
  /** The player as an HTML file. */
  page: string;
}

/** Creates the player of a record. */
export function playerOf(html: string, height: string): PlayerElement {
  const player = document.createElement('pipscribe-player') as PlayerElement;
  player.setAttribute('height', height);
  player.page = html;
  return player;
}
