// The tree of turns as the panel "Turns" shows it. Only the blocks of rows near what is in sight have elements; the others
// are empty, with their last or their estimated height. The element follows the pattern "tree view" of ARIA: turns
// are its items, and variations are the children of the turn that they replace.
import { el } from '../dom';
import { puzzlesIn, turnBefore } from './edits';
import { SIGNS, ownerOf, turnsOf, type Tree, type TreeTurn } from './tree';
import { blocksOf, isTurn, rowsOf, turnsIn, variationsOf, wordsAmong, type Row, type RowWords } from './tree-rows';

/** Distance in pixels from what is in sight at which a block is drawn. */
const NEAR = 300;
/** Estimated heights in pixels: of a row, and of a line of text in it. */
const ROW = 30;
const LINE = 24;
/** Estimated number of characters of a line. */
const WIDTH = 50;

/** Classes of the signs of annotation. */
const KINDS: Readonly<Record<string, string>> = { '!': 'good', '!!': 'good', '?': 'bad', '??': 'bad', '!?': 'open', '?!': 'doubtful' };

/** Keys that move within the tree. */
const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type TreeKey = (typeof KEYS)[number];
export const isTreeKey = (key: string): key is TreeKey => (KEYS as readonly string[]).includes(key);

interface Block {
  readonly box: HTMLElement;
  readonly rows: readonly Row[];
  /** Identifies the block after an edit, so that it keeps its height. */
  readonly key: string;
  isDrawn: boolean;
}

