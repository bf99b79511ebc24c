// Types of the board element: its input, its requests and its events.

import type { Drawn } from './marking';

/**
 * A turn of a record: the number of its line, in the order in which lines open in the text (0 for the main line), and
 * its index in the line, from 0.
 */
export interface TurnId {
  readonly line: number;
  readonly index: number;
}

/** A place in a text: the record, from 1, and the turn; 0 for the start of the record. */
export interface At {
  readonly record?: number;
  readonly turn?: TurnId | number | null;
}

/** A part of the board, in the units of its SVG. */
export type Area = { readonly x: number; readonly y: number; readonly r: number } | { readonly points: readonly (readonly [number, number])[] };

/** A link to another position. */
export interface Way {
  readonly at: At;
  readonly played: string | null;
  readonly start: number | null;
  readonly end: number | null;
}

/** A part of a line below the board: text, or a small drawing as SVG, which `words` can replace. */
export interface NotePart {
  readonly words: string;
  readonly svg: string | null;
}

/** The result of `board`. */
export interface Board {
  readonly game: string;
  readonly title: string;
  readonly record: number;
  readonly at: At;
  readonly number: number;
  readonly variation: readonly number[];
  readonly played: string | null;
  readonly seat: string | null;
  readonly mover: number;
  readonly toMove: string;
  /** The seats in order, with the names of their players; null where the record has none. */
  readonly seats: readonly { readonly name: string; readonly player: string | null }[];
  readonly result: string | null;
  readonly score: string | null;
  readonly position: string;
  readonly words: string;
  readonly svg: string;
  /** The board with what the turn moved, or with the places of an error; null at the start, and unless the look has `movement`. */
  readonly moved: string | null;
  /** Lines below the board. They are listed even if the look leaves them out of the SVG. */
  readonly notes: readonly (readonly NotePart[])[];
  readonly places: Readonly<Record<string, Area>>;
  readonly start: number | null;
  readonly end: number | null;
  readonly fault: string | null;
  readonly previous: Way | null;
  readonly next: readonly Way[];
}

/** A choice. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly told: string;
  readonly areas: readonly Area[];
  readonly drags: boolean;
  readonly picture: string | null;
}

/** The result of `choices`. */
export interface Choices {
  readonly asks: string;
  readonly turn: string | null;
  readonly choices: readonly Choice[];
  readonly resign: boolean;
  readonly svg: string | null;
}

/** The result of `play`. */
export interface Played {
  readonly turn: string;
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly at: At;
  readonly start: number;
  readonly end: number;
  readonly told: readonly string[];
  readonly result: string | null;
}

/** Source of boards and choices for one text, wherever the library runs. */
export interface BoardSource {
  board(offset: number): Promise<Board>;
  choices(at: At, chosen: readonly string[]): Promise<Choices>;
  play(turn: string, at: At): Promise<Played>;
}

/** Event `turn`: a turn is complete. The listener has `source.play` write it, and then sets the board again. */
export type TurnEvent = CustomEvent<{ readonly turn: string; readonly at: At }>;

/** Event `step`: the user asks for another position. */
export type StepEvent = CustomEvent<{ readonly to: 'first' | 'previous' | 'next' | 'last' }>;

/** Event `mark`: a mark was drawn on the board. The listener writes it into the record, and then sets the board again. */
export type MarkEvent = CustomEvent<Drawn>;

/** Event `undo`: the user takes back the turn that was entered last, because `undoes` is set. */
export type UndoEvent = CustomEvent<null>;

/** The events of the element, by name. */
export interface PipsBoardEventMap extends HTMLElementEventMap {
  turn: TurnEvent;
  undo: UndoEvent;
  step: StepEvent;
  mark: MarkEvent;
}

/** Texts of the element. */
export interface Words {
  readonly play: string;
  readonly back: string;
  readonly resign: string;
  readonly really: string;
  readonly toMove: string;
  readonly over: string;
  readonly begins: string;
  readonly find: string;
  readonly turn: string;
  readonly place: string;
  /** The seat before a prompt. */
  readonly seat: string;
  readonly undo: string;
  /** The choices made so far. */
  readonly soFar: string;
  /** The last turn, which follows. */
  readonly after: string;
  /** Above the cards of a whole deck. */
  readonly deck: string;
  readonly scroll: string;
  /** What the dot on the pictures of orientations means. */
  readonly pin: string;
  readonly closesNothing: string;
  /** A typed number, or another typed name, that is no choice. */
  readonly chosenAlready: string;
  readonly onTable: string;
  readonly notHere: string;
  readonly noCard: string;
  readonly noChoice: string;
  /** Zoom of a table. */
  readonly larger: string;
  readonly smaller: string;
  /** Pieces of a row: one, and several. */
  readonly goBack: readonly [string, string];
  readonly captured: readonly [string, string];
  readonly stay: readonly [string, string];
}

export const ENGLISH: Words = {
  play: 'Play {0}',
  back: 'Take back',
  resign: 'Resign',
  really: 'Really resign?',
  toMove: '{0} to move',
  over: 'The game is over: {0}',
  begins: 'The start',
  find: 'Card number',
  turn: 'Turn it',
  place: 'Play it so',
  seat: '{0}:',
  undo: 'Take back turn {0}',
  soFar: 'So far: {0}',
  after: 'After {0}.',
  deck: 'No cards are dealt here: choose the cards that this seat has in the real game.',
  scroll: 'Scroll for all {0}.',
  pin: 'is on the square that you chose, {0}.',
  closesNothing: 'No set of a seat’s colour is closed, so no cards are picked up.',
  chosenAlready: 'Card {0} is chosen already.',
  onTable: 'Card {0} is on the table.',
  notHere: 'Card {0} cannot be chosen now.',
  noCard: 'There is no card {0}.',
  noChoice: 'There is no “{0}” to choose.',
  larger: 'Larger',
  smaller: 'Smaller',
  goBack: ['{0} goes back to {1}', '{0} go back to {1}'],
  captured: ['{0} is captured', '{0} are captured'],
  stay: ['{0} stays', '{0} stay'],
};

/** Replaces the placeholders in a text. */
export const fill = (text: string, ...parts: string[]): string => text.replace(/\{(\d)\}/g, (_, at: string) => parts[Number(at)] ?? '');
