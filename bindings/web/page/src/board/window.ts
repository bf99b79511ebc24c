// Window through which the table of the Pipe Game is seen. The table has one scale for all steps of a turn. It is as large
// as fits, but squares are never too small to be read and touched: a larger table is scrolled, and can be zoomed. Around
// the table there is a rim in which every orientation of a card has room, so that the window can always be moved to show
// it whole. The labels of the axes stay at the edges of the window.
import type { Box } from './geometry';

/** Size of a square in the units of a figure. */
const SQUARE = 48;
/** Width of the rim in the units of a figure: half a card and its edge, and at the left and at the foot the labels. */
const RIM = { left: SQUARE + 44, top: SQUARE + 16, right: SQUARE + 16, bottom: SQUARE + 40 } as const;
/** Distance of the labels from their places on the figure, in its units. */
const LABEL_SHIFT = SQUARE + 28;
/**
 * Room around what is brought into sight, in the units of a figure. The squares at the edge of a figure are cut, so that
 * what is computed from them is a little too small.
 */
const MARGIN = 20;
/** Minimum and maximum size of a square that the window chooses, in CSS pixels: for a mouse, and for fingers. */
const SIZES = { fine: [42, 60], coarse: [33, 56] } as const;
/** Minimum and maximum size of a square that the user chooses, in CSS pixels. */
const ZOOMED = [14, 132] as const;
/** Factor of a step of the zoom. */
const ZOOM = 1.25;
/** Room beside the table for the buttons, in CSS pixels. */
const BUTTONS = 46;
/** Room for the labels at an edge of the window, in CSS pixels. */
const LABELS = 26;
/** Size of the font of the labels, in CSS pixels. */
const LABEL = 12;
/** Distance that a pointer moves before it drags the table, in CSS pixels. */
const SLACK = 9;
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

interface Size {
  readonly width: number;
  readonly height: number;
}

const limited = (value: number, [least, most]: readonly [number, number]): number => Math.max(least, Math.min(most, value));

export class TableWindow {
  /** Buttons of the zoom. */
  readonly #buttons = document.createElement('div');
  readonly #in = this.#button('+', 1);
  readonly #out = this.#button('−', -1);
  #isOn = false;
  /** True while a card is in hand: the scale and the place of the table stay. */
  isHeld = false;
  /** True while what is around the window has not its final size. */
  isAwaiting = false;
  #size: Size = { width: 1, height: 1 };
  /** Size of a square in CSS pixels; 0 before the first table. */
  #square = 0;
  /** The size that the user chose; null for that of the window. */
  #zoomed: number | null = null;
  /** True if the table has its place in the window. */
  #isPlaced = false;
  /** Places of the labels of the last figure, by their names. */
  #labels: ReadonlyMap<string, number> = new Map();

