// Dragging: picking something up chooses it, and the place where it is dropped is the next choice.
import type { Point } from './geometry';

/** Distance that a pointer moves before a drag starts, in CSS pixels. */
const SLACK = 9;

export interface Dragged {
  /** Returns true if the element can be dragged. */
  picks(element: Element): boolean;
  /** Called when an element is picked up. Resolves to true if that is possible. */
  begins(element: Element): Promise<boolean>;
  /** Called when the pointer moves during a drag, with its position; null when the drag ends. */
  near(at: Point | null): void;
  drops(at: Point): void;
  /** Called when the element is put back. */
  ends(): void;
}

export class Drag {
  /** True if the last press was a drag, so that the click that follows it is ignored. */
  wasDragged = false;
  #pointer: number | null = null;
  #from: { readonly at: Point; readonly element: Element } | null = null;
  #begun: Promise<boolean> | null = null;
  #last: Point = { x: 0, y: 0 };
  #picture: HTMLElement | null = null;

  constructor(private readonly root: ShadowRoot, private readonly stage: HTMLElement, private readonly dragged: Dragged) {
    root.addEventListener('pointerdown', event => this.#down(event as PointerEvent));
    root.addEventListener('pointermove', event => this.#move(event as PointerEvent));
    root.addEventListener('pointerup', event => void this.#up(event as PointerEvent));
    root.addEventListener('pointercancel', () => this.#away());
    root.addEventListener('keydown', event => { if ((event as KeyboardEvent).key === 'Escape') this.cancel(); });
  }

  #down(event: PointerEvent): void {
    this.wasDragged = false;
    const element = (event.target as Element).closest('[data-choice]');
    if (this.#pointer !== null || event.button !== 0 || !element || !this.dragged.picks(element)) return;
    this.#pointer = event.pointerId;
    this.#from = { at: { x: event.clientX, y: event.clientY }, element };
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || !this.#from) return;
    this.#last = { x: event.clientX, y: event.clientY };
    if (!this.#begun) {
      const { at, element } = this.#from;
      if (Math.hypot(this.#last.x - at.x, this.#last.y - at.y) < SLACK) return;
      // The pressed element is removed, so the stage captures the pointer.
      this.stage.setPointerCapture(event.pointerId);
      this.wasDragged = true;
      const picture = element.querySelector('svg');
      if (picture) {
        this.#picture = document.createElement('div');
        this.#picture.className = 'drag';
        this.#picture.append(picture.cloneNode(true));
        this.root.append(this.#picture);
      }
      this.#begun = this.dragged.begins(element);
      void this.#begun.then(() => { if (this.#pointer !== null) this.dragged.near(this.#last); });
    }
    if (this.#picture) {
      this.#picture.style.left = `${this.#last.x}px`;
      this.#picture.style.top = `${this.#last.y}px`;
    }
    this.dragged.near(this.#last);
  }

  async #up(event: PointerEvent): Promise<void> {
    if (event.pointerId !== this.#pointer) return;
    const [begun, at] = [this.#begun, { x: event.clientX, y: event.clientY }];
    this.cancel();
    if (begun && (await begun)) this.dragged.drops(at);
  }

  #away(): void {
    const begun = this.#begun;
    this.cancel();
    if (begun) void begun.then(isSo => { if (isSo) this.dragged.ends(); });
  }

  /** Ends the drag without dropping. */
  cancel(): void {
    this.#picture?.remove();
    this.#picture = null;
    this.#pointer = null;
    this.#from = null;
    this.#begun = null;
    this.dragged.near(null);
  }
}
