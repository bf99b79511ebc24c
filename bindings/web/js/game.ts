// Games in progress.
import { checkArguments, checkNames, checkOptions, jsonOf } from './arguments.js';
import { PipscribeError } from './errors.js';
import { bytesOf, guarded, render, restartCount, startOf } from './functions.js';
import type { Raw, RawGame } from './raw.js';
import type { Decks, GameName, RenderOptions, Tags, TagsOf, Text, Variants, Why } from './types.js';

/** Options of a new game. */
export interface GameOptions<Name extends GameName = GameName> {
  /** Tags that the notation defines: `{ Size: 5, Player1: 'Ann' }`. Other names throw a `PipscribeError`. */
  tags?: TagsOf<Name>;
  /** Tags of your own, with any names. */
  ownTags?: Tags;
  decks?: Decks;
}

/** Options of a game that continues a record. */
export interface FromOptions {
  /** Number of the record, from 1. */
  record?: number;
  /** Turn of the main line after which the game continues; 0 for the start. Default: the last turn. */
  turn?: number;
  /** Kind of document, if the records are in code blocks. */
  page?: 'md' | 'tex' | 'typ';
  decks?: Decks;
}

/** The events of a game by name. */
export interface GameEvents {
  /** A turn was played by the seat. */
  move: { turn: string; seat: number };
  /** A turn was taken back. */
  undo: { turn: string };
  /** The game ended. */
  over: { result: string; score: number[] | null };
}

/** Known facts about the current position. */
interface State {
  game: GameName;
  seats: number;
  toMove: number;
  position: string;
  turns: string[];
  result: string | null;
  score: number[] | null;
}

type IsUnion<Whole, Part = Whole> = Part extends Whole ? ([Whole] extends [Part] ? false : true) : never;
/** A game with only one variant, which need not be named. */
export type GameWithOneVariant = { [Name in GameName]: IsUnion<Variants[Name]> extends false ? Name : never }[GameName];

/** The arguments of a new game: its name, one of its variants, and options. */
export type GameArguments = {
  [Name in GameName]: Name extends GameWithOneVariant
    ? [game: Name, variant?: Variants[Name], options?: GameOptions<Name>]
    : [game: Name, variant: Variants[Name], options?: GameOptions<Name>];
}[GameName];

type Listeners = { [Name in keyof GameEvents]: Set<(event: GameEvents[Name]) => void> };

/**
 * Game of the module that is begun again after a panic. The restart of a module invalidates its objects,
 * also those of games that had no part in the panic.
 */
class LastingGame {
  #raw: RawGame;
  /** Number of restarts when the game was begun. */
  #restarts = restartCount();
  /** Number of turns taken back that the game had at its beginning. */
  #undone = 0;
  /** Turns played since. */
  readonly #played: string[] = [];

  constructor(
    private readonly begin: (raw: Raw) => RawGame,
    raw: Raw,
    readonly decks: Decks | undefined,
  ) {
    this.#raw = begin(raw);
  }

  /** Returns the game of the module, with all its turns. */
  now(raw: Raw): RawGame {
    const restarts = restartCount();
    if (this.#restarts !== restarts) {
      const game = this.begin(raw);
      for (let count = 0; count < this.#undone; count += 1) game.undo();
      for (const turn of this.#played) game.play(turn);
      this.#raw = game;
      this.#restarts = restarts;
    }
    return this.#raw;
  }

  play(raw: Raw, turn: string): string {
    const played = this.now(raw).play(turn);
    this.#played.push(played);
    return played;
  }

  undo(raw: Raw): string | undefined {
    const turn = this.now(raw).undo();
    if (turn !== undefined && this.#played.pop() === undefined) this.#undone += 1;
    return turn;
  }
}

/**
 * A game in progress. Turns can be played and taken back.
 *
 * ```js
 * const game = new Game('gipf', 'basic');
 * game.on('over', ({ result }) => console.log(result));
 * game.moves().length; // 30
 * game.move('a2-b3'); // 'b3'
 * game.isLegal('a2-d4'); // false
 * game.undo(); // 'b3'
 * ```
 */
export class Game<Name extends GameName = GameName> {
  readonly #game: LastingGame;
  readonly #listeners: Listeners = { move: new Set(), undo: new Set(), over: new Set() };
  #state: State | undefined;

  /**
   * Starts a game. In a browser, call `await init()` first. The Pipe Game needs the cards of the players as tags; a game
   * with dealt cards is `Game.from(randomGame('pipe', 'both', { mostTurns: 0 }))`. `isGame` and `isVariant` tell
   * TypeScript that names from a form are valid.
   */
  constructor(game: Name, variant: Variants[Name], options?: GameOptions<Name>);
  /** Starts a game that has only one variant. */
  constructor(game: Name & GameWithOneVariant, variant?: Variants[Name], options?: GameOptions<Name>);
  /** Starts a game with given arguments. */
  constructor(...given: GameArguments);
  constructor(game: GameName | LastingGame, variant?: string, options: GameOptions = {}) {
    if (game instanceof LastingGame) {
      this.#game = game;
      return;
    }
    this.#game = guarded({ game, variant, options }, raw => {
      const start = startOf(game, variant, options);
      return new LastingGame(raw => raw.LiveGame.start(start), raw, options.decks && { ...options.decks });
    });
  }

  /** Continues the main line of a record, by default after its last legal turn. */
  static from(text: Text, options: FromOptions = {}): Game {
    const game = guarded({ text, options }, raw => {
      const given = jsonOf(options);
      // The caller may change the bytes later.
      const record = typeof text === 'string' ? text : new Uint8Array(text);
      return new LastingGame(raw => raw.LiveGame.of(bytesOf(record), typeof text === 'string', given), raw, options.decks && { ...options.decks });
    });
    const Begun = Game as unknown as new (game: LastingGame) => Game;
    return new Begun(game);
  }

  #known(): State {
    return this.#state ??= JSON.parse(guarded({}, raw => this.#game.now(raw).state())) as State;
  }

