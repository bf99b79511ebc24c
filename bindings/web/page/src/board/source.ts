// Source of a board element that calls the functions of the library, wherever they run.
import type { At, Board, BoardSource, Choices, Played } from './types';

/** Calls a function of the library (`board`, `choices` or `play`) on a text, with options named as in Rust. */
export type Call = (name: 'board' | 'choices' | 'play', text: string, options: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Look of boards: the options of figures. */
export interface Look {
  readonly theme?: string;
  readonly flip?: boolean;
  readonly rotate?: number;
  readonly lang?: string;
  readonly coordinates?: string;
  readonly notes?: boolean;
  /** Also draw what the turn moved, as `moved`. */
  readonly movement?: boolean;
}

/** Creates a source. It calls `text`, `look` and `more` (decks, kind of document) at each request. */
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
