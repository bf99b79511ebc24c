// Lines below the board: possessions of the seats, the stock and so on, as text in the size of the page.
import { readPicture, type Board, type NotePart } from '../board';
import { el } from '../dom';
import { isWinOf } from '../study/goals';

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

/** Words of a note that begin with the name of a seat. */
interface NamedLine {
  readonly seat: Board['seats'][number];
  /** The line without the name and the colon after it. */
  readonly rest: readonly NotePart[];
  /** Index of the part that the name was in. */
  readonly at: number;
}

/** Takes the name of a seat from the beginning of the words of a line. Null if the line is not about a seat. */
function namedLine(board: Board, line: readonly NotePart[]): NamedLine | null {
  const at = line.findIndex(({ words }) => words.trim());
  const words = line[at]?.words.trimStart() ?? '';
  const seat = board.seats.find(({ name }) => words.startsWith(name) && /^$|^[:,]/.test(words.slice(name.length)));
  if (!seat) return null;
  const after = words.slice(seat.name.length).replace(/^[:,]\s*/, '');
  return { seat, at, rest: line.map((part, index) => (index === at ? { ...part, words: after } : part)) };
}

/** Returns true if a line is about the seat to move. */
const isMover = (board: Board, line: readonly NotePart[]): boolean => board.result === null && line.some(({ words }) => words.startsWith(`${board.toMove}:`));

/** Returns the nodes of a line about a seat: the piece, the player, the name of the seat, and what it has. */
function namedNodes({ seat, rest, at }: NamedLine): (Node | string)[] {
  const name = [
    ...(seat.player ? [el('b', { className: 'player' }, seat.player)] : []),
    el(seat.player ? 'span' : 'b', { className: 'seat-name' }, seat.name), ' ',
  ];
  return rest.flatMap((part, index) => (index === at ? [...name, ...drawn(part)] : drawn(part)));
}

/** Returns a seat with its player: `Ann (White)`. */
export function seatWithPlayer({ seats }: Board, name: string): string {
  const player = seats.find(seat => seat.name === name)?.player;
  return player ? `${player} (${name})` : name;
}

/** Returns the colour of the pieces of a seat, as its line or its name says; null if it has none. */
function colourOf({ notes, seats }: Board, name: string): string | null {
  const words = notes.map(line => line.map(part => part.words).join('')).find(line => line.startsWith(name)) ?? '';
  // The names of the players are not read.
  const isSeat = seats.some(seat => seat.name === name);
  return isSeat ? /\b(white|black|light|dark)\b/i.exec(`${name} ${words.slice(name.length)}`)?.[1]?.toLowerCase() ?? null : null;
}

/** Returns a task that begins with the seat to move, with the piece of the seat and its colour in words. */
export function withPiece(board: Board, task: string): (Node | string)[] {
  const colour = colourOf(board, board.toMove);
  if (!colour || !task.startsWith(board.toMove)) return [task];
  const isNamed = board.toMove.toLowerCase() === colour;
  const isLight = colour === 'white' || colour === 'light';
  const piece = el('span', { className: `task-piece ${isLight ? 'light' : 'dark'} ${board.game === 'pippip' ? 'die' : ''}`, 'aria-hidden': 'true' });
  return [piece, board.toMove, isNamed ? '' : ` (${colour})`, task.slice(board.toMove.length)];
}

/** Returns true if a seat has won, and its line does not say so. */
function hasWon({ seats, result }: Board, seat: Board['seats'][number], line: readonly NotePart[]): boolean {
  return isWinOf(result, seats.indexOf(seat) + 1) && !line.some(({ words }) => words.includes('won'));
}

/** True for the first drawing of a line if it has no piece: the place of the arrow head of the seat to move. */
const isMargin = ({ words, svg }: NotePart): boolean => !words && svg !== null && !svg.includes('class="piece-');

/**
 * Returns the lines of a board: the seats, then what is not about a seat, as the stock. Words
 * replace the arrow head of the seat to move. The cards of the seat to move are left out if it can
 * choose from them.
 */
export function seatsOf(board: Board): HTMLElement[] {
  const lines = board.notes.map(line => (line[0] && isMargin(line[0]) ? line.slice(1) : line));
  const made = lines.filter(line => line.length).map(line => {
    const moves = isMover(board, line);
    // Cards follow the text. Other notes have one drawing before the text, or small ones among it.
    const isHand = board.game === 'pipe' && line.some(({ svg }) => svg !== null) && line.length > 3;
    const first = line.findIndex(({ svg }) => svg !== null);
    // The text and the cards are separated by a verb, which the row of cards replaces.
    const [all, cards] = isHand ? [line.slice(0, 1), line.slice(first)] : [line, []];
    const text = moves ? all.map(part => ({ ...part, words: part.words.replace(/, to move$/, '') })) : all;
    const named = namedLine(board, text);
    const words = el('span', { className: text[0]?.svg ? 'line led' : 'line' }, ...(named ? namedNodes(named) : text.flatMap(drawn)));
    const isChosenFrom = moves && cards.length > 0;
    const hand = cards.length > 0 && !isChosenFrom
      ? el('ul', { className: 'hand', tabIndex: 0, 'aria-label': text.map(part => part.words).join('') }, ...cards.map(card => el('li', {}, ...drawn(card))))
      : null;
    const state = moves ? 'to move' : named && hasWon(board, named.seat, text) ? 'has won' : null;
    const isAside = board.game === 'pipe' && !named && !moves;
    return el('div', { className: moves ? 'seat moves' : isAside ? 'seat aside' : 'seat' }, words, hand, state ? el('strong', {}, state) : null);
  });
  return [...made.filter(line => !line.classList.contains('aside')), ...made.filter(line => line.classList.contains('aside'))];
}
