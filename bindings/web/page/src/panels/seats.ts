// Lines below the board: possessions of the seats, the stock and so on, as text in the size of the page.
import { readPicture, type Board, type NotePart } from '../board';
import { el } from '../dom';

/** Rules of the drawings, which apply to the whole page. */
const sheet = new CSSStyleSheet();
const known = new Set<string>();
document.adoptedStyleSheets.push(sheet);

function adopt(rules: string): void {
  const own = rules.split('\n').filter(rule => rule.trim() && !known.has(rule));
  if (!own.length) return;
  own.forEach(rule => known.add(rule));
  sheet.replaceSync([...known].join('\n'));
}

/** Returns a drawing of a note, with its replacement for screen readers. */
function drawn({ words, svg }: NotePart): (Node | string)[] {
  const picture = svg ? readPicture(svg) : null;
  if (picture) {
    adopt(picture.rules);
    // White space in the SVG would become text.
    picture.svg.normalize();
    picture.svg.querySelectorAll('title').forEach(title => title.remove());
  }
  return picture ? [picture.svg, words.trim() ? el('span', { className: 'sr-only' }, words) : ''] : [words];
}

/** Returns true if a line is about the seat to move. */
const isMover = (board: Board, line: readonly NotePart[]): boolean => board.result === null && line.some(({ words }) => words.startsWith(`${board.toMove}:`));

/** Returns the player of the seat that a line is about. */
function playerOf(board: Board, line: readonly NotePart[]): string | null {
  const said = line.map(({ words }) => words).join('').trimStart();
  return board.seats.find(({ name }) => said.startsWith(`${name}:`) || said.startsWith(`${name},`) || said === name)?.player ?? null;
}

/** Returns a seat with its player: `Ann (White)`. */
export function seatWithPlayer({ seats }: Board, name: string): string {
  const player = seats.find(seat => seat.name === name)?.player;
  return player ? `${player} (${name})` : name;
}

/** True for the first drawing of a line if it has no piece: the place of the arrow head of the seat to move. */
const isMargin = ({ words, svg }: NotePart): boolean => !words && svg !== null && !svg.includes('class="piece-');

/**
 * Returns the lines of a board. Words replace the arrow head of the seat to move. The cards of the
 * seat to move are left out if it can choose from them.
 */
export function seatsOf(board: Board): HTMLElement[] {
  const lines = board.notes.map(line => (line[0] && isMargin(line[0]) ? line.slice(1) : line));
  return lines.filter(line => line.length).map(line => {
    const moves = isMover(board, line);
    // Cards follow the text. Other notes have one drawing before the text, or small ones among it.
    const isHand = board.game === 'pipe' && line.some(({ svg }) => svg !== null) && line.length > 3;
    const first = line.findIndex(({ svg }) => svg !== null);
    // The text and the cards are separated by a verb, which the row of cards replaces.
    const [all, cards] = isHand ? [line.slice(0, 1), line.slice(first)] : [line, []];
    const text = moves ? all.map(part => ({ ...part, words: part.words.replace(/, to move$/, '') })) : all;
    const player = playerOf(board, line);
    const nodes = text.flatMap(drawn);
    // The name follows the piece of the seat, if there is one before the text.
    if (player) nodes.splice(text[0]?.svg ? drawn(text[0]).length : 0, 0, el('b', { className: 'player' }, player));
    const words = el('span', { className: text[0]?.svg ? 'line led' : 'line' }, ...nodes);
    const isChosenFrom = moves && cards.length > 0;
    const hand = cards.length > 0 && !isChosenFrom
      ? el('ul', { className: 'hand', tabIndex: 0, 'aria-label': text.map(part => part.words).join('') }, ...cards.map(card => el('li', {}, ...drawn(card))))
      : null;
    return el('div', { className: moves ? 'seat moves' : 'seat' }, words, hand, moves ? el('strong', {}, 'to move') : null);
  });
}