  constructor(private readonly stage: HTMLElement, private readonly sheet: HTMLElement, private readonly figure: HTMLElement) {
    this.#buttons.className = 'zoom';
    this.#buttons.setAttribute('role', 'group');
    this.#buttons.append(this.#in, this.#out);
    stage.addEventListener('scroll', () => this.#stickLabels(), { passive: true });
    new ResizeObserver(() => { if (this.#isOn) this.#rescale(); }).observe(stage);
    this.#dragTable();
  }

  get isOn(): boolean { return this.#isOn; }

  /** Switches the window on for a table, or off for any other board. */
  toggle(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.stage.classList.toggle('window', isOn);
    this.#zoomed = null;
    this.#square = 0;
    this.#labels = new Map();
    if (isOn) this.stage.append(this.#buttons);
    else this.#buttons.remove();
    this.sheet.style.removeProperty('--_width');
  }

  /** Names of the buttons. */
  set names([larger, smaller]: readonly [string, string]) {
    for (const [button, name] of [[this.#in, larger], [this.#out, smaller]] as const) {
      button.title = name;
      button.setAttribute('aria-label', name);
    }
  }

  /** Another position is shown, which gets a place in the window. */
  renew(): void { this.#isPlaced = false; }

  /** Returns the part of the plane that the sheet shows, in the units of a figure. */
  frameOf({ width, height }: Size): Box {
    return this.#isOn ? { x: -RIM.left, y: -RIM.top, width: width + RIM.left + RIM.right, height: height + RIM.top + RIM.bottom } : { x: 0, y: 0, width, height };
  }

  /** Adds the rim to a figure. */
  addRim(svg: SVGSVGElement): void {
    if (!this.#isOn) return;
    const { x, y, width, height } = svg.viewBox.baseVal;
    const frame = this.frameOf({ width, height });
    svg.setAttribute('viewBox', `${x + frame.x} ${y + frame.y} ${frame.width} ${frame.height}`);
    svg.setAttribute('width', String(frame.width));
    svg.setAttribute('height', String(frame.height));
  }

  /** A figure was drawn: its squares keep their places in the window. */
  drawn(size: Size): void {
    this.#size = size;
    if (!this.#isOn) return;
    const before = this.#labels;
    this.#labels = new Map(this.#texts().map(({ text, isColumn, x, y }) => [`${isColumn ? 'column' : 'row'} ${text.textContent}`, isColumn ? x : y]));
    this.#setSize();
    const shift = (kind: string): number => {
      for (const [name, place] of this.#labels) if (name.startsWith(kind) && before.has(name)) return (place - (before.get(name) ?? 0)) * this.#scale;
      return 0;
    };
    if (before.size && !this.isHeld) this.stage.scrollBy(shift('column'), shift('row'));
    this.#stickLabels();
  }

  /** Gives the table its scale and its place, once what is around the window has its size. */
  settle(): void {
    if (!this.#isOn) return;
    this.#rescale();
    if (this.isHeld || this.isAwaiting || this.#isPlaced) return;
    this.#isPlaced = true;
    this.#centre();
  }

  /** Moves the window until a part of the table is whole in it, beside the labels, or in its middle if it is larger. */
  reveal({ x, y, width, height }: Box): void {
    if (!this.#isOn) return;
    const room = this.#room();
    const scale = this.#scale;
    const move = (from: number, to: number, least: number, most: number): number => {
      if (to - from > most - least) return (from + to - least - most) / 2;
      return from < least ? from - least : Math.max(0, to - most);
    };
    const labels = LABELS / scale;
    this.stage.scrollBy(
      move(x - MARGIN, x + width + MARGIN, room.x + labels, room.x + room.width) * scale,
      move(y - MARGIN, y + height + MARGIN, room.y, room.y + room.height - labels) * scale);
    this.#stickLabels();
  }

  get #scale(): number { return this.#square / SQUARE; }

  #setSize(): void {
    const { width } = this.frameOf(this.#size);
    this.sheet.style.setProperty('--_label', `${(LABEL / (this.#scale || 1)).toFixed(2)}px`);
    if (this.#square) this.sheet.style.setProperty('--_width', `${(width * this.#scale).toFixed(2)}px`);
  }

  /** Chooses the scale, unless a card is in hand. */
  #rescale(): void {
    const { clientWidth, clientHeight } = this.stage;
    if (!clientWidth || !clientHeight) return;
    if ((this.isHeld || this.isAwaiting) && this.#square) {
      this.#stickLabels();
      return;
    }
    const fits = Math.min((clientWidth - 2 * BUTTONS) / this.#size.width, clientHeight / this.#size.height) * SQUARE;
    this.#setSquare(this.#zoomed ?? limited(fits, isTouch() ? SIZES.coarse : SIZES.fine));
  }

  /** Sets the size of a square. What is in the middle of the window stays there. */
  #setSquare(square: number): void {
    if (Math.abs(square - this.#square) > 0.1) {
      const isFirst = this.#square === 0;
      const { x, y, width, height } = this.#room();
      this.#square = square;
      this.#setSize();
      if (!isFirst) this.#moveTo(x + width / 2, y + height / 2);
    }
    this.#in.disabled = this.#square * 1.01 >= ZOOMED[1];
    this.#out.disabled = this.#square / 1.01 <= ZOOMED[0];
    this.#stickLabels();
  }

  /** Moves a point of the figure to the middle of the window. */
  #moveTo(x: number, y: number): void {
    const room = this.#room();
    this.stage.scrollBy((x - room.x - room.width / 2) * this.#scale, (y - room.y - room.height / 2) * this.#scale);
  }

  /** Centres the table where it fits into the window. Where it does not, its middle and the last card are in sight. */
  #centre(): void {
    const { width, height } = this.#size;
    this.#moveTo(width / 2, height / 2);
    const last = this.figure.querySelector<SVGGraphicsElement>('.last-outline')?.getBBox();
    if (last) this.reveal(last);
    this.#stickLabels();
  }

  /** Returns the part of the plane that is in sight, in the units of the figure. */
  #room(): Box {
    const [stage, sheet] = [this.stage.getBoundingClientRect(), this.sheet.getBoundingClientRect()];
    const frame = this.frameOf(this.#size);
    const scale = this.#scale || 1;
    return { x: frame.x + (stage.left - sheet.left) / scale, y: frame.y + (stage.top - sheet.top) / scale, width: this.stage.clientWidth / scale, height: this.stage.clientHeight / scale };
  }

  /** Returns the labels of the axes with their places on the figure. */
  #texts(): { readonly text: SVGTextElement; readonly x: number; readonly y: number; readonly isColumn: boolean }[] {
    const texts = [...this.figure.querySelectorAll<SVGTextElement>('.coordinate text')].map(text => ({ text, x: Number(text.getAttribute('x')), y: Number(text.getAttribute('y')) }));
    const foot = Math.max(...texts.map(({ y }) => y));
    return texts.map(label => ({ ...label, isColumn: label.y === foot }));
  }

  /** Moves the labels into the rim, or to the edge of the window if the rim is out of sight. */
  #stickLabels(): void {
    if (!this.#isOn || !this.#square) return;
    const room = this.#room();
    const scale = this.#scale;
    const [right, foot] = [room.x + room.width, room.y + room.height];
    for (const { text, x, y, isColumn } of this.#texts()) {
      const dx = isColumn ? 0 : Math.max(x - LABEL_SHIFT, room.x + LABELS / 2 / scale) - x;
      const dy = isColumn ? Math.min(y + LABEL_SHIFT, foot - 7 / scale) - y : 0;
      const isIn = isColumn ? x > room.x + LABELS / scale && x < right - LABELS / 2 / scale : y > room.y + 14 / scale && y < foot - LABELS / scale;
      text.style.translate = `${dx.toFixed(1)}px ${dy.toFixed(1)}px`;
      text.style.visibility = isIn ? '' : 'hidden';
    }
  }

  #button(sign: string, by: 1 | -1): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'act';
    button.textContent = sign;
    button.addEventListener('click', () => {
      this.#zoomed = limited(this.#square * ZOOM ** by, ZOOMED);
      this.#setSquare(this.#zoomed);
    });
    return button;
  }

  /** Lets a mouse drag the table. Fingers scroll it. */
  #dragTable(): void {
    let from: { readonly pointer: number; x: number; y: number; isDragged: boolean } | null = null;
    const isMarking = (): boolean => (this.stage.getRootNode() as ShadowRoot).host.hasAttribute('marks');
    this.stage.addEventListener('pointerdown', event => {
      const isFree = !(event.target as Element).closest('.drags, .zoom');
      from = this.#isOn && event.button === 0 && event.pointerType === 'mouse' && isFree && !isMarking() ? { pointer: event.pointerId, x: event.clientX, y: event.clientY, isDragged: false } : null;
    });
    this.stage.addEventListener('pointermove', event => {
      if (from?.pointer !== event.pointerId || !(event.buttons & 1)) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.isDragged && Math.hypot(x, y) < SLACK) return;
      if (!from.isDragged) this.stage.setPointerCapture(event.pointerId);
      from = { ...from, x: event.clientX, y: event.clientY, isDragged: true };
      this.stage.scrollBy(-x, -y);
    });
    // The click at the end of a drag makes no choice.
    this.stage.addEventListener('click', event => {
      if (from?.isDragged && event.detail > 0) event.stopImmediatePropagation();
      from = null;
    }, { capture: true });
  }
}
