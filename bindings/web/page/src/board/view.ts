// View of a board: the figure, the places on it that can be chosen, and the tray with the other choices.
import { ahead, boxOf, distance, distanceTo, leastDistance, middleOf, nameOf, type Box, type Point } from './geometry';
import { isAlike, morph } from './morph';
import { readFigure, readPicture, type Figure } from './svg';
import { TableWindow, isTouch } from './window';
import { ENGLISH, fill, type Area, type Choice, type Choices, type Words } from './types';

/** Minimum distance between clickable places, in CSS pixels. */
const FINGER = 26;
/** Minimum distance between the squares of a table on a touch screen, so that each is 32 pixels wide. */
const FINGER_ON_SQUARES = 33;
/** Size of a step of the board in the units of a figure. */
const STEP = 48;
/** Numbers of points and of squares up to which all places are shown without hovering. */
const FEW = [48, 150] as const;
/** Maximum size to which a board is enlarged for touch, in CSS pixels. */
const WIDEST = 2000;

/** Maximum ratio between the sizes of a target and of its place. */
const LARGEST = 4;
/** The same for squares, which are as large as their places. */
const LARGEST_SQUARE = 1.12;
/** Radius of the ring of a place, as a part of the size of the place. */
const RING = 0.44;
/** Gap between the ring of a place and the label of a place, in the units of a figure. */
const GAP = 2.5;
/** Minimum number of cards for which there is a field to find them by their numbers. */
const MANY = 16;
/** Maximum number of answers that are beside the prompt if there are no cards. */
const BESIDE = 2;
/** Sign that a piece can be rotated. */
const TURNER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M19 8a8 8 0 1 0 1 5M20 3v5.5h-5.5"/></svg>';
/** Heights of a row of a deck, and of what is around the picture of a card, in CSS pixels. */
const ROW = { least: 46, most: 76, number: 24 } as const;

/** Average width of a letter or digit, and its height above the baseline, as parts of the size of the font. */
const LETTER = { width: 0.65, height: 0.74 } as const;

/** Key of the answer that a piece stays on the board. */
const STAY = 'stay';
/** Cross on a piece that goes. */
const CROSS = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path class="moat" d="M5 5 19 19M19 5 5 19"/><path d="M5 5 19 19M19 5 5 19"/></svg>';

/** What becomes of a piece of a row. */
export type Fate = 'goes' | 'stays' | 'open';

/** A piece of a row, with what becomes of it, and the number of its seat. */
export interface Fated {
  readonly area: Area;
  readonly fate: Fate;
  readonly seat: number;
}

/** A choice that was made. */
export interface Made {
  readonly choice: Choice;
  /** The choices among which it was made. */
  readonly offered: readonly Choice[];
  /** True if it was made automatically because there was no alternative. */
  readonly auto: boolean;
  /** Board after the choice. */
  readonly svg: string;
}

/** A button on the board. */
interface Spot {
  readonly element: HTMLButtonElement;
  readonly at: Point;
  /** Index of the choice that it makes. */
  readonly choice: number;
  /** True for the one button of a choice that the keyboard reaches. */
  readonly isFirst: boolean;
  /** Box of its area, in the units of the figure. */
  readonly box: Box;
}

export function make<K extends keyof HTMLElementTagNameMap>(name: K, className: string, more: Record<string, string> = {}): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  for (const [key, value] of Object.entries(more)) element.setAttribute(key, value);
  return element;
}

/** Returns true if a choice is a card or a die beside the board. */
const isCard = ({ picture, areas }: Choice): boolean => picture !== null && !areas.length;
/**
 * Returns true if two choices of different steps are the same one. Keys alone repeat: a die and its
 * side have one number.
 */
const isSame = (one: Choice, other: Choice): boolean => one.key === other.key && one.label === other.label;

/**
 * Returns true if a piece is at its place, and the choices are its orientations, or the pieces that
 * it can be.
 */
export function isTurned({ turn, choices }: Choices, made: readonly Made[]): boolean {
  const place = made.findLast(({ auto, choice }) => !auto || choice.areas.length)?.choice;
  return turn === null && choices.length > 0 && place !== undefined && place.areas.length > 0 && place.picture === null
    && choices.every(({ picture, drags }) => picture !== null && !drags);
}

/**
 * The cards or dice from which the user chooses. They stay in sight when one of them has been
 * chosen.
 */
export interface Hand {
  readonly cards: readonly Choice[];
  /** Number of choices made before the first from the hand. */
  readonly from: number;
  /** Number of cards that are chosen. */
  readonly chosen: number;
}

/** Returns true if a turn chooses from the cards of a whole deck. */
export function choosesFromDeck(step: Choices | null, made: readonly Made[]): boolean {
  return [step?.choices ?? [], ...made.map(({ offered }) => offered)].some(choices => choices.filter(isCard).length >= MANY);
}

