/**
 * The element `<pipscribe-player src="game.html#12">` shows a player that `render(text, { format: 'html' })` made, from
 * a file on the same server. Importing this file defines the element; on a server, where there are no elements, the
 * import does nothing.
 */
export interface PipscribePlayer extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    'pipscribe-player': PipscribePlayer;
  }
}