  /** The name of the game. */
  get game(): Name {
    return this.#known().game as Name;
  }

  /** The number of seats. */
  get seats(): number {
    return this.#known().seats;
  }

  /** The seat to move, from 1; after the end, the seat that would be next. */
  get toMove(): number {
    return this.#known().toMove;
  }

  /** The current position in the form of the tag `Position`. */
  get position(): string {
    return this.#known().position;
  }

  /** The turns played, in canonical form. */
  get turns(): string[] {
    return [...this.#known().turns];
  }

  /** The result under the rules or after a resignation; null while the game is open. */
  get result(): string | null {
    return this.#known().result;
  }

  /** True if the game is over. */
  get isOver(): boolean {
    return this.result !== null;
  }

  /** The current points of each seat; null if the game has none. */
  get score(): number[] | null {
    return this.#known().score && [...this.#known().score!];
  }

  /** The game so far as a record in canonical form. */
  get record(): string {
    return guarded({}, raw => this.#game.now(raw).record());
  }

  /**
   * Returns the legal turns in canonical form, without `resign`; none after the end. Throws a `PipscribeError` with the
   * code `limit` if there are more than `limit`, by default a million.
   */
  moves(options: { limit?: number } = {}): string[] {
    checkArguments({ options });
    checkNames('moves', options);
    checkOptions('moves', options);
    return JSON.parse(guarded({}, raw => this.#game.now(raw).moves(options.limit))) as string[];
  }

  /** Returns true if a turn is legal. */
  isLegal(turn: string): boolean {
    return guarded({ turn }, raw => this.#game.now(raw).isLegal(turn));
  }

  /**
   * Plays a turn, or `resign`. Returns it in canonical form. Throws a `PipscribeError` if it is illegal; the game is then
   * unchanged, and `span` is the place in the turn, in UTF-16 code units.
   */
  move(turn: string): string {
    const seat = this.toMove;
    const played = guarded({ turn }, raw => this.#game.play(raw, turn));
    this.#state = undefined;
    this.#emit('move', { turn: played, seat });
    const { result, score } = this;
    if (result !== null) this.#emit('over', { result, score });
    return played;
  }

  /** Takes back the last turn and returns it; undefined at the start. */
  undo(): string | undefined {
    const turn = guarded({}, raw => this.#game.undo(raw));
    if (turn === undefined) return undefined;
    this.#state = undefined;
    this.#emit('undo', { turn });
    return turn;
  }

  /** Explains a turn part by part, legal or not, without playing it. */
  why(turn: string): Why {
    return JSON.parse(guarded({ turn }, raw => this.#game.now(raw).why(turn))) as Why;
  }

  /** Draws the current position, like `render`. */
  render(options: Omit<RenderOptions, 'record' | 'input' | 'decks'> = {}): string {
    checkArguments({ options });
    return render(this.record, { decks: this.#game.decks, ...options });
  }

  /** Calls a function at each event of a kind. Returns a function that removes the listener. */
  on<Name extends keyof GameEvents>(name: Name, listener: (event: GameEvents[Name]) => void): () => void {
    checkArguments({ event: name, listener });
    if (!Object.hasOwn(this.#listeners, name)) {
      throw new PipscribeError('options', `there is no event \`${name}\`: there are ${Object.keys(this.#listeners).join(', ')}`);
    }
    this.#listeners[name].add(listener);
    return () => void this.#listeners[name].delete(listener);
  }

  #emit<Name extends keyof GameEvents>(name: Name, event: GameEvents[Name]): void {
    for (const listener of [...this.#listeners[name]]) listener(event);
  }
}
