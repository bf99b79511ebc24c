// Marks drawn with the right button or a long press, or with any press while the board is set to marks: a sign on one
// place, or an arrow between two places.
import type { Point } from './geometry';

/** Signs in the order in which repeated presses cycle through them. */
export const SIGNS = ['circle', 'square', 'cross', 'triangle', 'shade'] as const;
export type Sign = (typeof SIGNS)[number];

/** A drawn mark. Without `sign`, a press moves on to the next sign. */
export type Drawn = { readonly from: string; readonly to: string } | { readonly at: string; readonly sign: Sign | null };

/** Time after which a press is long, in milliseconds. */
const LONG = 500;
/** Distance that a finger may move before a press is long, in CSS pixels. */
const SLACK = 10;

/** Returns the sign for the keys held with the right button. */
function signOf({ shiftKey, altKey, ctrlKey }: PointerEvent): Sign | null {
  if (shiftKey && altKey) return 'triangle';
  return shiftKey ? 'square' : altKey ? 'cross' : ctrlKey ? 'shade' : null;
}

export class Marking {
  #from: { readonly place: string; readonly at: Point; readonly event: PointerEvent; isLong: boolean } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True if the last press was long, so that the click that follows it is ignored. */
  wasLong = false;

  /** `isOn` returns true if every press draws. */
  constructor(stage: HTMLElement, private readonly isOn: () => boolean, private readonly placeAt: (at: Point) => string | undefined, private readonly drawn: (mark: Drawn) => void) {
    stage.addEventListener('pointerdown', event => this.#down(event));
    stage.addEventListener('pointermove', event => this.#move(event));
    stage.addEventListener('pointerup', event => this.#up(event));
    stage.addEventListener('pointercancel', () => this.#end());
    // The menu of the browser would cover the board. Elsewhere it opens as usual.
    stage.addEventListener('contextmenu', event => { if (this.placeAt({ x: event.clientX, y: event.clientY })) event.preventDefault(); });
  }

  /** Draws a mark on the place at a point, as a key does. */
  press(at: Point): void {
    const place = this.placeAt(at);
    if (place) this.drawn({ at: place, sign: null });
  }

  #down(event: PointerEvent): void {
    const draws = event.button === 0 && this.isOn();
    // The click after the press is no choice.
    this.wasLong = draws;
    const at = { x: event.clientX, y: event.clientY };
    const isRight = event.button === 2;
    const place = isRight || draws || event.pointerType === 'touch' ? this.placeAt(at) : undefined;
    this.#end();
    if (!place || !event.isPrimary) return;
    this.#from = { place, at, event, isLong: isRight || draws };
    if (!isRight && !draws) {
      this.#timer = setTimeout(() => {
        if (this.#from) this.#from.isLong = this.wasLong = true;
        navigator.vibrate?.(15);
      }, LONG);
    }
  }

  #move(event: PointerEvent): void {
    const from = this.#from;
    if (from && !from.isLong && Math.hypot(event.clientX - from.at.x, event.clientY - from.at.y) > SLACK) this.#end();
  }

  #up(event: PointerEvent): void {
    const from = this.#from;
    this.#end();
    // On a busy machine, the end of a long press can arrive before the timer does.
    if (from && !from.isLong && event.timeStamp - from.event.timeStamp >= LONG) from.isLong = this.wasLong = true;
    if (!from?.isLong) return;
    const to = this.placeAt({ x: event.clientX, y: event.clientY });
    if (to === from.place) this.drawn({ at: from.place, sign: signOf(event) });
    else if (to) this.drawn({ from: from.place, to });
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#from = null;
  }
}
