// Board of the turn at the cursor: the turn, buttons to step through the game, and the board to play on.
import { sourceOf, type Board, type BoardSource, type Drawn, type MarkEvent, type PipsBoard, type Played, type StepEvent, type TurnEvent } from '../board';
import { el } from '../dom';
import { words } from '../words';
import { seatsOf } from './seats';

export type Step = StepEvent['detail']['to'];

const STEPS: [Step, string, string][] = [
  ['first', 'First position', 'M6 5v14M19 5 9 12l10 7Z'],
  ['previous', 'Turn before', 'M17 5 7 12l10 7Z'],
  ['next', 'Next turn', 'M7 5l10 7-10 7Z'],
  ['last', 'Last position', 'M18 5v14M5 5l10 7-10 7Z'],
];
/** Time for which a board must stay before its choices are requested, in milliseconds. */
const STAYS = 70;
const KEYS: Readonly<Record<string, Step>> = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, value] of [['d', path], ['stroke', 'currentColor'], ['stroke-width', '2'], ['stroke-linejoin', 'round']] as const) shape.setAttribute(name, value);
  svg.append(shape);
  return svg;
}

/** Describes a board in words. */
export function toldOf(board: Board): string {
  const after = board.played === null ? 'The start' : `Turn ${board.number}: ${board.played}, by ${board.seat ?? 'nobody'}`;
  const next = board.result === null ? `${board.toMove} to move` : `the result is ${board.result}`;
  return `${after}; ${next}${board.score === null ? '' : `, score ${board.score}`}.`;
}

/** Events of the board. */
export interface Asked {
  /** The user asks for another position. */
  step(to: Step): void;
  /** A turn was played, with the edits to make. */
  played(played: Played): void;
  /** A mark was drawn. */
  marked(mark: Drawn): void;
  /** A turn could not be written, with the reason. */
  refused(why: string): void;
}

/** The board next to the record. */
export class Table {
  readonly source: BoardSource;
  private readonly told = el('div', { className: 'told' });
  private readonly seats = el('div', { className: 'seats' });
  private readonly picture: HTMLElement;
  private readonly pips: PipsBoard;
  /** Text of the current record. */
  private text = '';
  private readonly buttons: readonly HTMLButtonElement[];
  /** Ways to begin, which an empty text shows in place of the board. */
  begin: readonly HTMLElement[] = [];
  /** Number of boards shown so far. */
  private shown = 0;

  constructor(private readonly box: HTMLElement, call: Parameters<typeof sourceOf>[0], asked: Asked) {
    this.source = this.patient(sourceOf(call, () => this.text, () => ({ theme: 'screen', notes: false, movement: true })));
    this.picture = box.querySelector<HTMLElement>('#still') ?? el('div');
    this.pips = document.createElement('pips-board');
    this.pips.setAttribute('fill', '');
    this.buttons = STEPS.map(([to, name, path]) => {
      const button = el('button', { type: 'button', className: 'button icon', disabled: true, 'aria-label': name, title: name, onclick: () => asked.step(to) });
      button.append(icon(path));
      return button;
    });
    for (const [part, slot] of [[this.seats, 'seats'], [this.told, 'told'], [el('div', { className: 'steps', role: 'group', 'aria-label': 'Through the game' }, ...this.buttons), 'steps']] as const) {
      part.slot = slot;
      this.pips.append(part);
    }
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Board; the arrow keys go from turn to turn');
    box.addEventListener('keydown', event => {
      const to = KEYS[event.key];
      // Within the board the arrow keys move between places.
      if (!to || event.altKey || event.ctrlKey || event.metaKey || event.target === this.pips) return;
      event.preventDefault();
      asked.step(to);
    });
    box.addEventListener('step', event => asked.step((event as StepEvent).detail.to));
    box.addEventListener('mark', event => asked.marked((event as MarkEvent).detail));
    box.addEventListener('turn', event => {
      const { turn, at } = (event as TurnEvent).detail;
      this.source.play(turn, at).then(asked.played, (error: unknown) => asked.refused(String(error)));
    });
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
      return source.choices(at, chosen);
    };
    return { ...source, choices };
  }

  /** Returns the board at a place in a record, or null without one. */
  async ask(text: string, at: number): Promise<Board | null> {
    this.text = text;
    return text.trim() ? this.source.board(at).catch(() => null) : null;
  }

  /** Shows a board, or that it is missing. */
  show(board: Board | null): void {
    this.shown += 1;
    this.seats.replaceChildren(...(board ? seatsOf(board) : []));
    for (const button of this.buttons) button.disabled = !board;
    if (!board && !this.text.trim()) {
      this.pips.board = null;
      this.picture.replaceChildren(el('div', { className: 'blank' }, el('p', {}, 'No record yet'), el('div', { className: 'begin' }, ...this.begin)));
      if (this.pips.isConnected) this.pips.replaceWith(this.picture);
      return;
    }
    if (this.picture.isConnected) {
      this.picture.replaceWith(this.pips);
      this.pips.source = this.source;
    }
    if (!board) {
      this.pips.board = null;
      this.told.replaceChildren(el('span', { className: 'fault' }, 'There is no board here: the tags do not determine the game, or there is no record at the cursor.'));
      return;
    }
    this.pips.board = board;
    const turn = board.played === null ? [el('strong', {}, 'Start')] : [el('strong', {}, `${board.number}. `), el('span', { className: 'move' }, board.played)];
    this.told.replaceChildren(
      el('span', {}, ...turn),
      el('span', {}, board.result ?? `${board.toMove} to move`, board.score === null ? '' : ` · ${board.score}`),
      board.fault === null ? '' : el('span', { className: 'fault' }, ...words(`Not played: ${board.fault}`)));
    this.box.dataset.turn = String(board.number);
    this.box.dataset.game = board.game;
  }
}
