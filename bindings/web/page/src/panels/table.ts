// The board of the turn at the cursor, with buttons that walk through the game.
import type { Board } from '../engine/answers';
import { drawing, el } from '../dom';
import { morph } from '../morph';
import { words } from '../words';

export type Step = -1_000_000 | -1 | 1 | 1_000_000;

const STEPS: [Step, string, string][] = [
  [-1_000_000, 'First position', 'M6 5v14M19 5 9 12l10 7Z'],
  [-1, 'Turn before', 'M17 5 7 12l10 7Z'],
  [1, 'Next turn', 'M7 5l10 7-10 7Z'],
  [1_000_000, 'Last position', 'M18 5v14M5 5l10 7-10 7Z'],
];

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  shape.setAttribute('d', path);
  shape.setAttribute('stroke', 'currentColor');
  shape.setAttribute('stroke-width', '2');
  shape.setAttribute('stroke-linejoin', 'round');
  svg.append(shape);
  return svg;
}

/** What a board tells in words. */
export function toldOf(board: Board): string {
  const after = board.move === null ? 'The start' : `Turn ${board.turn}: ${board.move}, by ${board.seat ?? 'nobody'}`;
  const next = board.result === null || board.result === '*' ? `${board.toMove} to move` : `the result is ${board.result}`;
  return `${after}; ${next}${board.score === null ? '' : `, score ${board.score}`}.`;
}

/** The board beside the record. */
export class Table {
  private readonly told = el('div', { className: 'told' });
  private readonly picture: HTMLElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(box: HTMLElement, private readonly step: (by: Step) => void) {
    this.picture = box.querySelector<HTMLElement>('#still') ?? el('div', { className: 'still' });
    this.buttons = STEPS.map(([by, name, path]) => {
      const button = el('button', { type: 'button', className: 'button icon', 'aria-label': name, title: name, onclick: () => step(by) });
      button.append(icon(path));
      return button;
    });
    box.append(this.told, el('div', { className: 'steps', role: 'group', 'aria-label': 'Through the game' }, ...this.buttons));
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Board; the arrow keys go from turn to turn');
    box.addEventListener('keydown', event => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const by = ({ ArrowLeft: -1, ArrowRight: 1, Home: -1_000_000, End: 1_000_000 } as Record<string, Step>)[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.step(by);
  }

  /** Shows a board, or that there is none. */
  show(board: Board | null): void {
    if (!board) {
      this.told.replaceChildren(el('span', { className: 'fault' }, 'There is no board here: the tags leave open what is played, or no record stands at the cursor.'));
      return;
    }
    const picture = drawing(board.svg);
    const shown = this.picture.firstElementChild;
    if (picture && shown && shown.getAttribute('viewBox') === picture.getAttribute('viewBox')) morph(shown, picture);
    else if (picture) this.picture.replaceChildren(picture);
    const ended = board.result !== null && board.result !== '*';
    this.told.replaceChildren(
      el('span', {}, board.move === null ? el('strong', {}, 'Start') : el('strong', {}, `${board.turn}. `), board.move === null ? '' : el('span', { className: 'move' }, board.move)),
      el('span', {}, ended ? `${board.result}` : `${board.toMove} to move`, board.score === null ? '' : ` · ${board.score}`),
      board.fault === null ? '' : el('span', { className: 'fault' }, ...words(`Not played: ${board.fault}`)));
  }
}
