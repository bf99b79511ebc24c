// Hands of a new Pipe Game: each card of the deck is picked for a seat, on a grid of the cards or by its number.
import { readPicture, type Choices } from '../board';
import { el } from '../dom';
import { radios, row } from './fields';

/** Number of cards that are dealt to each seat. */
export const DEALT = 9;

/** The cards of each seat, and the rest in the order in which it is drawn. */
export interface Deal {
  readonly hands: readonly (readonly number[])[];
  readonly stock: readonly number[];
}

/** Returns the cards in a random order. */
function shuffled(cards: readonly number[]): number[] {
  const all = [...cards];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [all[at], all[other]] = [all[other] as number, all[at] as number];
  }
  return all;
}

/** Deals a deck at random. */
export function dealt(cards: readonly number[], seats: number): Deal {
  const all = shuffled(cards);
  return { hands: Array.from({ length: seats }, (_, seat) => all.slice(seat * DEALT, (seat + 1) * DEALT)), stock: all.slice(seats * DEALT) };
}

/** Fields to pick the hands and the stock. */
export class HandFields {
  readonly element = el('div', { className: 'deal-fields' });
  /** Numbers in the fields: of each seat, then of the stock. */
  private readonly inputs: HTMLInputElement[] = [];
  private readonly says = el('p', { className: 'deal-state', role: 'status' });
  private readonly grid = el('div', { className: 'deal-grid', role: 'group', 'aria-label': 'Cards' });
  private readonly cards: readonly number[];
  /** Index of the hand to which pressed cards go. */
  private active = 0;

  constructor(deck: Choices, private readonly seats: number) {
    const choices = deck.choices.filter(({ picture }) => picture !== null);
    this.cards = choices.map(({ key }) => Number(key));
    const sheet = new CSSStyleSheet();
    const rules = new Set<string>();
    for (const { key, label, told, picture } of choices) {
      const art = readPicture(picture ?? '');
      art?.rules.split('\n').forEach(rule => rules.add(rule));
      this.grid.append(el('button', { type: 'button', className: 'deal-card', 'data-card': key, 'aria-label': label, title: told, onclick: () => this.press(Number(key)) }, art?.svg, el('span', {}, key)));
    }
    sheet.replaceSync([...rules].join('\n'));
    document.adoptedStyleSheets.push(sheet);
    const names = [...Array.from({ length: seats }, (_, seat) => `Seat ${seat + 1}`), 'Stock'];
    const rows = names.map((name, at) => {
      const input = el('input', {
        id: `new-hand-${at}`, type: 'text', inputMode: 'numeric', autocomplete: 'off', placeholder: at < seats ? `${DEALT} cards: pick them below, or type their numbers` : 'The other cards, shuffled; or type their order',
        oninput: () => this.show(), onfocus: () => { if (at < seats) this.choose(at); },
      });
      this.inputs.push(input);
      return row(at < seats ? `Hand of seat ${at + 1}` : name, input);
    });
    this.element.append(...rows, this.says, row('Cards for', radios('new-hand', 'Cards for', names.slice(0, seats).map((name, at) => [String(at), name]), '0', at => this.choose(Number(at)))), this.grid);
    this.show();
  }

  private choose(seat: number): void {
    this.active = seat;
    const radio = this.element.querySelector<HTMLInputElement>(`input[name="new-hand"][value="${seat}"]`);
    if (radio) radio.checked = true;
    this.show();
  }

  /** Returns the numbers in a field. */
  private numbers(at: number): number[] { return (this.inputs[at]?.value.match(/\d+/g) ?? []).map(Number); }

  private write(at: number, cards: readonly number[]): void {
    const input = this.inputs[at];
    if (input) input.value = cards.join(', ');
  }

  /** Gives a card to the chosen seat, or takes it back from the seat that has it. */
  private press(card: number): void {
    const owner = Array.from({ length: this.seats }, (_, seat) => seat).find(seat => this.numbers(seat).includes(card));
    if (owner !== undefined) this.write(owner, this.numbers(owner).filter(other => other !== card));
    if (owner !== this.active) this.write(this.active, [...this.numbers(this.active), card]);
    // The next seat follows as soon as a hand is complete.
    const next = this.numbers(this.active).length === DEALT ? Array.from({ length: this.seats }, (_, seat) => seat).find(seat => this.numbers(seat).length < DEALT) : undefined;
    if (next !== undefined) this.choose(next);
    else this.show();
  }

  /** Returns what is missing or wrong; null if the deal is complete. */
  get fault(): string | null {
    const seen = new Map<number, number>();
    for (let at = 0; at <= this.seats; at += 1) {
      for (const card of this.numbers(at)) {
        if (!this.cards.includes(card)) return `There is no card ${card}.`;
        if (seen.has(card)) return `Card ${card} is chosen already.`;
        seen.set(card, at);
      }
    }
    for (let seat = 0; seat < this.seats; seat += 1) {
      const { length } = this.numbers(seat);
      if (length !== DEALT) return `Seat ${seat + 1} has ${length} of ${DEALT} cards.`;
    }
    const stock = this.numbers(this.seats);
    return stock.length && seen.size < this.cards.length ? `The stock has ${stock.length} of ${this.cards.length - this.seats * DEALT} cards.` : null;
  }

  get deal(): Deal {
    const hands = Array.from({ length: this.seats }, (_, seat) => this.numbers(seat));
    const stock = this.numbers(this.seats);
    const rest = this.cards.filter(card => !hands.some(hand => hand.includes(card)));
    return { hands, stock: stock.length ? stock : shuffled(rest) };
  }

  private show(): void {
    this.says.textContent = this.fault ?? 'All hands are complete.';
    for (const button of this.grid.querySelectorAll<HTMLElement>('[data-card]')) {
      const owner = Array.from({ length: this.seats }, (_, seat) => seat).find(seat => this.numbers(seat).includes(Number(button.dataset.card)));
      button.setAttribute('aria-pressed', String(owner !== undefined));
      button.dataset.owner = owner === undefined ? '' : String(owner + 1);
    }
  }
}
