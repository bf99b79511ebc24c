// Board of the turn at the cursor: the turn, buttons to step through the game, and the board to play on.
import { sourceOf, type Board, type BoardSource, type Call, type Look, type Way, type Drawn, type MarkEvent, type PipsBoard, type StepEvent, type TurnEvent } from '../board';
import { el } from '../dom';
import { words } from '../words';
import { seatWithPlayer, seatsOf } from './seats';

export type Step = StepEvent['detail']['to'];

const STEPS: [Step, string, string][] = [
  ['first', 'First position', 'M6 5v14M19 5 9 12l10 7Z'],
  ['previous', 'Turn before', 'M17 5 7 12l10 7Z'],
  ['next', 'Next turn', 'M7 5l10 7-10 7Z'],
  ['last', 'Last position', 'M18 5v14M5 5l10 7-10 7Z'],
];
/** Time for which a board must stay before its choices are requested, in milliseconds. */
const STAYS = 70;
/** Time for which each position stays while the turns are played automatically, in milliseconds. */
const BEAT = 1_200;
const KEYS: Readonly<Record<string, Step>> = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };
/** Keys that lead to the alternative before or after the turn. */
const BESIDE: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };
const FLIP = 'M7 4v13M3.5 13.5 7 17l3.5-3.5M17 20V7M13.5 10.5 17 7l3.5 3.5';
const PLAY = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM10 8v8l6-4Z';
const PAUSE = 'M9 5v14M15 5v14';

function icon(path: string, isOutline = false): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, value] of [['d', path], ['stroke', 'currentColor'], ['stroke-width', '2'], ['stroke-linejoin', 'round']] as const) shape.setAttribute(name, value);
  if (isOutline) shape.setAttribute('class', 'line');
  svg.append(shape);
  return svg;
}

/** Describes a board in words. */
export function toldOf(board: Board): string {
  const after = board.played === null ? 'The start' : `Turn ${board.number}: ${board.played}, by ${board.seat ?? 'nobody'}`;
  const next = board.result === null ? `${seatWithPlayer(board, board.toMove)} to move` : `the result is ${board.result}`;
  return `${after}; ${next}${board.score === null ? '' : `, score ${board.score}`}.`;
}

/** Events of the board. */
export interface Asked {
  /** The user asks for another position. */
  step(to: Step): void;
  /** The user chooses one of the turns that can follow. */
  enter(way: Way): void;
  /** The user asks for an alternative to the turn that is shown. */
  beside(by: 1 | -1): void;
  /** The board was rotated, and has to be drawn again. */
  flipped(): void;
  /** A turn was played on a board. */
  played(turn: string, on: Board | null): void;
  /** A mark was drawn on a board. */
  marked(mark: Drawn, on: Board | null): void;
  /** True while a newer board is on its way. */
  isWaiting(): boolean;
  /** True if nothing is to be played on the board. */
  isClosed(): boolean;
}

/** The board next to the record. */
export class Table {
  readonly source: BoardSource;
  private readonly told = el('div', { className: 'told' });
  private readonly seats = el('div', { className: 'seats' });
  /** The turns that can follow, if there are several. */
  private readonly ways = el('div', { className: 'ways', role: 'group', 'aria-label': 'Next turn' });
  private readonly through: HTMLButtonElement;
  private isFlipped = false;
  private beat: ReturnType<typeof setInterval> | undefined;
  private board: Board | null = null;
  private readonly picture: HTMLElement;
  private readonly pips: PipsBoard;
  /** Text of the record that is shown. */
  private text = '';
  private readonly buttons: readonly HTMLButtonElement[];
  /** Ways to begin, which an empty text shows in place of the board. */
  begin: readonly HTMLElement[] = [];
  /** What a record without a board shows in its place. */
  noBoard: HTMLElement = el('div');
  /** Number of boards shown so far. */
  private shown = 0;

  constructor(private readonly box: HTMLElement, private readonly call: Call, private readonly asked: Asked) {
    this.source = this.patient(sourceOf(call, () => this.text, () => this.look()));
    this.picture = box.querySelector<HTMLElement>('#still') ?? el('div');
    this.pips = document.createElement('pips-board');
    this.pips.setAttribute('fill', '');
    this.buttons = STEPS.map(([to, name, path]) => {
      const button = el('button', { type: 'button', className: 'button icon', disabled: true, 'aria-label': name, title: name, onclick: () => this.step(to) });
      button.append(icon(path));
      return button;
    });
    const tool = (name: string, path: string, onclick: () => void): HTMLButtonElement => {
      const button = el('button', { type: 'button', className: 'button icon extra', 'aria-label': name, title: name, onclick });
      button.append(icon(path, true));
      return button;
    };
    this.through = tool('Play through', PLAY, () => this.playThrough());
    const steps = el('div', { className: 'steps', role: 'group', 'aria-label': 'Through the game' },
      ...this.buttons, this.through, tool('Flip the board', FLIP, () => this.flip()));
    for (const [part, slot] of [[this.seats, 'seats'], [this.ways, 'ways'], [this.told, 'told'], [steps, 'steps']] as const) {
      part.slot = slot;
      this.pips.append(part);
    }
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Board; the arrow keys go from turn to turn');
    box.addEventListener('keydown', event => {
      // Within the board, arrow keys move between places, and letters select them.
      if (event.altKey || event.ctrlKey || event.metaKey || event.target === this.pips) return;
      if (this.key(event)) event.preventDefault();
    });
    box.addEventListener('step', event => this.step((event as StepEvent).detail.to));
    box.addEventListener('mark', event => asked.marked((event as MarkEvent).detail, this.board));
    box.addEventListener('turn', event => asked.played((event as TurnEvent).detail.turn, this.board));
  }