export function handOf(step: Choices | null, made: readonly Made[]): Hand {
  const choices = step?.choices ?? [];
  const from = made.findIndex(({ choice, auto }) => !auto && isCard(choice));
  const first = made[from];
  const isTurning = step !== null && isTurned(step, made);
  if (!first) return { cards: isTurning ? [] : choices.filter(isCard), from: made.length, chosen: 0 };
  const all = first.offered.filter(isCard);
  const chosen = all.filter(card => made.some(({ choice }) => isSame(choice, card)));
  const isIn = (choice: Choice): boolean => all.some(card => isSame(card, choice));
  // A deck would hide the board, so it is shown only while the user chooses from it; and cards that
  // are drawn are others.
  const isAll = isTurning || !choices.some(choice => isCard(choice) && !isIn(choice));
  // The colour is claimed below the cards that were discarded.
  const isOffBoard = choices.every(({ areas, picture }) => !areas.length && picture === null);
  return { cards: isAll && (all.length < MANY || choices.some(isIn) || (isOffBoard && chosen.length > 1)) ? all : chosen, from, chosen: chosen.length };
}

/** Returns true if places have the same coordinates on two figures. */
export function hasSamePlaces(one: string, other: string): boolean {
  const box = (text: string): string | undefined => /viewBox="([^"]*)"/.exec(text)?.[1];
  return box(one) === box(other);
}

/**
 * Adds the marks of an error, from a figure that has them, to a figure that does not. They are below
 * everything in which the two differ, such as the outcome of a choice.
 */
function addMarks(figure: Figure, from: Figure): Figure {
  const has = (svg: SVGElement, child: Element): boolean => [...svg.children].some(other => other.isEqualNode(child));
  const marks = [...from.svg.children].filter(child => /(^|-)mark(-|$)/.test(child.getAttribute('class') ?? '') && !has(figure.svg, child));
  const above = [...figure.svg.children].find(child => child.localName === 'g' && !has(from.svg, child));
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  group.setAttribute('class', 'error-marks');
  group.append(...marks);
  if (marks.length) figure.svg.insertBefore(group, above ?? null);
  return marks.length ? { ...figure, rules: `${figure.rules}\n${from.rules}` } : figure;
}

/** Labels of the columns and of the rows of a figure, with their places. */
function labelsOf(svg: SVGElement): { readonly columns: Map<string, number>; readonly rows: Map<string, number> } {
  const labels = [...svg.querySelectorAll('.coordinate text')].map(label => ({
    name: label.textContent ?? '', x: Number(label.getAttribute('x')), y: Number(label.getAttribute('y')),
  }));
  const bottom = Math.max(...labels.map(({ y }) => y));
  return {
    columns: new Map(labels.filter(({ y }) => y === bottom).map(({ name, x }) => [name, x])),
    rows: new Map(labels.filter(({ y }) => y !== bottom).map(({ name, y }) => [name, y])),
  };
}

/** Returns by how much a label that two figures share is further in the second; null if there is none. */
function shiftOf(from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>): number | null {
  for (const [name, place] of from) {
    const other = to.get(name);
    if (other !== undefined) return other - place;
  }
  return null;
}

/**
 * Fits a figure of a table that has grown into the frame of the table before, so that all squares keep their places and
 * their size. Returns false if the two figures share no labels.
 */
function fitInto(frame: SVGSVGElement, figure: SVGSVGElement): boolean {
  const [held, grown] = [labelsOf(frame), labelsOf(figure)];
  const [x, y] = [shiftOf(held.columns, grown.columns), shiftOf(held.rows, grown.rows)];
  const [labels, kept] = [figure, frame].map(svg => svg.querySelector('.coordinate'));
  if (x === null || y === null || !labels || !kept) return false;
  const { width, height } = frame.viewBox.baseVal;
  for (const [name, value] of Object.entries({ viewBox: `${x} ${y} ${width} ${height}`, width: String(width), height: String(height) })) figure.setAttribute(name, value);
  kept.setAttribute('transform', `translate(${x} ${y})`);
  labels.replaceWith(kept);
  return true;
}

/** Returns the index of the choice that an element makes. */
export function choiceOf(element: Element | null): number | undefined {
  const found = element?.closest('[data-choice]')?.getAttribute('data-choice');
  return found ? Number(found) : undefined;
}

