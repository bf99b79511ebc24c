// Answers for a board element from the functions of the library, wherever these run.
import type { At, Board, BoardSource, Choices, Played } from './types';

/** Calls a function of the library: `board`, `choices` or `play`, on a text, with options as they are written in Rust. */
export type Call = (name: 'board' | 'choices' | 'play', text: string, options: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** How boards look: the options of figures. */
export interface Look {
  readonly theme?: string;
  readonly flip?: boolean;
  readonly rotate?: number;
  readonly lang?: string;
  readonly coordinates?: string;
  readonly notes?: boolean;
}

/** A source for the text that `text` gives at each question; `look` and `more` (decks, the kind of page) likewise. */
export function sourceOf(
  call: Call,
  text: () => string,
  look: () => Look = () => ({}),
  more: () => Readonly<Record<string, unknown>> = () => ({}),
): BoardSource {
  return {
    board: async offset => (await call('board', text(), { ...more(), offset, look: look() })) as Board,
    choices: async (at: At, chosen) => (await call('choices', text(), { ...more(), at, chosen, look: look() })) as Choices,
    play: async (turn, at) => (await call('play', text(), { ...more(), at, turn })) as Played,
  };
}
