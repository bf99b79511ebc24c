// What is seen of a board: the figure, the places upon it that can be chosen, and the tray with what is no place.
import { ahead, boxOf, distance, leastDistance, middleOf, nameOf, type Box, type Point } from './geometry';
import { isAlike, morph } from './morph';
import { readFigure, readPicture } from './svg';
import type { Area, Choice, Choices } from './types';

/** The least distance of places to be hit, in CSS pixels. */
const FINGER = 26;
/** With so few places each is shown before anybody points at it: points, squares. */
const FEW = [48, 150] as const;
/** Nothing is made larger than that for the sake of fingers, in CSS pixels. */
const WIDEST = 2000;

/** A choice that was made. */
export interface Made {
  readonly choice: Choice;
  /** Nobody was asked, as there was no other. */
  readonly auto: boolean;
  /** The board with it. */
  readonly svg: string;
}

/** A button upon the board. */
interface Spot {
  readonly element: HTMLButtonElement;
  readonly at: Point;
  /** Which of the choices it stands for. */
  readonly choice: number;
  /** Whether it is the one of its choice that keys reach. */
  readonly isFirst: boolean;
}

export function make<K extends keyof HTMLElementTagNameMap>(name: K, className: string, more: Record<string, string> = {}): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  for (const [key, value] of Object.entries(more)) element.setAttribute(key, value);
  return element;
}

/** Which choice an element stands for. */
export function choiceOf(element: Element | null): number | undefined {
  const found = element?.closest('[data-choice]')?.getAttribute('data-choice');
  return found ? Number(found) : undefined;
}

export class View {
  readonly stage = make('div', 'stage');
  readonly tray = make('div', 'tray', { role: 'group', 'aria-labelledby': 'asks' });
  /** The rules of the figure, which its page adopts. */
  readonly rules = new CSSStyleSheet();
  readonly #sheet = make('div', 'sheet');
  readonly #figure = make('div', 'figure');
  readonly #over = make('div', 'over', { role: 'group', 'aria-labelledby': 'asks' });
  #svg = '';
  #rules = '';
  #size = { width: 1, height: 1 };
  #spots: Spot[] = [];