export class View {
  readonly stage = make('div', 'stage', { part: 'stage' });
  readonly tray = make('div', 'tray', { role: 'group', 'aria-labelledby': 'asks', part: 'tray' });
  /** Field that finds a card by its number, if there are many. */
  readonly find = make('label', 'find');
  readonly #number = make('input', '', { type: 'search', inputmode: 'numeric', autocomplete: 'off' });
  /** Rules of the figure, for its page to adopt. */
  readonly rules = new CSSStyleSheet();
  /** Rules of the pictures beside it, which an empty figure does not have. */
  readonly pictureRules = new CSSStyleSheet();
  readonly #pictureRules = new Set<string>();
  readonly #sheet = make('div', 'sheet');
  readonly #figure = make('div', 'figure');
  /** What the cards of a deck are. */
  readonly #deal = make('p', 'deal');
  #deals = ENGLISH;
  /** True while the choices of a board are on their way. */
  isAwaiting = false;
  /** Called with the number in the field: `typed` when it changes, `entered` when it is complete. */
  numbers: { readonly typed: (number: string) => void; readonly entered: (number: string) => void } = { typed: () => undefined, entered: () => undefined };
  readonly #over = make('div', 'over', { role: 'group', 'aria-labelledby': 'asks' });
  #svg = '';
  /** Figure whose marks of an error stay on all others of the same places; null without an error. */
  marked: string | null = null;
  #marked: string | null = null;
  /** Figure whose scale and places others keep; null if each has its own. */
  #held: string | null = null;
  /** The same, when the figure was drawn. */
  #heldBy: string | null = null;
  #rules = '';
  #size = { width: 1, height: 1 };
  /** Window through which the table of the Pipe Game is seen. */
  readonly window = new TableWindow(this.stage, this.#sheet, this.#figure);
  #spots: Spot[] = [];

  constructor() {
    this.#sheet.append(this.#figure, this.#over);
    this.stage.append(this.#sheet);
    new ResizeObserver(() => this.#resize()).observe(this.tray);
    this.find.append(make('span', ''), this.#number);
    this.#number.addEventListener('input', () => {
      this.#filter();
      this.numbers.typed(this.#number.value.trim());
    });
    this.#number.addEventListener('keydown', event => {
      const number = this.#number.value.trim();
      const first = this.tray.querySelector<HTMLElement>('[data-choice]:not([hidden])');
      if (event.key === 'Enter' && number) {
        // What is typed next belongs to the next card, even while this one is on its way.
        this.clearNumber();
        this.numbers.entered(number);
      } else if (event.key === 'Escape' && number) {
        this.clearNumber();
        this.numbers.typed('');
        event.stopPropagation();
      } else if (event.key === 'ArrowDown' && first) {
        this.focus(first);
      } else {
        return;
      }
      event.preventDefault();
    });
  }

  /** Texts above the cards of a deck. */
  set deals(words: Words) {
    this.#deals = words;
    this.#resize();
  }

  /** True if the pictures have dots on the place that was chosen. */
  get hasPins(): boolean { return this.tray.querySelector('.pin') !== null; }

  /** Label of the field that finds a card. */
  set finds(label: string) {
    this.find.querySelector('span')?.replaceChildren(label);
    this.#number.placeholder = label;
  }

  /** True if there is a field for the number of a card. */
  get asksNumber(): boolean { return this.find.classList.contains('shown'); }

  /** True if the keyboard is in that field. */
  get isInNumber(): boolean { return this.asksNumber && this.#number.matches(':focus'); }

  /** Moves the focus to the field for a number, and writes a digit there. */
  focusNumber(digit = ''): void {
    if (!this.isInNumber) this.#number.focus({ preventScroll: true });
    if (!digit) return;
    this.#number.value += digit;
    this.#number.dispatchEvent(new Event('input'));
  }

  /** Empties the field for a number. */
  clearNumber(): void {
    this.#number.value = '';
    this.#filter();
  }

  /** Returns true if the number of a card is on the table. */
  hasOnTable(number: string): boolean {
    return [...this.#figure.querySelectorAll('text')].some(text => text.textContent === number && !text.closest('.coordinate'));
  }

  /** Shows only the cards whose number begins with the text of the field. If there are none, all stay. */
  #filter(): void {
    const wanted = this.#number.value.trim();
    const cards = [...this.tray.querySelectorAll<HTMLElement>('[data-choice]')];
    const isNone = !cards.some(card => card.dataset.key?.startsWith(wanted));
    for (const card of cards) card.hidden = !isNone && !card.dataset.key?.startsWith(wanted);
    const first = this.tray.querySelector<HTMLElement>('[data-choice]:not([hidden])');
    if (first) first.tabIndex = 0;
  }

  /** Keeps the scale and the places of a figure, until another one has other places; null ends this. */
  hold(svg: string | null): void {
    if (svg !== null && this.#held !== null && hasSamePlaces(svg, this.#held)) return;
    this.#held = svg;
    this.window.isHeld = svg !== null;
  }

  /** Shows a figure without choices. With `rests`, it is only shown, and its places are invisible. */
  draw(svg: string, rests = false): void {
    this.#over.classList.toggle('resting', rests);
    this.#over.classList.remove('ahead');
    if (svg === this.#svg && this.marked === this.#marked && this.#held === this.#heldBy) return;
    [this.#svg, this.#marked, this.#heldBy] = [svg, this.marked, this.#held];
    const plain = svg ? readFigure(svg) : null;
    const marks = this.marked !== null && this.marked !== svg && hasSamePlaces(this.marked, svg) ? readFigure(this.marked) : null;
    const figure = plain && marks ? addMarks(plain, marks) : plain;
    const frame = figure && this.#held !== null && !hasSamePlaces(this.#held, svg) ? readFigure(this.#held) : null;
    const isHeld = figure !== null && frame !== null && fitInto(frame.svg, figure.svg);
    const size = isHeld ? this.#size : { width: figure?.width ?? 1, height: figure?.height ?? 1 };
    if (figure) this.window.addRim(figure.svg);
    const shown = this.#figure.firstElementChild;
    // Boards of one game differ little from turn to turn.
    if (figure && shown && isAlike(shown, figure.svg)) morph(shown, figure.svg);
    else this.#figure.replaceChildren(...(figure ? [figure.svg] : []));
    if (!figure) return;
    if (figure.rules !== this.#rules) this.rules.replaceSync(figure.rules);
    this.#rules = figure.rules;
    this.#size = size;
    this.window.drawn(size);
    if (isHeld) return;
    // A high and narrow table is not wider than its places require.
    const least = Math.min(FINGER * 8, Math.ceil(FINGER * figure.width / STEP));
    const { width, height } = this.window.frameOf(size);
    this.#sheet.style.maxWidth = `max(var(--_least, ${least}px), calc(var(--_height) * ${(width / height).toFixed(4)}))`;
  }

  /**
   * Shows the possible choices and the choices made. `back` returns the label of a made choice that
   * can be taken back at its place on the board, `takesBack` that of a card that can be taken back.
   */
  show(step: Choices | null, made: readonly Made[], back: ((choice: Choice) => string) | null, takesBack: (choice: Choice) => string): void {
    const choices = step?.choices ?? [];
    const seen = new Map<string, number>();
    for (const choice of choices) for (const name of new Set(choice.areas.map(nameOf))) seen.set(name, (seen.get(name) ?? 0) + 1);
    this.#spots = [];
    const marks: HTMLElement[] = [];
    const cards = new Map<Choice, HTMLElement>();
    const asked = new Set<string>();
    const pictures = new Set<string | null>();
    choices.forEach((choice, at) => {
      // A choice is shown at areas that no other choice shares; a picture shows more than an area.
      const own = choice.picture ? [] : choice.areas.filter(area => seen.get(nameOf(area)) === 1);
      own.forEach((area, part) => marks.push(this.#spot(choice, at, area, part === 0)));
      if (own.length) return;
      cards.set(choice, this.#card(choice, at, pictures.has(choice.picture) && !choice.areas.length));
      if (choice.picture) pictures.add(choice.picture);
      for (const area of choice.picture ? [] : choice.areas) {
        if (!asked.has(nameOf(area))) marks.unshift(this.#mark('mark asked', area));
        asked.add(nameOf(area));
      }
    });
    this.#over.replaceChildren(...this.#marksOf(made, back, asked), ...marks);
    this.#over.classList.toggle('few', this.#spots.length <= FEW[this.#spots.every(({ element }) => element.classList.contains('square')) ? 1 : 0]);
    this.#showTray(choices, cards, handOf(step, made), made, takesBack, step);
    for (const group of [this.#over, this.tray]) {
      const first = group.querySelector<HTMLElement>('[data-choice]:not([aria-hidden])');
      if (first) first.tabIndex = 0;
    }
    this.#fit();
  }

  /** Shows what is beside the board: the answers to the prompt, and the hand. */
  #showTray(choices: readonly Choice[], cards: ReadonlyMap<Choice, HTMLElement>, hand: Hand, made: readonly Made[], takesBack: (choice: Choice) => string, step: Choices | null): void {
    const isTurning = step !== null && isTurned(step, made);
    const inHand = hand.cards.map((card, at) => {
      const offered = choices.find(choice => isSame(choice, card));
      const element = offered && cards.get(offered);
      if (element) return element;
      const isChosen = made.some(({ choice }) => isSame(choice, card));
      const isAlike = hand.cards.findIndex(({ picture }) => picture === card.picture) < at;
      return isChosen ? this.#chosen(card, isAlike, takesBack(card)) : this.#instead(card, isAlike, at, hand.chosen > 1);
    });
    const answers = [...cards.values()].filter(card => !inHand.includes(card));
    if (isTurning) this.#pin(choices, cards, made);
    const turns = choices.some(({ areas }) => areas.length) ? 'row turns' : 'row turns dice';
    const isMany = inHand.length >= MANY || answers.length >= MANY;
    const isList = isMany && answers.length >= MANY;
    const deck = isList ? answers : inHand;
    // The words and the answers above a deck keep their row while cards are chosen.
    this.#deal.hidden = choices.length < MANY;
    const above = [this.#deal, ...(isList ? inHand : answers)];
    const isBeside = !inHand.length && answers.length > 0 && answers.length <= BESIDE;
    const rows: readonly (readonly [string, readonly HTMLElement[], Record<string, string>])[] = isMany
      ? [['row answers', above, {}], ['row hand deck', deck, {}]]
      : [['row hand', inHand, {}], [isTurning && !isBeside ? turns : 'row answers', answers, { part: isTurning ? 'answers orientations' : 'answers' }]];
    this.tray.replaceChildren(...rows.filter(([, row]) => row.length).map(([name, row, more]) => {
      const element = make('div', name, more);
      element.append(...row);
      return element;
    }));
    this.tray.classList.toggle('many', isMany);
    this.tray.classList.toggle('beside', isBeside);
    this.tray.classList.toggle('turning', isTurning);
    // An empty table gives its room to the cards where both do not fit.
    const isBare = isMany && !this.#spots.length && this.#figure.querySelector('.cell-edge') === null;
    this.stage.classList.toggle('bare', isBare);
    this.tray.part.toggle('pool', isBare);
    // While the next choices are on their way, the field keeps the focus and what is typed.
    if (!this.isAwaiting) this.find.classList.toggle('shown', isMany && choices.length >= MANY);
    if (this.asksNumber) this.#filter();
    else this.#number.value = '';
    this.#resize();
  }

  /**
   * Marks the half of each card that covers the chosen square, because two orientations can look
   * alike.
   */
  #pin(choices: readonly Choice[], cards: ReadonlyMap<Choice, HTMLElement>, made: readonly Made[]): void {
    const area = made.findLast(({ auto, choice }) => !auto || choice.areas.length)?.choice.areas[0];
    for (const choice of area ? choices : []) {
      const picture = choice.areas.length ? cards.get(choice)?.querySelector('.art') : null;
      if (!area || !picture) continue;
      const [{ x, y }, box] = [middleOf(area), this.#boxOfCard(choice, area)];
      const pin = make('i', 'pin');
      pin.style.left = `${(((x - box.x) / box.width) * 100).toFixed(1)}%`;
      pin.style.top = `${(((y - box.y) / box.height) * 100).toFixed(1)}%`;
      picture.append(pin);
    }
  }

  /**
   * Returns the box of a card that covers a place. If it sticks out of the figure, its picture
   * shows in which direction.
   */
  #boxOfCard({ areas, picture }: Choice, place: Area): Box {
    const box = boxOf(areas);
    const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(picture ?? '') ?? [];
    if (areas.length > 1 || !width || !height) return box;
    const { x, y } = middleOf(place);
    if (Number(width) > Number(height)) return { ...box, x: x < this.#size.width / 2 ? box.x - box.width : box.x, width: box.width * 2 };
    return { ...box, y: y < this.#size.height / 2 ? box.y - box.height : box.y, height: box.height * 2 };
  }

  /** Makes the rows of a deck so high that whole rows fill its place. */
  #resize(): void {
    const deck = this.tray.querySelector<HTMLElement>('.deck');
    if (!deck || !deck.clientHeight) return;
    const { rowGap, gridTemplateColumns, paddingTop } = getComputedStyle(deck);
    const gap = parseFloat(rowGap) || 0;
    const columns = gridTemplateColumns.split(' ').length;
    const rows = Math.ceil(deck.children.length / columns);
    const room = this.tray.clientHeight - parseFloat(getComputedStyle(this.tray).paddingBottom) - deck.offsetTop - parseFloat(paddingTop);
    const fits = (least: number): number => Math.floor((room + gap) / (least + gap));
    const seen = Math.min(rows, Math.max(1, fits(ROW.least)));
    const row = Math.min(ROW.most, (room + gap) / seen - gap);
    this.tray.style.setProperty('--row', `${row.toFixed(2)}px`);
    this.tray.style.setProperty('--art', `${(2 * (row - ROW.number)).toFixed(0)}px`);
    this.#deal.textContent = rows > seen ? `${this.#deals.deck} ${fill(this.#deals.scroll, String(deck.children.length))}` : this.#deals.deck;
  }

  /** Hides the places while another figure is shown, if they are elsewhere on it. `svg` is the figure of the places. */
  setApart(svg: string): void {
    this.#over.classList.toggle('apart', !hasSamePlaces(svg, this.#svg));
  }

  /** Shows what a choice leads to, in place of the figure; the places stay where they are. */
  foresee(svg: string): void {
    if (svg === this.#svg) return;
    this.draw(svg);
    this.#over.classList.add('ahead');
  }

  #put(element: HTMLElement, box: Box): void {
    const { x, y, width, height } = this.window.frameOf(this.#size);
    const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(3)}%`;
    element.style.left = percent(box.x + box.width / 2 - x, width);
    element.style.top = percent(box.y + box.height / 2 - y, height);
    element.style.width = percent(box.width, width);
    element.style.height = percent(box.height, height);
  }

  #spot(choice: Choice, at: number, area: Area, isFirst: boolean): HTMLElement {
    const element = make('button', 'r' in area ? 'spot' : 'spot square', { type: 'button', 'data-choice': String(at), tabindex: '-1' });
    if (isFirst) element.setAttribute('aria-label', choice.label);
    else element.setAttribute('aria-hidden', 'true');
    element.classList.toggle('drags', choice.drags);
    const box = boxOf([area]);
    this.#put(element, box);
    this.#spots.push({ element, at: middleOf(area), choice: at, isFirst, box });
    return element;
  }

  #mark(className: string, area: Area): HTMLElement {
    const element = make('div', 'r' in area ? className : `${className} square`);
    const box = boxOf([area]);
    const at = middleOf(area);
    const free = 'r' in area ? this.#roomAround(at) : Infinity;
    const size = Math.min(box.width, 2 * free);
    this.#put(element, free < Infinity ? { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size } : box);
    return element;
  }

  /** Returns the distance from a point to the nearest label, without a gap. */
  #roomAround(at: Point): number {
    return Math.max(0, Math.min(...this.#labels().map(label => distanceTo(label, at))) - GAP);
  }

  /** Returns the pieces of a row that was chosen, with what becomes of them; none unless a row was chosen. */
  fates(made: readonly Made[]): Fated[] {
    const from = made.findLastIndex(({ choice }) => choice.areas.length > 1 && !choice.picture);
    const pieces = [...this.#figure.querySelectorAll<SVGCircleElement>('[class^="piece-"] circle, circle[class^="piece-"], [class^="ring-"] circle, circle[class^="ring-"]')].map(circle => ({
      at: { x: circle.cx.baseVal.value, y: circle.cy.baseVal.value }, kind: circle.closest('[class]')?.getAttribute('class') ?? '',
    }));
    return (made[from]?.choice.areas ?? []).map(area => {
      const kinds = pieces.filter(({ at }) => distance(at, middleOf(area)) < 1).map(({ kind }) => kind);
      const answer = made.slice(from + 1).findLast(({ choice }) => choice.areas.some(other => nameOf(other) === nameOf(area)))?.choice;
      const isAsked = kinds.some(kind => kind.startsWith('ring-'));
      const fate: Fate = answer ? (answer.key === STAY ? 'stays' : 'goes') : isAsked ? 'open' : 'goes';
      return { area, fate, seat: Number(kinds.find(kind => kind.startsWith('piece-'))?.slice('piece-'.length)) };
    }).filter(({ seat }) => seat > 0);
  }

  /** Returns markers of the choices made, while the figure does not show them. */
  #marksOf(made: readonly Made[], back: ((choice: Choice) => string) | null, asked: ReadonlySet<string>): HTMLElement[] {
    const fates = new Map(back ? [] : this.fates(made).map(({ area, fate }) => [nameOf(area), fate]));
    const seen = new Set<string>();
    return made.filter(({ svg }) => back || svg === this.#svg).flatMap(({ choice }) => choice.areas.filter(area => {
      const fate = fates.get(nameOf(area));
      if (fate === undefined) return true;
      if (fate === 'open' && asked.has(nameOf(area))) return false;
      const isFirst = !seen.has(nameOf(area));
      seen.add(nameOf(area));
      return isFirst;
    }).map(area => {
      const fate = fates.get(nameOf(area));
      if (fate) return this.#fateMark(area, fate);
      if (!back) return this.#mark('mark', area);
      const element = make('button', 'spot mark', { type: 'button', 'data-chosen': choice.key, 'aria-label': back(choice), 'aria-pressed': 'true' });
      this.#put(element, boxOf([area]));
      return element;
    }));
  }

  /** Returns the marker of a piece that goes, stays, or has not been asked about: a cross, a ring, or a broken ring. */
  #fateMark(area: Area, fate: Fate): HTMLElement {
    const element = this.#mark(`mark fate ${fate}`, area);
    if (fate === 'goes') element.append(readPicture(CROSS)?.svg ?? '');
    return element;
  }

  /** Returns a card that was chosen, and can be taken back. */
  #chosen(choice: Choice, isAlike: boolean, label: string): HTMLElement {
    return this.#drawCard(make('button', isAlike ? 'card alike chosen' : 'card chosen', { type: 'button', 'data-chosen': choice.key, 'aria-pressed': 'true', 'aria-label': label }), choice);
  }

  /** Returns a card of the hand that can be chosen in place of the chosen one. */
  #instead(choice: Choice, isAlike: boolean, at: number, isClosed: boolean): HTMLElement {
    const element = make('button', isAlike ? 'card alike' : 'card', { type: 'button', 'data-instead': String(at), 'aria-pressed': 'false' });
    element.disabled = isClosed;
    return this.#drawCard(element, choice);
  }

  /** Returns a card. With `isAlike`, only its label tells it from another card. */
  #card(choice: Choice, at: number, isAlike: boolean): HTMLElement {
    return this.#drawCard(make('button', isAlike ? 'card alike' : 'card', { type: 'button', 'data-choice': String(at), 'data-key': choice.key, tabindex: '-1' }), choice);
  }

  #adopt(rules: string): void {
    const known = this.#pictureRules.size;
    for (const rule of rules.split('\n')) if (rule.trim()) this.#pictureRules.add(rule);
    if (this.#pictureRules.size > known) this.pictureRules.replaceSync([...this.#pictureRules].join('\n'));
  }

  #drawCard(element: HTMLElement, choice: Choice): HTMLElement {
    const picture = choice.picture ? readPicture(choice.picture) : null;
    if (picture) {
      this.#adopt(picture.rules);
      const { width, height } = picture.svg.viewBox.baseVal;
      element.classList.toggle('tall', height >= width);
      element.classList.toggle('drags', choice.drags && element.hasAttribute('data-choice'));
      const art = make('span', 'art');
      art.append(picture.svg);
      element.append(art);
      element.title = choice.label;
    }
    const label = make('span', 'label');
    label.textContent = choice.label;
    element.append(label);
    if (choice.told) element.setAttribute('aria-description', choice.told);
    return element;
  }

  /**
   * Covers the board with a button that rotates a piece further, with a sign at the corner of the piece. The places are
   * hidden, because the board with the piece can be larger.
   */
  setTurned(label: string, place: Area | undefined): void {
    const known = this.#over.querySelector('[data-turn]');
    const element = known ?? make('button', 'turned', { type: 'button', 'data-turn': '', 'aria-keyshortcuts': 'r' });
    element.setAttribute('aria-label', label);
    element.setAttribute('title', `${label.split(':')[0]} (R)`);
    if (known) return;
    this.#over.append(element);
    if (place) element.append(this.#turner(boxOf([place])));
  }

  /** Returns the sign that a piece can be rotated, at the corner of its place at which no orientation is. */
  #turner({ x, y, width, height }: Box): HTMLElement {
    const { width: right } = this.#size;
    // Outside the table, where it covers no other piece, if there is room.
    const isLeft = x + 1.6 * width > right + 0.3 * width || (x + width / 2 < right / 2 && x > 0.6 * width);
    const isBelow = y < 0.6 * height;
    const sign = make('span', 'turner', { 'aria-hidden': 'true' });
    sign.classList.toggle('left', isLeft);
    sign.classList.toggle('below', isBelow);
    const frame = this.window.frameOf(this.#size);
    sign.style.left = `${((((isLeft ? x : x + width) - frame.x) / frame.width) * 100).toFixed(2)}%`;
    sign.style.top = `${((((isBelow ? y + height : y) - frame.y) / frame.height) * 100).toFixed(2)}%`;
    sign.append(readPicture(TURNER)?.svg ?? '');
    return sign;
  }

  /** Moves the table until all orientations of a card on a square are in sight. */
  reveal(square: Area, choices: readonly Choice[]): void {
    const boxes = choices.filter(({ areas }) => areas.length).map(choice => this.#boxOfCard(choice, square));
    if (!boxes.length) return;
    const [x, y] = [Math.min(...boxes.map(box => box.x)), Math.min(...boxes.map(box => box.y))];
    const [right, bottom] = [Math.max(...boxes.map(box => box.x + box.width)), Math.max(...boxes.map(box => box.y + box.height))];
    this.window.reveal({ x, y, width: right - x, height: bottom - y });
  }

  /** Moves the table until the squares that a card can go to are in sight, or those in the middle. */
  revealSpots(): void {
    const boxes = this.#spots.map(({ box }) => box);
    if (!boxes.length) return;
    const [x, y] = [Math.min(...boxes.map(box => box.x)), Math.min(...boxes.map(box => box.y))];
    const [right, bottom] = [Math.max(...boxes.map(box => box.x + box.width)), Math.max(...boxes.map(box => box.y + box.height))];
    this.window.reveal({ x, y, width: right - x, height: bottom - y });
  }

  /** Makes the board large enough for its places to be clicked. */
  #fit(): void {
    const points = this.#spots.map(({ at }) => at);
    const least = points.length > 3 ? leastDistance(points) : undefined;
    // A target is as large as the gap between targets allows; its ring is as large as the place, and
    // leaves the labels free.
    const round = this.#spots.filter(({ element }) => !element.classList.contains('square'));
    const free = Math.min(...round.map(({ at }) => this.#roomAround(at)));
    for (const { element, at, box } of round) {
      const size = Math.max(box.width, Math.min(least ?? 0, box.width * LARGEST));
      if (size > box.width) this.#put(element, { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size });
      // All rings are alike, although some labels are farther away than others.
      const ring = Math.min(box.width, free / RING);
      if (ring < size) element.style.setProperty('--own', (ring / size).toFixed(3));
    }
    // For fingers, squares have no gaps between them.
    for (const { element, at, box } of isTouch() && !round.length ? this.#spots : []) {
      const size = Math.max(box.width, Math.min(least ?? 0, box.width * LARGEST_SQUARE));
      this.#put(element, { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size });
    }
    if (this.window.isOn) {
      this.#sheet.style.minWidth = '';
      return;
    }
    const finger = isTouch() && !round.length ? FINGER_ON_SQUARES : FINGER;
    const width = least ? `${Math.min(WIDEST, Math.ceil((finger / least) * this.#size.width))}px` : '';
    // The board keeps its scale while a piece is in hand.
    if (!points.length && this.#held !== null) return;
    // A board without places to press is shown whole.
    this.#sheet.style.setProperty('--_least', points.length ? '' : '0px');
    if (this.#sheet.style.minWidth === width) return;
    this.#sheet.style.minWidth = width;
    if (width) this.#scrollToSpots();
  }

  /** Scrolls a board that is larger than its room to the places that can be chosen. */
  #scrollToSpots(): void {
    const boxes = this.#spots.map(({ element }) => element.getBoundingClientRect());
    const room = this.stage.getBoundingClientRect();
    const middle = (starts: number[], ends: number[]): number => (Math.min(...starts) + Math.max(...ends)) / 2;
    this.stage.scrollBy(
      middle(boxes.map(({ left }) => left), boxes.map(({ right }) => right)) - (room.left + room.width / 2),
      middle(boxes.map(({ top }) => top), boxes.map(({ bottom }) => bottom)) - (room.top + room.height / 2));
  }

  /** Returns the boxes of the labels of places. */
  #labels(): Box[] {
    const texts = [...this.#figure.querySelectorAll<SVGTextElement>('.coordinate text')];
    return texts.map(text => {
      const size = Number(text.closest('[font-size]')?.getAttribute('font-size')) || 0;
      const [x, y] = [Number(text.getAttribute('x')), Number(text.getAttribute('y'))];
      const width = (text.textContent?.length ?? 0) * size * LETTER.width;
      return { x: x - width / 2, y: y - size * LETTER.height, width, height: size * LETTER.height };
    });
  }

  /** Returns the name of the place at a point of the window. */
  placeAt(at: Point, places: Readonly<Record<string, Area>>): string | undefined {
    const point = this.#pointOf(at);
    let found: string | undefined;
    let least = Infinity;
    for (const [name, area] of Object.entries(places)) {
      const { width } = boxOf([area]);
      const away = distance(middleOf(area), point);
      if (away < least && away <= width * 0.9) [found, least] = [name, away];
    }
    return found;
  }

  /** Converts a point of the window to the units of the figure. */
  #pointOf(at: Point): Point {
    const { left, top, width, height } = this.#sheet.getBoundingClientRect();
    const frame = this.window.frameOf(this.#size);
    return { x: frame.x + ((at.x - left) / width) * frame.width, y: frame.y + ((at.y - top) / height) * frame.height };
  }

  /** Returns the choice nearest to a point of the window, if it is near enough. */
  nearest(at: Point): number | undefined { return this.#nearest(at)?.choice; }

  #nearest(at: Point): Spot | undefined {
    const point = this.#pointOf(at);
    const nearer = (best: Spot | undefined, spot: Spot): Spot => (best && distance(best.at, point) <= distance(spot.at, point) ? best : spot);
    const found = this.#spots.reduce<Spot | undefined>(nearer, undefined);
    // With up to three places, the distance between them does not limit the reach.
    const reach = this.#spots.length <= 3 ? Infinity : 1.2 * (leastDistance(this.#spots.map(spot => spot.at)) ?? Infinity);
    return found && distance(found.at, point) <= reach ? found : undefined;
  }

  /** Highlights the place under a dragged piece. Returns its choice. */
  near(at: Point | null): number | undefined {
    const nearest = at ? this.#nearest(at) : undefined;
    for (const { element } of this.#spots) element.classList.toggle('near', element === nearest?.element);
    return nearest?.choice;
  }

  /** Highlights all elements of a choice, and shows a preview. */
  light(at: number | undefined, choice: Choice | undefined): void {
    this.#over.querySelector('.ghost')?.remove();
    for (const group of [this.#over, this.tray]) {
      for (const element of group.querySelectorAll<HTMLElement>('[data-choice]')) element.classList.toggle('lit', choiceOf(element) === at);
    }
    const picture = choice?.picture && choice.areas.length ? readPicture(choice.picture) : null;
    if (!choice || !picture) return;
    const ghost = make('div', 'ghost');
    ghost.append(picture.svg);
    const { width, height } = picture.svg.viewBox.baseVal;
    const box = boxOf(choice.areas);
    this.#put(ghost, { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height });
    this.#over.append(ghost);
  }

  /** Returns the element to which an arrow key leads. */
  beside(from: Element, key: string): HTMLElement | undefined {
    const spots = this.#spots.filter(({ isFirst }) => isFirst);
    const at = spots.findIndex(({ element }) => element === from);
    if (at >= 0) {
      const next = ahead(spots.map(spot => spot.at), at, key);
      return next === undefined ? undefined : spots[next]?.element;
    }
    const cards = [...this.tray.querySelectorAll<HTMLElement>('button:not([hidden], :disabled)')];
    const card = cards.findIndex(card => card === from);
    return card < 0 ? undefined : cards[card + (key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1)];
  }

  /** Returns the element of a choice that the keyboard reaches. */
  elementOf(at: number): HTMLElement | undefined {
    const own = `[data-choice="${at}"]:not([aria-hidden])`;
    return this.#over.querySelector<HTMLElement>(own) ?? this.tray.querySelector<HTMLElement>(own) ?? undefined;
  }

  /** Moves the focus to an element of a choice. Tab then leads to this element of its group. */
  focus(element: HTMLElement): void {
    for (const other of element.parentElement?.querySelectorAll<HTMLElement>('[data-choice]') ?? []) other.tabIndex = -1;
    element.tabIndex = 0;
    element.focus();
  }
}
