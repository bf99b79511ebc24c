// <pips-board>: the board of a turn, to be played on by click, drag and keyboard.
// All games work alike. The source returns the next choices, and each choice is a button: on the board if it has a
// place there, otherwise next to the board as a picture or a word. A complete turn becomes a `turn` event.
import { Drag } from './drag';
import { isArrow } from './geometry';
import { Marking } from './marking';
import { STYLE } from './style';
import { canGoOn, isBegun, typedMatch, wholeMatch } from './typed';
import { ENGLISH, fill, type Area, type Board, type BoardSource, type Choice, type Choices, type MarkEvent, type PipsBoardEventMap, type Played, type StepEvent, type TurnEvent, type UndoEvent, type Words } from './types';
import { choiceOf, choosesFromDeck, handOf, hasSamePlaces, isTurned, make, View, type Fate, type Made } from './view';

/** Time within which typed letters belong to one name, in milliseconds. */
const TYPING = 900;
/**
 * Time for which the pointer stays on a place before the board shows what it leads to, in
 * milliseconds.
 */
const GLANCE = 60;
/** Maximum number of further choices that are made to show where a choice leads. */
const MAX_AHEAD = 3;

const STEPS: Readonly<Record<string, StepEvent['detail']['to']>> = { Home: 'first', PageUp: 'previous', PageDown: 'next', End: 'last' };

let sheet: CSSStyleSheet | undefined;

/** Returns the style sheet that all boards share. */
function sharedSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/** The class of elements. A server that renders a page imports this file too, but has no elements. */
const ElementClass: typeof HTMLElement = globalThis.HTMLElement ?? class {};

const keysOf = (made: readonly Made[]): string[] => made.map(({ choice }) => choice.key);

/** What a choice leads to. */
interface Outcome {
  readonly svg: string;
  /** The turn that it completes; null if more is to be chosen. */
  readonly turn: string | null;
  /** A turn that begins with it, whose effects are shown; null if it is not known. */
  readonly example: string | null;
}

/**
 * How a step is reached: by a choice, by taking one back, or by picking up a piece, which the user
 * then drops.
 */
type Going = 'on' | 'back' | 'drag';

/** Creates the picture of a white flag. */
function flag(): SVGElement {
  const [svg, path] = (['svg', 'path'] as const).map(name => document.createElementNS('http://www.w3.org/2000/svg', name)) as [SVGSVGElement, SVGPathElement];
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', 'M6 21V4h12l-3 4.5 3 4.5H6');
  svg.append(path);
  return svg;
}

type Listener<Event> = (this: PipsBoard, event: Event) => unknown;