  constructor() {
    this.#sheet.append(this.#figure, this.#over);
    this.stage.append(this.#sheet);
  }

  /** Shows a figure without anything to be chosen. */
  draw(svg: string): void {
    if (svg === this.#svg) return;
    this.#svg = svg;
    const figure = svg ? readFigure(svg) : null;
    const shown = this.#figure.firstElementChild;
    // Of boards of one game most stays, from turn to turn.
    if (figure && shown && isAlike(shown, figure.svg)) morph(shown, figure.svg);
    else this.#figure.replaceChildren(...(figure ? [figure.svg] : []));
    if (!figure) return;
    if (figure.rules !== this.#rules) this.rules.replaceSync(figure.rules);
    this.#rules = figure.rules;
    this.#size = { width: figure.width, height: figure.height };
    this.#sheet.style.maxWidth = `max(${FINGER * 8}px, calc(var(--board-height, 76vh) * ${(figure.width / figure.height).toFixed(4)}))`;
  }

  /** Shows what can be chosen, and what was; `back` says how one of these is taken back alone, where it can be. */
  show(step: Choices | null, made: readonly Made[], back: ((choice: Choice) => string) | null): void {
    const choices = step?.choices ?? [];
    const seen = new Map<string, number>();
    for (const choice of choices) for (const name of new Set(choice.areas.map(nameOf))) seen.set(name, (seen.get(name) ?? 0) + 1);
    this.#spots = [];
    const [marks, cards]: HTMLElement[][] = [[], []];
    const asked = new Set<string>();
    choices.forEach((choice, at) => {
      // What a choice has to itself stands for it; a picture says more than its place.
      const own = choice.picture ? [] : choice.areas.filter(area => seen.get(nameOf(area)) === 1);
      own.forEach((area, part) => marks?.push(this.#spot(choice, at, area, part === 0)));
      if (own.length) return;
      cards?.push(this.#card(choice, at));
      for (const area of choice.picture ? [] : choice.areas) {
        if (!asked.has(nameOf(area))) marks?.unshift(this.#mark('mark asked', area));
        asked.add(nameOf(area));
      }
    });
    this.#over.replaceChildren(...this.#marksOf(made, back), ...(marks ?? []));
    this.#over.classList.toggle('few', this.#spots.length <= FEW[this.#spots.every(({ element }) => element.classList.contains('square')) ? 1 : 0]);
    this.tray.replaceChildren(...(cards ?? []));
    for (const group of [this.#over, this.tray]) {
      const first = group.querySelector<HTMLElement>('[data-choice]:not([aria-hidden])');
      if (first) first.tabIndex = 0;
    }
    this.#fit();
  }

  #put(element: HTMLElement, box: Box): void {
    const { width, height } = this.#size;
    const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(3)}%`;
    element.style.left = percent(box.x + box.width / 2, width);
    element.style.top = percent(box.y + box.height / 2, height);
    element.style.width = percent(box.width, width);
    element.style.height = percent(box.height, height);
  }

  #spot(choice: Choice, at: number, area: Area, isFirst: boolean): HTMLElement {
    const element = make('button', 'r' in area ? 'spot' : 'spot square', { type: 'button', 'data-choice': String(at), tabindex: '-1' });
    if (isFirst) element.setAttribute('aria-label', choice.label);
    else element.setAttribute('aria-hidden', 'true');
    element.classList.toggle('drags', choice.drags);
    this.#put(element, boxOf([area]));
    this.#spots.push({ element, at: middleOf(area), choice: at, isFirst });
    return element;
  }

  #mark(className: string, area: Area): HTMLElement {
    const element = make('div', 'r' in area ? className : `${className} square`);
    this.#put(element, boxOf([area]));
    return element;
  }

  /** Where what was chosen can be seen, as long as the figure shows nothing of it. */
  #marksOf(made: readonly Made[], back: ((choice: Choice) => string) | null): HTMLElement[] {
    return made.filter(({ svg }) => back || svg === this.#svg).flatMap(({ choice }) => choice.areas.map(area => {
      if (!back) return this.#mark('mark', area);
      const element = make('button', 'spot mark', { type: 'button', 'data-chosen': choice.key, 'aria-label': back(choice), 'aria-pressed': 'true' });
      this.#put(element, boxOf([area]));
      return element;
    }));
  }

  #card(choice: Choice, at: number): HTMLElement {
    const element = make('button', 'card', { type: 'button', 'data-choice': String(at), tabindex: '-1' });
    const picture = choice.picture ? readPicture(choice.picture) : null;
    if (picture) {
      const { width, height } = picture.svg.viewBox.baseVal;
      element.classList.toggle('tall', height >= width);
      element.classList.toggle('drags', choice.drags);
      element.append(picture.svg);
    }
    const label = make('span', 'label');
    label.textContent = choice.label;
    element.append(label);
    if (choice.told) element.setAttribute('aria-description', choice.told);
    return element;
  }

  /** Makes the board so large that places can be hit. */
  #fit(): void {
    const points = this.#spots.map(({ at }) => at);
    const least = points.length > 3 ? leastDistance(points) : undefined;
    this.#sheet.style.minWidth = least ? `${Math.min(WIDEST, Math.ceil((FINGER / least) * this.#size.width))}px` : '';
  }

  /** The choice whose place is nearest to a point of the window, if that is near. */
  nearest(at: Point): number | undefined { return this.#nearest(at)?.choice; }

  #nearest(at: Point): Spot | undefined {
    const { left, top, width, height } = this.#sheet.getBoundingClientRect();
    const point = { x: ((at.x - left) / width) * this.#size.width, y: ((at.y - top) / height) * this.#size.height };
    const nearer = (best: Spot | undefined, spot: Spot): Spot => (best && distance(best.at, point) <= distance(spot.at, point) ? best : spot);
    const found = this.#spots.reduce<Spot | undefined>(nearer, undefined);
    // Of two or three ways each is far enough from the others.
    const reach = this.#spots.length <= 3 ? Infinity : 1.2 * (leastDistance(this.#spots.map(spot => spot.at)) ?? Infinity);
    return found && distance(found.at, point) <= reach ? found : undefined;
  }

  /** Lights up the place under what is dragged. */
  near(at: Point | null): void {
    const nearest = at ? this.#nearest(at) : undefined;
    for (const { element } of this.#spots) element.classList.toggle('near', element === nearest?.element);
  }

  /** Lights up all that stands for a choice, and shows how it would look. */
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

  /** Where an arrow key leads from an element. */
  beside(from: Element, key: string): HTMLElement | undefined {
    const spots = this.#spots.filter(({ isFirst }) => isFirst);
    const at = spots.findIndex(({ element }) => element === from);
    if (at >= 0) {
      const next = ahead(spots.map(spot => spot.at), at, key);
      return next === undefined ? undefined : spots[next]?.element;
    }
    const cards = [...this.tray.querySelectorAll<HTMLElement>('[data-choice]')];
    const card = cards.findIndex(card => card === from);
    return card < 0 ? undefined : cards[card + (key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1)];
  }

  /** What keys reach of a choice. */
  elementOf(at: number): HTMLElement | undefined {
    const own = `[data-choice="${at}"]:not([aria-hidden])`;
    return this.#over.querySelector<HTMLElement>(own) ?? this.tray.querySelector<HTMLElement>(own) ?? undefined;
  }

  /** Goes to what stands for a choice: it is the one of its group that Tab leads to. */
  focus(element: HTMLElement): void {
    for (const other of element.parentElement?.querySelectorAll<HTMLElement>('[data-choice]') ?? []) other.tabIndex = -1;
    element.tabIndex = 0;
    element.focus();
  }
}
