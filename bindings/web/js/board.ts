// The element <pips-board>: the board of a turn, to be played on. Importing this file defines the element; on a
// server, where there are no elements, the import does nothing.
import { type BoardSource, type Look } from '../page/src/board/index.js';
import type { Functions } from './functions.js';
import type { PlayOptions } from './types.js';

export { PipsBoard, sourceOf, type Call, type Look } from '../page/src/board/index.js';
export type {
  Area, At, Board, BoardSource, Choice, Choices, Drawn, MarkEvent, NotePart, PipsBoardEventMap, Played, Sign, StepEvent, TurnEvent, TurnId, Way, Words,
} from '../page/src/board/index.js';

/** The functions of the package that a board needs. */
export type BoardLibrary = Pick<Functions, 'board' | 'choices' | 'play'>;

/**
 * Creates the source of a board that calls the package in the same page or process. `text` is called at each request and
 * returns the records; `look` and `more` return the options.
 */
export function recordSource(
  library: BoardLibrary,
  text: () => string,
  look: () => Look = () => ({}),
  more: () => Omit<PlayOptions, 'look'> = () => ({}),
): BoardSource {
  return {
    board: async offset => library.board(text(), offset, { ...more(), look: look() as PlayOptions['look'] }),
    choices: async (at, chosen) => library.choices(text(), at, chosen, { ...more(), look: look() as PlayOptions['look'] }),
    play: async (turn, at) => library.play(text(), turn, at, more()),
  };
}