/** The element `<pips-board>`; here with the types of its events. */
export interface PipsBoard {
  addEventListener<Name extends keyof PipsBoardEventMap>(type: Name, listener: Listener<PipsBoardEventMap[Name]>, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Name extends keyof PipsBoardEventMap>(type: Name, listener: Listener<PipsBoardEventMap[Name]>, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

const isFinger = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';

export class PipsBoard extends ElementClass {
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #view = new View();
  readonly #ask = make('div', 'ask', { part: 'prompt' });
  readonly #asks = make('p', 'asks', { id: 'asks', part: 'question' });
  /** The line below the prompt: what the board shows ahead, the choices so far, or the last turn. */
  readonly #said = make('p', 'ahead');
  readonly #play = make('button', 'act main', { type: 'button', part: 'controls' });
  readonly #back = make('button', 'act', { type: 'button', part: 'controls' });
  readonly #resign = make('button', 'act quiet', { type: 'button', part: 'controls' });
  readonly #live = make('div', 'said', { role: 'status', 'aria-live': 'polite' });
  readonly #drag: Drag;
  readonly #marking: Marking;

  #board: Board | null = null;
  #source: BoardSource | null = null;
  #words: Words = ENGLISH;
  #step: Choices | null = null;
  #made: readonly Made[] = [];
  /** Number of the last request; answers to earlier requests are ignored. */
  #asked = 0;
  #typed = { text: '', at: 0 };
  /** Numbers of cards that were entered while earlier ones are on their way. */
  readonly #numbers: string[] = [];
  #isTakingNumbers = false;
  /** True if the last card was chosen by its number. */
  #isByNumber = false;
  /** Why the last name that was typed is no choice; empty if it is one. */
  #refusal = '';
  /** True if the last name that was typed is no choice, so that Enter does not take what has the focus. */
  #isMistyped = false;
  /** Largest number of a card that was offered so far. */
  #largest = 0;
  /** Index of the choice whose outcome the board shows before it is made; null otherwise. */
  #seen: number | null = null;
  /**
   * True if the outcome stays on the board when the pointer leaves: of an orientation, or after the
   * touch of a finger.
   */
  #stays = false;
  /** The turn that the outcome on the board is, and what it does, in words. */
  #ahead: { readonly turn: string | null; readonly told: string } | null = null;
  /** Outcomes of the choices of the step, by their indices. */
  readonly #outcomes = new Map<number, Promise<Outcome | null>>();
  #glance: ReturnType<typeof setTimeout> | undefined;
  /** True while the element itself moves the focus. */
  #isReturning = false;
  /**
   * Index of the choice whose outcome was shown when a finger, which cannot hover, last touched the
   * element; -1 for a mouse.
   */
  #touched: number | null = -1;
  /**
   * Where a mouse last pressed a button. Under a pointer that stays there, the board after a turn
   * shows that turn, and nothing ahead.
   */
  #pressed: readonly [number, number] | null = null;
  /** True if the element has the focus, even while it contains nothing focusable. */
  #held = false;
  /** True if the pointer or the focus is in the element. */
  #isEntered = false;
  #undoes = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sharedSheet(), this.#view.pictureRules, this.#view.rules];
    // A page can add lines below the board, a text for the time in which there is no prompt, and buttons.
    const slot = (name: string): HTMLSlotElement => make('slot', '', { name });
    const [info, lines, deeds] = [make('div', 'info'), make('div', 'lines'), make('div', 'deeds')];
    lines.append(this.#asks, slot('told'), this.#said);
    info.append(lines, this.#view.find);
    deeds.append(this.#back, this.#play, this.#resign, slot('ways'), slot('steps'));
    this.#ask.append(info, deeds);
    this.#root.append(this.#view.stage, slot('seats'), this.#ask, this.#view.tray, this.#live);
    this.#view.numbers = { typed: number => this.#numberTyped(number), entered: number => void this.#takeNumber(number) };
    this.#play.addEventListener('click', () => {
      if (this.#seen !== null && this.#stays) void this.choose(this.#seen);
      else this.#finish();
    });
    this.#root.addEventListener('pointerdown', event => {
      this.#touched = isFinger(event) ? this.#seen : -1;
      this.#forgetTyped();
      const { clientX, clientY } = event as PointerEvent;
      this.#pressed = isFinger(event) ? null : [clientX, clientY];
    }, { capture: true });
    this.#root.addEventListener('pointermove', event => {
      if (!this.#pressed || this.#isStill(event as PointerEvent)) return;
      this.#pressed = null;
      this.#glanceAt(choiceOf(event.target as Element));
    });
    this.#back.addEventListener('click', () => {
      if (this.#made.length || this.#stays) void this.takeBack();
      else this.#undo();
    });
    this.#resign.addEventListener('click', () => this.#resigned());
    this.#resign.addEventListener('blur', () => this.#unsure());
    this.#root.addEventListener('click', event => this.#clicked(event as MouseEvent));
    this.#root.addEventListener('keydown', event => this.#key(event as KeyboardEvent));
    // What the turn did is shown until the user turns to the board.
    // A fault is shown until the board is touched: the board can come to be under a pointer that stays.
    this.#view.stage.addEventListener('pointermove', () => { if (!this.#showsFault) this.#enter(true); });
    this.#view.stage.addEventListener('pointerdown', () => this.#enter(true));
    this.addEventListener('pointerleave', event => {
      if (event.pointerType !== 'mouse') return;
      this.#pressed = null;
      this.#enter(false);
    });
    this.#root.addEventListener('focusin', event => { if (this.#isOwn(event) && !(this.#isReturning && this.#showsFault)) this.#enter(true); });
    this.#root.addEventListener('focusout', event => { if (!this.#root.contains((event as FocusEvent).relatedTarget as Node | null)) this.#enter(false); });
    for (const kind of ['pointerover', 'focusin']) {
      this.#root.addEventListener(kind, event => {
        if (isFinger(event)) return;
        const [target, at] = [event.target as Element, choiceOf(event.target as Element)];
        // A place that the page has given the focus is highlighted only for those who use the keyboard.
        if (kind === 'pointerover' || target.matches(':focus-visible')) this.#light(at);
        if (kind === 'pointerover' && this.#made.length === 0 && this.#isStill(event as PointerEvent)) return;
        // The focus that returns to the board shows something ahead only if the turn has to go on.
        const isNext = this.#made.length > 0 && this.#step?.turn === null;
        if (kind === 'pointerover' || (target.matches(':focus-visible') && (isNext || !this.#isReturning))) this.#glanceAt(at);
      });
    }
    for (const kind of ['pointerout', 'focusout']) {
      this.#root.addEventListener(kind, () => {
        this.#light(undefined);
        this.#glanceAt(undefined);
      });
    }
    this.#drag = new Drag(this.#root, this.#view.stage, {
      picks: element => !this.hasAttribute('marks') && this.#choice(choiceOf(element))?.drags === true,
      begins: element => this.#make(this.#choice(choiceOf(element)), 'drag'),
      near: at => this.#glanceAt(this.#view.near(at)),
      drops: at => void this.#drop(this.#view.nearest(at)),
      ends: () => void this.takeBack(),
    });
    this.#marking = new Marking(this.#view.stage, () => this.hasAttribute('marks'), at => this.#view.placeAt(at, this.#board?.places ?? {}), mark => {
      const event: MarkEvent = new CustomEvent('mark', { detail: mark, bubbles: true, composed: true });
      this.dispatchEvent(event);
    });
    this.#showAsk();
  }

  /** Source of boards and choices. */
  get source(): BoardSource | null { return this.#source; }
  set source(source: BoardSource | null) {
    this.#source = source;
    void this.reset();
  }

  /** Board that is shown. */
  get board(): Board | null { return this.#board; }
  set board(board: Board | null) {
    const before = this.#board;
    this.#board = board;
    for (const part of [this.#view.stage, this.#view.tray, this.#ask]) part.dataset.game = board?.game ?? '';
    this.#view.window.toggle(board?.game === 'pipe' && this.hasAttribute('fill'));
    this.#view.window.renew();
    const isNew = board !== null && (board.position !== before?.position || board.number !== before.number || board.fault !== before.fault);
    if (!this.#root.activeElement || (isNew && board.fault !== null)) this.#isEntered = false;
    if (board && before && (board.position !== before.position || board.number !== before.number)) this.#say(this.#told(board));
    void this.reset();
  }

  /** Texts of the element, in the language of the page. */
  get words(): Words { return this.#words; }
  set words(words: Partial<Words>) {
    this.#words = { ...ENGLISH, ...words };
    this.#showAsk();
  }

  /**
   * True if the turn that the board shows was entered last, so that the page can undo it at the
   * event `undo`.
   */
  get undoes(): boolean { return this.#undoes; }
  set undoes(undoes: boolean) {
    this.#undoes = undoes;
    this.#showAsk();
  }

  /** Current choices; null while they are not known, and if there are none. */
  get step(): Choices | null { return this.#step; }

  /** Moves the keyboard focus to the first choice, once there is one. */
  override focus(options: FocusOptions = { preventScroll: true }): void {
    const first = this.#view.elementOf(0);
    if (first) this.#focusOn(first, options);
    else this.#held = true;
  }

  /** Keys of the choices made so far. */
  get chosen(): readonly string[] { return keysOf(this.#made); }

  /** Discards the choices made, and requests new ones. */
  async reset(): Promise<void> {
    const [source, board] = [this.#source, this.#board];
    this.#made = [];
    this.#step = null;
    this.#drag.cancel();
    this.#await(source !== null && board !== null && board.result === null);
    this.#show();
    const asked = ++this.#asked;
    if (!source || !board || board.result) return;
    const step = await source.choices(board.at, []).catch(() => null);
    if (asked !== this.#asked) return;
    this.#await(false);
    this.#step = step;
    this.#show();
  }

  #await(isAwaiting: boolean): void { this.#view.isAwaiting = this.#view.window.isAwaiting = isAwaiting; }

  /** Makes the choice with this key, or at this index. Resolves to false if there is no such choice. */
  async choose(which: string | number): Promise<boolean> {
    return this.#make(typeof which === 'number' ? this.#choice(which) : this.#step?.choices.find(({ key }) => key === which), 'on');
  }

  async #make(choice: Choice | undefined, going: Going): Promise<boolean> {
    const offered = this.#step?.choices ?? [];
    return choice ? this.#go([...this.#made, { choice, offered, auto: false, svg: '' }], going) : false;
  }

  /**
   * Takes back the last choice that the user made, or what a finger has touched but not yet chosen.
   */
  async takeBack(): Promise<void> {
    if (this.#stays && !this.#isTurning()) return this.#forget();
    const made = [...this.#made];
    while (made.pop()?.auto) { /* What nobody chose goes with it. */ }
    await this.#go(made, 'back');
  }

  /** Takes back one choice; later choices stay if they are still possible. */
  async #without(key: string): Promise<void> {
    const at = this.#made.findIndex(made => made.choice.key === key);
    const before = this.#made.slice(0, at);
    if (!(await this.#go([...before, ...this.#made.slice(at + 1)], 'back'))) await this.#go(before, 'back');
  }

  /** Chooses another card of the hand in place of the chosen one. */
  async #instead(at: number): Promise<void> {
    const { cards, from } = handOf(this.#step, this.#made);
    const [choice, offered] = [cards[at], this.#made[from]?.offered];
    if (choice && offered) await this.#go([...this.#made.slice(0, from), { choice, offered, auto: false, svg: '' }], 'on');
  }

  /** Shows the state after some choices. */
  async #go(made: readonly Made[], going: Going): Promise<boolean> {
    const [source, board] = [this.#source, this.#board];
    if (!source || !board) return false;
    const asked = ++this.#asked;
    this.#view.stage.classList.add('busy');
    try {
      const [now, step] = await this.#follow(source, board, made, going === 'on', () => asked === this.#asked);
      if (asked !== this.#asked) return false;
      [this.#made, this.#step] = [now, step];
      this.#show();
      if (step.turn && !step.choices.length) this.#finish();
      else this.#say(going === 'back' ? step.asks : `${now.findLast(({ auto }) => !auto)?.choice.label ?? ''}. ${step.asks}`);
      return true;
    } catch {
      return false;
    } finally {
      if (asked === this.#asked) this.#view.stage.classList.remove('busy');
    }
  }

  /**
   * Returns the step after some choices. With `goesOn`, a choice without alternatives is made
   * automatically, to the end of the turn.
   */
  async #follow(source: BoardSource, board: Board, made: readonly Made[], goesOn: boolean, isWanted: () => boolean): Promise<[Made[], Choices]> {
    const now = [...made];
    let step = await source.choices(board.at, keysOf(now));
    const last = now.pop();
    if (last) now.push({ ...last, svg: step.svg ?? board.svg });
    // A card is seen at its place before it is played, even if it fits only one way.
    while (goesOn && now.length && !step.turn && step.choices.length === 1 && !isTurned(step, now) && isWanted()) {
      const { choices } = step;
      const [choice] = choices as readonly [Choice];
      step = await source.choices(board.at, [...keysOf(now), choice.key]);
      now.push({ choice, offered: choices, auto: true, svg: step.svg ?? board.svg });
    }
    return [now, step];
  }

  /** Returns what a choice of the step leads to. */
  #outcomeOf(at: number): Promise<Outcome | null> {
    const known = this.#outcomes.get(at);
    if (known) return known;
    const found = this.#findOutcome(at).catch(() => null);
    this.#outcomes.set(at, found);
    return found;
  }

  async #findOutcome(at: number): Promise<Outcome | null> {
    const [source, board, step, choice] = [this.#source, this.#board, this.#step, this.#choice(at)];
    if (!source || !board || !step || !choice) return null;
    const isWanted = (): boolean => step === this.#step;
    const first: Made = { choice, offered: step.choices, auto: false, svg: '' };
    let [made, next] = await this.#follow(source, board, [...this.#made, first], true, isWanted);
    const turn = next.choices.length ? null : next.turn;
    let example = next.turn;
    // What is chosen beside the board, as a drawn card, changes little of what the board shows.
    for (let ahead = 0; ahead < MAX_AHEAD && !next.turn && isWanted(); ahead += 1) {
      const [aside] = next.choices;
      if (!aside || next.choices.some(({ areas, drags }) => areas.length || drags)) break;
      [made, next] = await this.#follow(source, board, [...made, { choice: aside, offered: next.choices, auto: true, svg: '' }], true, isWanted);
      example = next.turn;
    }
    return { svg: next.svg ?? board.svg, turn, example };
  }

  /**
   * Shows on the board what a choice leads to. With `stays`, this and what it does in words are
   * shown until another choice is.
   */
  async #foresee(at: number, stays: boolean): Promise<void> {
    const [source, board, step, choice] = [this.#source, this.#board, this.#step, this.#choice(at)];
    if (!source || !board || !step || !choice) return;
    [this.#seen, this.#stays, this.#ahead] = [at, stays, null];
    if (stays) this.#view.light(at, undefined);
    if (this.#isTurning()) this.#view.setTurned(`${this.#words.turn}: ${choice.label}`, this.#squareOfPiece());
    this.#showAsk();
    const isShown = (): boolean => step === this.#step && at === this.#seen;
    const outcome = await this.#outcomeOf(at);
    if (!outcome || !isShown()) return;
    if (this.#isTurning() || hasSamePlaces(outcome.svg, step.svg ?? board.svg)) this.#view.foresee(outcome.svg);
    this.#ahead = { turn: outcome.turn, told: '' };
    this.#showAsk();
    if (!stays || !outcome.example) return;
    const played = await source.play(outcome.example, board.at).catch(() => null);
    if (!played || !isShown()) return;
    this.#ahead = { turn: outcome.turn, told: this.#effectOf(board, played) };
    this.#showAsk();
  }

  /** Returns what a turn does after it places the piece that the board shows. */
  #effectOf({ game }: Board, { turn, told }: Played): string {
    // The last step is the next seat.
    const [, effect, next] = told;
    if (next === undefined || effect === undefined) return '';
    if (game === 'pipe' && !/;x\d/.test(turn)) return this.#words.closesNothing;
    // The board shows which sides of the dice meet. The last sentence says what becomes of them.
    return game === 'pippip' ? effect.replace(/^.*\. (?=[^.]+\.$)/, '') : effect;
  }

  /** Shows what a choice leads to, once the pointer or the focus stays on it. */
  #glanceAt(at: number | undefined): void {
    clearTimeout(this.#glance);
    if (this.#stays || this.#showsFault || this.hasAttribute('marks')) return;
    if (at === undefined) this.#forget();
    else if (at !== this.#seen) this.#glance = setTimeout(() => void this.#foresee(at, false), GLANCE);
  }

  /** Returns true if the pointer is where it last pressed a button. */
  #isStill({ clientX, clientY }: PointerEvent): boolean {
    return this.#pressed?.[0] === clientX && this.#pressed[1] === clientY;
  }

  /** Shows the board as it is. */
  #forget(): void {
    if (this.#seen === null) return;
    [this.#seen, this.#stays, this.#ahead] = [null, false, null];
    this.#view.light(undefined, undefined);
    this.#drawBoard();
    this.#showAsk();
  }

  /**
   * Makes a choice that a finger touches. A turn that it completes is shown first; the next touch
   * plays it.
   */
  async #touch(at: number): Promise<void> {
    const step = this.#step;
    const outcome = await this.#outcomeOf(at);
    if (step !== this.#step) return;
    if (outcome?.turn && this.#choice(at)?.areas.length) void this.#foresee(at, true);
    else void this.choose(at);
  }

  /** True while the board shows an illegal turn with its places, and nothing to play. */
  get #showsFault(): boolean { return this.#board !== null && this.#board.fault !== null && !this.#isEntered && !this.#made.length; }

  /** Returns true if an event comes from the element itself, not from what a page added to it. */
  #isOwn(event: Event): boolean { return this.#root.contains(event.target as Node); }

  #enter(isIn: boolean): void {
    if (isIn === this.#isEntered || (!isIn && (this.#made.length || this.#root.activeElement))) return;
    this.#isEntered = isIn;
    this.#drawBoard();
    this.#showAsk();
  }

  /** Draws the board: the effects of the turn until the element is entered, then the board to play on. */
  #drawBoard(): void {
    const [board, step] = [this.#board, this.#step];
    const rests = this.#showsFault || (board !== null && board.moved !== null && !this.#isEntered && !this.#made.length);
    const svg = step?.svg ?? board?.svg ?? '';
    this.#view.marked = board?.fault == null ? null : board.moved;
    this.#view.draw((rests && board?.moved) || svg, rests);
    this.#view.setApart(svg);
  }

  #choice(at: number | undefined): Choice | undefined { return at === undefined ? undefined : this.#step?.choices[at]; }

  async #drop(at: number | undefined): Promise<void> {
    if (at === undefined || !(await this.choose(at))) await this.takeBack();
  }

  #undo(): void {
    if (!this.#undoes) return;
    this.#undoes = false;
    const event: UndoEvent = new CustomEvent('undo', { bubbles: true, composed: true });
    this.dispatchEvent(event);
  }

  #finish(): void {
    const turn = this.#step?.turn;
    if (turn) this.#tell(turn);
  }

  #tell(turn: string): void {
    const event: TurnEvent = new CustomEvent('turn', { detail: { turn, at: this.#board?.at ?? {} }, bubbles: true, composed: true });
    this.dispatchEvent(event);
  }

  #resigned(): void {
    if (this.#resign.classList.contains('sure')) {
      this.#unsure();
      this.#tell('resign');
      return;
    }
    this.#resign.classList.add('sure');
    this.#resign.removeAttribute('aria-label');
    this.#resign.textContent = this.#words.really;
    this.#say(this.#words.really);
  }

  #unsure(): void {
    this.#resign.classList.remove('sure');
    if (this.hasAttribute('fill')) this.#resign.replaceChildren(flag());
    else this.#resign.textContent = this.#words.resign;
    this.#resign.setAttribute('aria-label', this.#words.resign);
    this.#resign.title = this.#words.resign;
  }

  #say(text: string): void {
    this.#live.textContent = '';
    // Screen readers do not announce an unchanged text.
    requestAnimationFrame(() => { this.#live.textContent = text; });
  }

  #told(board: Board): string {
    const turn = board.played ? `${board.number}. ${board.seat ?? ''}: ${board.played}.` : `${this.#words.begins}.`;
    const next = board.result ? fill(this.#words.over, board.result) : fill(this.#words.toMove, board.toMove);
    return `${turn} ${next}. ${board.fault ?? ''}`.trim();
  }

  #show(): void {
    const [board, step] = [this.#board, this.#step];
    // Letters typed for another choice no longer count.
    this.#forgetTyped();
    if (step) this.#refusal = '';
    for (const { key } of step?.choices ?? []) if (/^\d+$/.test(key)) this.#largest = Math.max(this.#largest, Number(key));
    this.#held ||= this.#root.activeElement !== null;
    this.#view.hold(this.#made.length ? step?.svg ?? board?.svg ?? null : null);
    this.#drawBoard();
    // Stones that can be placed in any order can be taken back in any order.
    const back = board?.game === 'pippinzip' ? (choice: Choice): string => `${this.#words.back}: ${choice.label}` : null;
    const takesBack = (choice: Choice): string => `${this.#words.back}: ${choice.label}`;
    clearTimeout(this.#glance);
    [this.#seen, this.#stays, this.#ahead] = [null, false, null];
    this.#outcomes.clear();
    this.#view.show(step, this.#made, back, takesBack);
    this.#keepRoom();
    this.toggleAttribute('deck', this.#view.tray.classList.contains('many'));
    this.toggleAttribute('aside', this.#view.tray.classList.contains('beside'));
    // The table keeps its window while the next choices are on their way.
    if (!this.#view.isAwaiting || board?.game !== 'pipe') this.toggleAttribute('pool', choosesFromDeck(step, this.#made));
    if (this.#isTurning()) void this.#foresee(0, true);
    this.#showAsk();
    this.#view.window.settle();
    const square = this.#isTurning() ? this.#squareOfPiece() : undefined;
    if (step && square) this.#view.reveal(square, step.choices);
    else if (this.#made.length) this.#view.revealSpots();
    if (this.#held) this.#refocus();
  }

  /** With the attribute `keeps`, what was below the board keeps its room, so that the board keeps its size. */
  #keepRoom(): void {
    const { tray } = this.#view;
    const keeps = this.hasAttribute('keeps') && !tray.classList.contains('beside');
    const room = keeps ? Math.max(parseFloat(tray.style.minHeight) || 0, tray.getBoundingClientRect().height) : 0;
    tray.style.minHeight = room ? `${room}px` : '';
  }

  #showAsk(): void {
    const [board, step, words] = [this.#board, this.#step, this.#words];
    // In the middle of a game, the prompt appears when the user turns to the board.
    const rests = board !== null && !this.#made.length
      && (board.fault !== null || (board.moved !== null && board.next.length > 0)) && !this.#isEntered;
    const asks = board?.result ? fill(words.over, board.result) : rests ? fill(words.toMove, board.toMove) : step?.asks;
    this.#ask.classList.toggle('rests', rests || board === null || board.result !== null || asks === undefined);
    // An error stays in words beside the prompt.
    this.#ask.classList.toggle('faulty', board !== null && board.fault !== null);
    this.toggleAttribute('asks', !this.#ask.classList.contains('rests'));
    const isTouched = this.#stays && !this.#isTurning();
    this.#ask.classList.toggle('begun', this.#made.length > 0 || isTouched);
    this.#view.finds = words.find;
    this.#view.window.names = [words.larger, words.smaller];
    this.#view.deals = words;
    this.#asks.replaceChildren(asks ?? board?.fault ?? '');
    const seat = step && board && asks === step.asks ? board.toMove : '';
    if (seat) this.#asks.dataset.seat = fill(words.seat, seat);
    else delete this.#asks.dataset.seat;
    this.#said.replaceChildren(...(this.#refusal ? [this.#refusal] : seat ? this.#aheadInWords() : []));
    this.#said.classList.toggle('refused', this.#refusal !== '');
    const turns = step !== null && (board?.game === 'pipe' || board?.game === 'pippip');
    // The line below the prompt is short in GIPF.
    this.#ask.classList.toggle('turns', board !== null && board.game !== 'gipf' && (step !== null || this.hasAttribute('keeps')));
    this.#said.classList.toggle('turning', this.#isTurning());
    this.#ask.classList.toggle('fates', board?.game === 'gipf' && this.#view.fates(this.#made).length > 0);
    this.#view.tray.classList.toggle('turns', turns);
    this.toggleAttribute('begun', this.#made.length > 0);
    this.#asks.classList.toggle('fault', !asks && Boolean(board?.fault));
    const turn = isTouched ? this.#ahead?.turn ?? null : step?.choices.length ? step.turn : null;
    this.#play.hidden = !(this.#isTurning() || turn);
    this.#play.textContent = this.#isTurning() ? words.place : fill(words.play, turn ?? '');
    const undoes = this.#undoes && !this.#made.length && !isTouched && board !== null && board.played !== null;
    this.#back.hidden = !(this.#made.length || isTouched || undoes);
    this.#back.textContent = undoes ? fill(words.undo, String(board.number)) : words.back;
    this.#back.title = undoes ? fill(words.undo, `${board.number}. ${board.played ?? ''}`) : words.back;
    this.#resign.hidden = !(step?.resign && !this.#made.length && !isTouched && !board?.next.length && !board?.fault);
    this.#unsure();
  }

  /**
   * Returns the line below the prompt: the effects of the turn on the board, the choices so far, or
   * the last turn.
   */
  #aheadInWords(): (Node | string)[] {
    const [board, words, ahead] = [this.#board, this.#words, this.#ahead];
    const code = (text: string): HTMLElement => {
      const element = make('code', '');
      element.textContent = text;
      return element;
    };
    if (this.#isTurning()) {
      const legend = this.#view.hasPins ? [make('i', 'pin'), ` ${fill(words.pin, this.#placeOfPiece())} `] : [];
      return [...(ahead?.turn ? [code(ahead.turn), ' '] : []), ...(ahead?.told ? [ahead.told, ' '] : []), ...legend];
    }
    // What comes and goes with the pointer would be restless, so this is shown after a touch only.
    if (ahead?.told && this.#stays) return [ahead.told];
    const fates = board?.game === 'gipf' ? this.#fatesInWords(board) : '';
    if (fates) return [fates];
    if (this.#made.length) return [fill(words.soFar, this.#made.map(({ choice }) => choice.label).join(', '))];
    return board?.played ? [`${fill(words.after, String(board.number))} `, code(board.played)] : [];
  }

  /** Returns how many pieces of a chosen row go back, are captured and stay; an empty text if no row is chosen. */
  #fatesInWords(board: Board): string {
    const fates = this.#view.fates(this.#made);
    const seat = board.seats.findIndex(({ name }) => name === board.toMove) + 1;
    const { words } = this;
    const count = (wanted: Fate, isOwn: boolean | null): number => fates.filter(({ fate, seat: own }) => fate === wanted && (isOwn === null || (own === seat) === isOwn)).length;
    const part = (number: number, [one, more]: readonly [string, string]): string[] => (number ? [fill(number === 1 ? one : more, String(number), board.toMove)] : []);
    const parts = [...part(count('goes', true), words.goBack), ...part(count('goes', false), words.captured), ...part(count('stays', null), words.stay)];
    return parts.length ? `${parts.join(', ')}.` : '';
  }

  /** Returns the place that the piece was put on. */
  #squareOfPiece(): Area | undefined { return this.#made.findLast(({ choice }) => choice.areas.length)?.choice.areas[0]; }

  /** Returns the name of the place that the piece was put on. */
  #placeOfPiece(): string { return this.#made.findLast(({ choice }) => choice.areas.length)?.choice.label ?? ''; }

  #clicked(event: MouseEvent): void {
    // The click at the end of a drag is not intended as a click. Clicks from the keyboard have no
    // detail.
    if ((this.#drag.wasDragged || this.#marking.wasLong) && event.detail > 0) return;
    const target = event.target as Element;
    if (this.hasAttribute('marks') && event.detail === 0 && this.#view.stage.contains(target)) {
      const { x, y, width, height } = target.getBoundingClientRect();
      return this.#marking.press({ x: x + width / 2, y: y + height / 2 });
    }
    const at = choiceOf(target);
    if (at !== undefined && this.#view.tray.contains(target)) {
      this.#isByNumber = false;
      this.#view.clearNumber();
    }
    // A finger first sees what it touches; other pointers and the keyboard have seen it before.
    const isSeen = this.#touched === -1 || at === this.#touched || event.detail === 0;
    if (at !== undefined && isSeen) void this.choose(at);
    else if (at !== undefined && this.#isTurning()) void this.#foresee(at, true);
    else if (at !== undefined) void this.#touch(at);
    const instead = target.closest('[data-instead]')?.getAttribute('data-instead');
    if (instead) void this.#instead(Number(instead));
    if (target.closest('[data-turn]')) this.#turnOn();
    const chosen = target.closest('[data-chosen]')?.getAttribute('data-chosen');
    if (chosen) void this.#without(chosen);
  }

  #light(at: number | undefined): void {
    if (!this.#isTurning()) this.#view.light(at, this.#choice(at));
    else if (at !== undefined && at !== this.#seen) void this.#foresee(at, true);
  }

  #isTurning(): boolean { return this.#step !== null && isTurned(this.#step, this.#made); }

  /** Rotates the piece on the board by one choice. */
  #turnOn(): void {
    const next = ((this.#seen ?? -1) + 1) % (this.#step?.choices.length ?? 1);
    this.#say(this.#choice(next)?.label ?? '');
    void this.#foresee(next, true);
  }

  #focusOn(element: HTMLElement, options: FocusOptions): void {
    this.#isReturning = true;
    element.focus(options);
    this.#isReturning = false;
  }

  /**
   * Moves the keyboard focus to the place of the last choice. While cards are asked for, the field for their numbers
   * keeps it.
   */
  #refocus(): void {
    if (this.#view.isInNumber) return;
    const first = this.#view.elementOf(0) ?? (this.#play.hidden ? undefined : this.#play);
    const { activeElement } = document;
    const isElsewhere = activeElement !== null && activeElement !== document.body && activeElement !== this;
    if (!isElsewhere && !first) return;
    this.#held = false;
    if (!isElsewhere && this.#isByNumber && this.#view.asksNumber) this.#view.focusNumber();
    else if (!isElsewhere && first) this.#focusOn(first, { preventScroll: true });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.#isOwn(event) || event.target instanceof HTMLInputElement && event.key !== 'Escape') return;
    const { key } = event;
    const to = STEPS[key];
    if (key === 'Tab' || isArrow(key)) this.#forgetTyped();
    if ((key === 'Enter' || key === ' ') && this.#isMistyped) {
      this.#refuse(this.#typed.text);
      this.#forgetTyped();
    } else if (key === 'Escape' || key === 'Backspace') {
      // Escape never changes the record.
      if (this.#made.length || this.#stays) void this.takeBack();
      else if (key === 'Backspace' && this.#undoes) this.#undo();
      else return;
    } else if (to) {
      const step: StepEvent = new CustomEvent('step', { detail: { to }, bubbles: true, composed: true });
      this.dispatchEvent(step);
    } else if (isArrow(key)) {
      const next = this.#view.beside(event.target as Element, key);
      if (next) this.#view.focus(next);
    } else if (key.toLowerCase() === 'r' && this.#isTurning()) {
      const isOnChoice = choiceOf(event.target as Element) !== undefined;
      this.#turnOn();
      // Enter then plays what the board shows.
      const shown = isOnChoice && this.#seen !== null ? this.#view.elementOf(this.#seen) : undefined;
      if (shown) this.#view.focus(shown);
    } else if (!/^[a-z0-9*+-]$/i.test(key) || !this.#type(key, event.timeStamp)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Moves the focus to the choice whose name is typed. `now` is when the key was pressed. Digits go to the field for a
   * number if there is one. Returns false if the key has no meaning here.
   */
  #type(letter: string, now: number): boolean {
    const choices = this.#step?.choices ?? [];
    if (/\d/.test(letter) && this.#view.asksNumber) {
      this.#view.focusNumber(letter);
      return true;
    }
    const { text: before, at } = this.#typed;
    const goesOn = now - at < TYPING || (/\d/.test(letter) && canGoOn(before, choices));
    const text = goesOn ? before + letter.toLowerCase() : letter.toLowerCase();
    const found = typedMatch(text, choices);
    this.#typed = { text, at: now };
    const element = found === undefined ? undefined : this.#view.elementOf(found);
    this.#isMistyped = !element;
    if (element) {
      this.#unrefuse();
      this.#view.focus(element);
    } else if (text.length > 1 && !isBegun(text, choices)) {
      this.#refuse(text);
      this.#typed.at = -Infinity;
      return true;
    }
    return element !== undefined || isBegun(text, choices);
  }

  #forgetTyped(): void {
    this.#typed = { text: '', at: -Infinity };
    this.#isMistyped = false;
  }

  /** Says why a typed name is no choice. */
  #refuse(text: string): void {
    this.#refusal = this.#refusalOf(text);
    this.#showAsk();
    this.#say(this.#refusal);
  }

  #unrefuse(): void {
    if (!this.#refusal) return;
    this.#refusal = '';
    this.#showAsk();
  }

  #refusalOf(text: string): string {
    const { words } = this;
    const number = /^\d+$/.test(text) && this.#board?.game === 'pipe' ? String(Number(text)) : null;
    if (number === null) return fill(words.noChoice, text);
    if (this.#made.some(({ choice }) => choice.key === number)) return fill(words.chosenAlready, number);
    if (this.#view.hasOnTable(number)) return fill(words.onTable, number);
    return fill(Number(number) <= this.#largest && number !== '0' ? words.notHere : words.noCard, number);
  }

  /** Says at once if a number in the field cannot become that of a card. */
  #numberTyped(number: string): void {
    if (number && !isBegun(number, this.#step?.choices ?? [])) this.#refuse(number);
    else this.#unrefuse();
  }

  /** Chooses the card with a number, after those entered before it. */
  async #takeNumber(number: string): Promise<void> {
    this.#numbers.push(number);
    if (this.#isTakingNumbers) return;
    this.#isTakingNumbers = true;
    for (let next = this.#numbers.shift(); next !== undefined; next = this.#numbers.shift()) {
      // Numbers that are left when no card is asked for mean nothing.
      if (!this.#view.asksNumber) continue;
      const at = this.#step ? wholeMatch(next, this.#step.choices) : undefined;
      this.#isByNumber = true;
      if (at === undefined) this.#refuse(next);
      else await this.choose(at);
    }
    this.#isTakingNumbers = false;
  }
}

if (globalThis.customElements && !customElements.get('pips-board')) customElements.define('pips-board', PipsBoard);

declare global {
  interface HTMLElementTagNameMap {
    'pips-board': PipsBoard;
  }
}