  /** Handles a key that steps through the game. Returns false for any other key. */
  key({ key, repeat }: KeyboardEvent): boolean {
    const [to, by] = [KEYS[key], BESIDE[key]];
    // A held key repeats as fast as boards can be shown.
    if (repeat && (to || by) && this.asked.isWaiting()) return true;
    if (to) this.step(to);
    else if (by) this.asked.beside(by);
    else if (key === 'f') this.flip();
    else if (key === 'p') this.playThrough();
    else return false;
    return true;
  }

  /** Rotates the board by half a turn. */
  flip(): void {
    this.isFlipped = !this.isFlipped;
    this.asked.flipped();
  }

  /** Sets the board to marks: every press draws one. */
  drawMarks(isOn: boolean): void { this.pips.toggleAttribute('marks', isOn); }

  /** Sets the board to keep its size when there is nothing to play. */
  keepSize(isOn: boolean): void { this.pips.toggleAttribute('keeps', isOn); }

  /** Moves the keyboard focus to the board, so that the next turn can be entered. */
  enter(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.pips.focus();
  }

  /** Plays the turns automatically, or stops. */
  playThrough(): void {
    if (this.beat !== undefined) return this.stop();
    if (!this.board?.next.length) return;
    this.beat = setInterval(() => {
      if (!this.board?.next.length) this.stop();
      else if (!this.asked.isWaiting()) this.asked.step('next');
    }, BEAT);
    this.showBeat();
  }

  private stop(): void {
    clearInterval(this.beat);
    this.beat = undefined;
    this.showBeat();
  }

  private showBeat(): void {
    const name = this.beat === undefined ? 'Play through' : 'Pause';
    this.through.replaceChildren(icon(this.beat === undefined ? PLAY : PAUSE, true));
    this.through.setAttribute('aria-label', name);
    this.through.title = name;
  }

  private step(to: Step): void {
    if (this.beat !== undefined) this.stop();
    this.asked.step(to);
  }

  /** Shows the turns that can follow, if there are several: the line itself, then its variations. */
  private showWays(board: Board | null): void {
    const next = board?.next ?? [];
    const name = (way: Way): string => `${(board?.number ?? 0) + 1}. ${way.played ?? ''}`;
    const button = (way: Way, at: number): HTMLElement => el('button', { type: 'button', className: at ? 'button way' : 'button way first', onclick: () => this.asked.enter(way) }, at ? `or ${way.played ?? ''}` : name(way));
    this.ways.replaceChildren(...(next.length > 1 ? next.map(button) : []));
    const [forward, first] = [this.buttons[2], next[0]];
    if (forward) forward.title = first ? `Next turn: ${name(first)}` : 'Next turn';
  }

  /**
   * Wraps a source so that choices are only requested for a board that stays: a user who steps through a game needs
   * none.
   */
  private patient(source: BoardSource): BoardSource {
    const choices: BoardSource['choices'] = async (at, chosen) => {
      const shown = this.shown;
      if (!chosen.length) await new Promise(resolve => setTimeout(resolve, STAYS));
      if (shown !== this.shown) throw new Error('another board is shown');
      if (this.asked.isClosed()) throw new Error('nothing is to be played');
      return source.choices(at, chosen);
    };
    return { ...source, choices };
  }

  /** Returns the board at a place in a record, or null if there is none. */
  async ask(text: string, at: number): Promise<Board | null> {
    return text.trim() ? sourceOf(this.call, () => text, () => this.look()).board(at).catch(() => null) : null;
  }

  private look(): Look { return { theme: 'screen', notes: false, movement: true, flip: this.isFlipped }; }

  /** Another text is opened: its board is on its way. The previous board stays until then. */
  wait(): void {
    if (this.picture.isConnected) this.picture.replaceChildren(el('div', { className: 'blank' }, el('p', {}, 'Checking…')));
  }

  /**
   * Shows the board of a record, or reports that there is none. `isBlank` is true if there is no
   * text at all.
   */
  show({ text, board }: { readonly text: string; readonly board: Board | null }, isBlank: boolean): void {
    this.shown += 1;
    this.text = text;
    this.board = board;
    if (this.beat !== undefined && !board?.next.length) this.stop();
    this.seats.replaceChildren(...(board ? seatsOf(board) : []));
    this.showWays(board);
    for (const button of this.buttons) button.disabled = !board;
    if (!board) {
      this.pips.board = null;
      this.picture.replaceChildren(isBlank ? el('div', { className: 'blank' }, el('p', {}, 'No record yet'), el('div', { className: 'begin' }, ...this.begin)) : this.noBoard);
      if (this.pips.isConnected) this.pips.replaceWith(this.picture);
      return;
    }
    if (this.picture.isConnected) {
      this.picture.replaceWith(this.pips);
      this.pips.source = this.source;
    }
    this.pips.board = board;
    const turn = board.played === null ? [el('strong', {}, 'Start')] : [el('strong', {}, `${board.number}. `), el('span', { className: 'move' }, board.played)];
    this.told.replaceChildren(
      el('span', {}, ...turn),
      el('span', {}, board.result ?? `${seatWithPlayer(board, board.toMove)} to move`, board.score === null ? '' : ` · ${board.score}`),
      board.fault === null ? '' : el('span', { className: 'fault' }, ...words(`Not played: ${board.fault}`)));
    this.box.dataset.turn = String(board.number);
    this.box.dataset.game = board.game;
    this.box.toggleAttribute('data-fault', board.fault !== null);
  }
}
