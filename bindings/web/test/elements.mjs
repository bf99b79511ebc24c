// Code that the test of the elements runs in its page.
import { board, choices, edited, init, play } from '/dist/web.js';
import { recordSource } from '/dist/board.js';
import '/dist/player.js';

await init();
let text = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n';
const shown = document.querySelector('pips-board');
const source = recordSource({ board, choices, play }, () => text, () => ({ movement: true }));
shown.source = source;
shown.board = await source.board(text.indexOf('b3') + 2);
shown.addEventListener('turn', async ({ detail: { turn, at } }) => {
  const played = await source.play(turn, at);
  text = edited(text, played.edits);
  shown.board = await source.board(played.end);
});
globalThis.text = () => text;
globalThis.showPlayer = () => {
  const player = document.createElement('pipscribe-player');
  player.setAttribute('src', '/game.html');
  document.body.append(player);
};