export class TreeView {
  readonly element = el('div', { className: 'tree', 'aria-label': 'Turns of the record' });
  private text = '';
  private tree: Tree | null = null;
  private blocks: Block[] = [];
  /** The turns in the order in which they are shown. */
  private order: TreeTurn[] = [];
  private readonly items = new Map<TreeTurn, HTMLElement>();
  private current: TreeTurn | undefined;
  /** The turns from the start to the current one. */
  private path = new Set<TreeTurn>();
  /** Keys of the turns whose variations are folded. */
  private readonly folded = new Set<string>();
  private readonly keys = new Map<TreeTurn, string>();
  /** The ends of the turns after which a puzzle begins. */
  private puzzles = new Set<number | null>();
  /** The index of each turn in the tree. */
  private numbers = new Map<TreeTurn, number>();
  private readonly observer = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      const block = this.blocks.find(({ box }) => box === target);
      if (block && isIntersecting) this.drawBlock(block);
      else if (block) this.emptyBlock(block);
    }
  }, { root: this.element, rootMargin: `${NEAR}px 0px` });

  /** `go` goes to a turn; `changed` is called after variations were folded or unfolded. */
  constructor(private readonly go: (turn: TreeTurn) => void, private readonly changed: () => void) {
    // The panel changes its height with the notices above it, and with the cards of the board.
    new ResizeObserver(() => { this.reveal(); }).observe(this.element);
    this.element.addEventListener('click', event => {
      const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-turn], [data-folds]') : null;
      if (!pressed) return;
      const [turn, owner] = [this.turnOf(pressed.dataset.turn), this.turnOf(pressed.dataset.folds)];
      if (turn) this.go(turn);
      else if (owner) this.fold(owner, !this.isFolded(owner));
    });
    this.element.addEventListener('keydown', event => {
      const pressed = event.target instanceof HTMLElement ? this.turnOf(event.target.dataset.turn) : undefined;
      if (!pressed || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      this.go(pressed);
    });
  }

  /** True if the record has variations, and all of them are folded. */
  get isAllFolded(): boolean { return this.branches.length > 0 && this.branches.every(turn => this.isFolded(turn)); }

  get hasVariations(): boolean { return this.branches.length > 0; }

  /** Shows a record and its current turn. */
  show(text: string, tree: Tree | null, current: TreeTurn | undefined): void {
    const isNew = text !== this.text || tree !== this.tree;
    const moved = !this.current || !current || this.keyOf(current) !== this.keys.get(this.current);
    if (isNew) {
      [this.text, this.tree] = [text, tree];
      this.keys.clear();
      this.puzzles = new Set(tree ? puzzlesIn(text, tree).map(({ end }) => end) : []);
      this.numbers = new Map(tree?.turns.map((turn, at) => [turn, at]));
    }
    this.current = current;
    this.path = new Set(this.pathTo(current));
    // A turn in a folded variation is shown, unless the user has just folded it.
    const opened = isNew || moved ? this.unfoldAround(current) : false;
    if (isNew || opened) this.draw();
    this.mark(isNew || moved);
    if (opened) this.changed();
  }

  /** Folds or unfolds all variations. */
  foldAll(isFolded: boolean): void {
    for (const turn of this.branches) this.setFolded(turn, isFolded);
    this.afterFold();
  }

  /** Moves from a turn by a key of the tree. Returns false if there is nothing in this direction. */
  move(key: TreeKey, from: TreeTurn | undefined): boolean {
    const at = from ? this.order.indexOf(from) : -1;
    const open = from !== undefined && variationsOf(from).length > 0 && !this.isFolded(from);
    const closed = from !== undefined && variationsOf(from).length > 0 && this.isFolded(from);
    if (from && key === 'ArrowRight' && closed) this.fold(from, false);
    else if (from && key === 'ArrowLeft' && open) this.fold(from, true);
    else {
      const to = key === 'ArrowDown' ? this.order[at + 1]
        : key === 'ArrowUp' ? this.order[at - 1]
          : key === 'ArrowRight' ? this.inward(from, open)
            : from && this.outward(from);
      if (!to) return false;
      this.go(to);
    }
    return true;
  }

  /** The first turn of the variations, or else the next turn of the line. */
  private inward(from: TreeTurn | undefined, open: boolean): TreeTurn | undefined {
    const { tree } = this;
    if (!tree || !from) return tree?.turns[0];
    const line = open ? variationsOf(from)[0]?.line : undefined;
    return line != null ? turnsOf(tree, line)[0] : turnsOf(tree, from.line)[from.at.turn.index + 1];
  }

  /** The turn that a variation replaces, or else the previous turn of the line. */
  private outward(from: TreeTurn): TreeTurn | undefined {
    const { tree } = this;
    if (!tree) return undefined;
    return from.at.turn.index === 0 ? ownerOf(tree, from.line)?.owner : turnBefore(tree, from);
  }

  private get branches(): TreeTurn[] { return this.tree?.turns.filter(turn => variationsOf(turn).length > 0) ?? []; }

  private pathTo(turn: TreeTurn | undefined): TreeTurn[] {
    const path: TreeTurn[] = [];
    for (let at = turn; at && this.tree; at = turnBefore(this.tree, at)) path.push(at);
    return path;
  }

  /**
   * Identifies a turn across edits: by its own text and by the turns at which the variations around it
   * begin.
   */
  private keyOf(turn: TreeTurn): string {
    const known = this.keys.get(turn);
    if (known !== undefined) return known;
    const owner = this.tree && turn.depth > 0 ? ownerOf(this.tree, turn.line)?.owner : undefined;
    const first = owner && this.tree ? turnsOf(this.tree, turn.line)[0] : undefined;
    const around = owner ? `${this.keyOf(owner)} (${first && first !== turn ? first.text : ''} ` : '';
    const key = `${around}${turn.number} ${turn.text}`;
    this.keys.set(turn, key);
    return key;
  }

  private isFolded(turn: TreeTurn): boolean { return this.folded.has(this.keyOf(turn)); }

  private setFolded(turn: TreeTurn, isFolded: boolean): void {
    if (isFolded) this.folded.add(this.keyOf(turn));
    else this.folded.delete(this.keyOf(turn));
  }

  private fold(owner: TreeTurn, isFolded: boolean): void {
    this.setFolded(owner, isFolded);
    this.afterFold();
  }

  private afterFold(): void {
    this.draw();
    this.mark(false);
    this.changed();
    // What is folded cannot be current.
    const owner = this.ownersOf(this.current).findLast(turn => this.isFolded(turn));
    if (owner) this.go(owner);
  }

  /** Returns the turns that the variations around a turn replace, from the inside to the outside. */
  private ownersOf(turn: TreeTurn | undefined): TreeTurn[] {
    const owners: TreeTurn[] = [];
    for (let at = turn; at && this.tree; at = ownerOf(this.tree, at.line)?.owner) if (at !== turn) owners.push(at);
    return owners;
  }

  /** Unfolds the variations around a turn. Returns true if any was folded. */
  private unfoldAround(turn: TreeTurn | undefined): boolean {
    const folded = this.ownersOf(turn).filter(owner => this.isFolded(owner));
    for (const owner of folded) this.setFolded(owner, false);
    return folded.length > 0;
  }

  private turnOf(name: string | undefined): TreeTurn | undefined {
    return name === undefined ? undefined : this.tree?.turns[Number(name)];
  }

  /** Makes the blocks, and draws those near the current turn. */
  private draw(): void {
    const { tree, element } = this;
    const heights = new Map(this.blocks.map(({ key, box, isDrawn }) => [key, isDrawn ? box.offsetHeight : parseFloat(box.style.height)]));
    const scrolled = element.scrollTop;
    const hadFocus = element.contains(document.activeElement);
    this.observer.disconnect();
    this.items.clear();
    const rows = tree ? rowsOf(this.text, tree, turn => this.isFolded(turn)) : [];
    this.order = rows.flatMap(turnsIn);
    this.blocks = blocksOf(rows).map((rows, at) => {
      const first = rows.flatMap(turnsIn)[0];
      const key = `${at} ${first ? this.keyOf(first) : ''} ${rows.length}`;
      const box = el('div', { className: 'tree-block', role: 'presentation' });
      box.style.height = `${heights.get(key) ?? rows.reduce((all, row) => all + heightOf(row), 0)}px`;
      return { box, rows, key, isDrawn: false };
    });
    element.replaceChildren(...this.blocks.map(({ box }) => box));
    element.setAttribute('role', rows.length ? 'tree' : 'group');
    if (!rows.length) element.append(el('p', { className: 'empty' }, 'There are no turns yet: play them on the board.'));
    const { current } = this;
    const around = Math.max(0, current ? this.blocks.findIndex(({ rows }) => rows.some(row => turnsIn(row).includes(current))) : 0);
    for (const block of this.blocks.slice(Math.max(0, around - 1), around + 2)) this.drawBlock(block);
    element.scrollTop = scrolled;
    for (const { box } of this.blocks) this.observer.observe(box);
    if (hadFocus) this.focusable()?.focus({ preventScroll: true });
  }

  private drawBlock(block: Block): void {
    if (block.isDrawn) return;
    block.isDrawn = true;
    block.box.style.height = '';
    block.box.replaceChildren(...block.rows.map(row => this.row(row)));
    for (const row of block.rows) for (const turn of turnsIn(row)) this.markItem(turn);
  }

  /** Removes the elements of a block that is out of sight, unless it has the current turn. */
  private emptyBlock(block: Block): void {
    if (!block.isDrawn || block.box.offsetParent === null) return;
    const turns = block.rows.flatMap(turnsIn);
    if (turns.some(turn => turn === this.current) || block.box.contains(document.activeElement)) return;
    block.box.style.height = `${block.box.offsetHeight}px`;
    block.isDrawn = false;
    for (const turn of turns) this.items.delete(turn);
    block.box.replaceChildren();
  }

  private row(row: Row): HTMLElement {
    const box = el('div', { className: row.kind === 'words' ? 'tree-remark' : `tree-${row.kind}` });
    box.style.setProperty('--depth', String(row.depth));
    if (row.kind === 'pair') {
      if (row.turns[0] && row.turns[0].number % 2 === 0) box.classList.add('second');
      box.append(...row.turns.map(turn => this.item(turn)));
    } else if (row.kind === 'words') {
      box.append(this.words(row.comment));
    } else if (row.kind === 'variation') {
      if (row.folds) box.append(this.foldButton(row.folds, '▾', 'Fold these variations'));
      if (row.mark) box.append(el('span', { className: `tree-mark ${row.mark}` }, row.mark === 'solution' ? 'Solution' : 'Wrong try'), ' ');
      for (const part of row.parts) box.append(isTurn(part) ? this.item(part) : this.words(part), ' ');
    } else {
      const firsts = variationsOf(row.owner).map(({ line }) => (this.tree && line != null ? turnsOf(this.tree, line)[0]?.text : '') ?? '');
      const button = this.foldButton(row.owner, '▸', 'Unfold these variations');
      button.append(' ', `${firsts.length === 1 ? '1 variation' : `${firsts.length} variations`}: ${firsts.join(', ')}`);
      box.append(button);
    }
    return box;
  }

  /** Returns what folds the variations of a turn by a press. The item of the turn says and does the same by keys. */
  private foldButton(owner: TreeTurn, sign: string, title: string): HTMLElement {
    const made = el('span', { className: 'tree-fold', title, 'aria-hidden': 'true' }, el('span', { className: 'tree-fold-sign' }, sign));
    made.dataset.folds = String(this.numbers.get(owner));
    return made;
  }

  private words({ turn, words }: RowWords): HTMLElement {
    const made = el('span', { className: 'tree-words' }, words);
    made.dataset.turn = String(this.numbers.get(turn));
    return made;
  }

  /** Returns the item of a turn with its signs. */
  private item(turn: TreeTurn): HTMLElement {
    const { text, tree } = this;
    const suffix = turn.suffix ? text.slice(turn.suffix.start, turn.suffix.end) : '';
    const signs = [suffix, ...turn.glyphs.map(glyph => SIGNS[glyph - 1]?.[0] ?? `$${glyph}`)].filter(Boolean);
    const isIllegal = tree ? isIllegalIn(tree, turn) : false;
    const state = turn.played ? '' : isIllegal ? ' illegal' : ' unjudged';
    const isPuzzle = this.puzzles.has(turn.textEnd);
    const variations = variationsOf(turn).length;
    const why = turn.played ? '' : turn.refused ? 'Illegal, as the record expects' : isIllegal ? 'This turn is illegal' : 'Not judged: a turn before it is illegal';
    const comments = wordsAmong(text, turn, [...turn.before, ...turn.items]).map(({ words }) => words);
    const meanings = signs.map(sign => SIGNS.find(([known]) => known === sign)?.[1] ?? sign);
    const item = el('div', {
      className: `tree-turn${state}`, role: 'treeitem', tabIndex: -1, title: why || undefined, 'aria-level': turn.depth + 1, 'aria-selected': 'false',
      'aria-expanded': variations ? String(!this.isFolded(turn)) : undefined,
      'aria-label': [`${turn.number}. ${turn.text}`, ...meanings, isPuzzle ? 'Puzzle' : '', why, ...comments].filter(Boolean).join(', '),
    },
    el('span', { className: 'tree-number' }, `${turn.number}. `), el('span', { className: 'tree-text' }, ...turn.text.split(/(?<=;)/).flatMap((part, at) => (at ? [el('wbr'), part] : [part]))),
    ...signs.map((sign, at) => el('b', { className: `glyph ${KINDS[sign] ?? ''}`, title: meanings[at] }, ` ${sign}`)),
    isPuzzle ? el('span', { className: 'tree-mark puzzle-here' }, 'Puzzle') : null);
    item.dataset.turn = String(this.numbers.get(turn));
    this.items.set(turn, item);
    return item;
  }

  private markItem(turn: TreeTurn): void {
    const item = this.items.get(turn);
    if (!item) return;
    const isCurrent = turn === this.current;
    item.toggleAttribute('data-path', this.path.has(turn));
    item.setAttribute('aria-selected', String(isCurrent));
    if (isCurrent) item.setAttribute('aria-current', 'true');
    else item.removeAttribute('aria-current');
    item.tabIndex = isCurrent ? 0 : -1;
  }

  /** Marks the current turn and its path, and scrolls to it if it has changed. */
  private mark(scrolls: boolean): void {
    const { element, current } = this;
    const hadFocus = element.contains(document.activeElement);
    const block = current && this.blocks.find(({ rows }) => rows.some(row => turnsIn(row).includes(current)));
    if (block) this.drawBlock(block);
    for (const turn of this.items.keys()) this.markItem(turn);
    const item = this.focusable();
    if (item) item.tabIndex = 0;
    if (!item || !current) return;
    if (hadFocus) item.focus({ preventScroll: true });
    if (scrolls) this.reveal();
  }

  /** Scrolls to the current turn. */
  private reveal(): void {
    const { element, current } = this;
    const item = current && this.items.get(current);
    if (!item) return;
    const [box, at] = [element.getBoundingClientRect(), item.getBoundingClientRect()];
    if (at.top < box.top || at.bottom > box.bottom) element.scrollTop += at.top - box.top - box.height / 2;
  }

  /** The item that the Tab key reaches: that of the current turn, or else the first one. */
  private focusable(): HTMLElement | undefined {
    return (this.current && this.items.get(this.current)) ?? this.element.querySelector<HTMLElement>('.tree-turn') ?? undefined;
  }
}

/** Returns the estimated height of a row. */
function heightOf(row: Row): number {
  if (row.kind !== 'words' && row.kind !== 'variation') return ROW;
  const length = row.kind === 'words' ? row.comment.words.length
    : row.parts.reduce((all, part) => all + (isTurn(part) ? part.text.length + 5 : part.words.length), 0);
  return ROW + LINE * Math.floor(length / WIDTH);
}

/** Returns true for a turn that is illegal itself, and not only after an illegal one. */
function isIllegalIn(tree: Tree, turn: TreeTurn): boolean {
  if (turn.played) return false;
  // An illegal turn that the record expects is followed by others at the same position.
  let before = turnBefore(tree, turn);
  while (before?.refused) before = turnBefore(tree, before);
  return before?.played ?? true;
}
