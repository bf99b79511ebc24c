// New game: a dialog that asks for the game, its variant and its players, and writes the tags.
import type { Choices } from '../board';
import { el } from '../dom';
import { dialog } from './dialog';
import { radios, row } from './fields';
import { dealt, HandFields, type Deal } from './hands';

interface Variant {
  readonly name: string;
  readonly title: string;
  /** Possible numbers of players. */
  readonly players: readonly number[];
}

interface NewGame {
  readonly game: string;
  readonly title: string;
  readonly variants: readonly Variant[];
  /** Smallest, largest and usual size of the board. */
  readonly sizes?: readonly [number, number, number];
  readonly seats: readonly string[];
  /** The bundled decks, of which the first is usual. */
  readonly decks?: readonly string[];
}

const variant = (name: string, ...players: number[]): Variant => ({ name, title: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`, players });
const SEATS = ['Seat 1', 'Seat 2', 'Seat 3', 'Seat 4'];

/** The games with their required tags. A test begins each of them. */
export const NEW_GAMES: readonly NewGame[] = [
  { game: 'gipf', title: 'GIPF', variants: [variant('basic', 2), variant('standard', 2), variant('tournament', 2)], seats: ['White', 'Black'] },
  { game: 'pippinzip', title: 'Pippinzip', variants: [variant('pipeline', 2), variant('zipline', 2, 3), variant('freestyle', 2, 3)], sizes: [3, 26, 13], seats: SEATS },
  { game: 'pippip', title: 'Pip•Pip', variants: [variant('standard', 2)], seats: SEATS },
  { game: 'pipe', title: 'Pipe Game', variants: [variant('pipes', 2), variant('fields', 2), variant('both', 2, 3, 4)], seats: SEATS, decks: ['twin-works'] },
];

/** Settings of a new game. */
export interface NewSettings {
  readonly game: string;
  readonly variant: string;
  readonly size?: number;
  readonly players: number;
  readonly names: readonly string[];
  readonly date?: string;
  readonly event?: string;
  readonly deck?: string;
  /** The hands and the stock; without them, they are unknown. */
  readonly deal?: Deal;
}

/** What is known of the hands of a new game. */
type Hands = 'unknown' | 'random' | 'picked';

/** Writes the record of a new game. */
export function newRecord(settings: NewSettings): string {
  const game = NEW_GAMES.find(({ game }) => game === settings.game);
  const quoted = (value: string): string => value.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ').trim();
  const tags: (readonly [string, string])[] = [['Game', settings.game]];
  if (game && game.variants.length > 1) tags.push(['Variant', settings.variant]);
  // The tags are in the order of the canonical form.
  if (settings.event?.trim()) tags.push(['Event', settings.event]);
  if (settings.date) tags.push(['Date', settings.date]);
  settings.names.forEach((name, at) => { if (name.trim()) tags.push([`Player${at + 1}`, name]); });
  if (settings.size) tags.push(['Size', String(settings.size)]);
  if (settings.players > 2) tags.push(['Players', String(settings.players)]);
  if (settings.deck) tags.push(['Deck', settings.deck]);
  settings.deal?.hands.forEach((hand, at) => tags.push([`Hand${at + 1}`, hand.join(',')]));
  if (settings.deal) tags.push(['Stock', settings.deal.stock.join(',')]);
  return `${tags.map(([name, value]) => `[${name} "${quoted(value)}"]`).join('\n')}\n\n*\n`;
}

/** The rest of the page. */
export interface NewGamePage {
  /** A picture of each game. */
  readonly pictures: ParentNode;
  /** Called with the record. */
  readonly begin: (record: string) => void;
  /** Called once the dialog is closed after that. */
  readonly begun: () => void;
  /** Returns the choices of the first turn of a record. */
  readonly choices: (record: string) => Promise<Choices>;
}

/** Opens the dialog. */
export function newGame({ pictures, begin, begun, choices }: NewGamePage): void {
  let game = NEW_GAMES[0] as NewGame;
  let chosen = game.variants[0] as Variant;
  let players = 2;
  const names = new Map<number, string>();
  const size = el('input', { id: 'new-size', type: 'number', required: true });
  const event = el('input', { id: 'new-event', type: 'text', autocomplete: 'off' });
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = el('input', { id: 'new-date', type: 'date', value: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}` });
  const fields = el('div', { className: 'new-fields' });
  let hands: Hands = 'unknown';
  let picked: HandFields | null = null;
  const deck = el('select', { id: 'new-deck', onchange: () => void showDeal() });
  const deal = el('div', { className: 'new-fields' });
  /** Number of times that the deck was asked for, so that only the last answer counts. */
  let asked = 0;
  const cardsOf = (): Promise<Choices> => choices(newRecord({ game: 'pipe', variant: 'both', players: 2, names: [], deck: deck.value }));
  const showDeal = async (): Promise<void> => {
    const mine = ++asked;
    picked = null;
    if (!game.decks) return deal.replaceChildren();
    const kinds: readonly (readonly [Hands, string])[] = [['unknown', 'Unknown'], ['random', 'Dealt at random'], ['picked', 'Picked']];
    const head = [row('Deck', deck), row('Hands', radios('new-hands', 'Hands', kinds, hands, value => {
      hands = value as Hands;
      void showDeal().then(() => deal.querySelector<HTMLInputElement>('input[name="new-hands"]:checked')?.focus());
    }))];
    if (hands !== 'picked') return deal.replaceChildren(...head);
    const cards = await cardsOf();
    if (mine !== asked) return;
    picked = new HandFields(cards, players);
    deal.replaceChildren(...head, picked.element);
  };
  const showMore = (): void => {
    deck.replaceChildren(...(game.decks ?? []).map(name => el('option', { value: name }, name)));
    summary.textContent = game.decks ? 'More: deck, hands, event, date' : 'More: event, date';
    void showDeal();
  };
  const summary = el('summary', {});
  const show = (): void => {
    if (!chosen.players.includes(players)) players = chosen.players[0] ?? 2;
    const numbers = [...new Set(game.variants.flatMap(({ players }) => players))].sort();
    // Numbers that the variant does not allow are shown too, with the variants that do: a lone 2
    // would be a riddle.
    const larger = game.variants.filter(({ players }) => players.length > 1).map(({ title }) => title).join(' and ');
    const note = chosen.players.length > 1 ? '' : `${chosen.title} is for two players, ${larger} for two ${numbers.length > 2 ? 'to four' : 'or three'}.`;
    fields.replaceChildren(
      ...(game.variants.length > 1 ? [row('Variant', radios('new-variant', 'Variant', game.variants.map(({ name, title }) => [name, title]), chosen.name, name => {
        const before = players;
        chosen = game.variants.find(variant => variant.name === name) ?? chosen;
        show();
        if (players !== before) void showDeal();
        fields.querySelector<HTMLInputElement>('input[name="new-variant"]:checked')?.focus();
      }))] : []),
      ...(game.sizes ? [row('Size', size)] : []),
      ...(numbers.length > 1 ? [row('Players', radios('new-players', 'Players', numbers.map(number => [String(number), String(number)]), String(players), number => {
        players = Number(number);
        show();
        void showDeal();
        fields.querySelector<HTMLInputElement>('input[name="new-players"]:checked')?.focus();
      }, 'segments', number => chosen.players.includes(Number(number))))] : []),
      ...(numbers.length > 1 && note ? [el('p', { className: 'new-note' }, note)] : []),
      ...game.seats.slice(0, players).map((seat, at) => row(seat, el('input', {
        id: `new-player-${at + 1}`, type: 'text', placeholder: 'Name (optional)', autocomplete: 'off', value: names.get(at) ?? '',
        oninput: (input: Event) => names.set(at, (input.target as HTMLInputElement).value),
      }))));
  };
  const games = radios('new-game', 'Game', NEW_GAMES.map(({ game, title }) => {
    const picture = pictures.querySelector(`[data-game="${game}"] svg`)?.cloneNode(true);
    if (picture instanceof Element) {
      picture.setAttribute('aria-hidden', 'true');
      picture.querySelectorAll('title, desc, style').forEach(element => element.remove());
    }
    return [game, title, picture] as const;
  }), game.game, name => {
    game = NEW_GAMES.find(({ game }) => game === name) ?? game;
    chosen = game.variants[0] as Variant;
    const [least, most, usual] = game.sizes ?? [0, 0, 0];
    Object.assign(size, { min: String(least), max: String(most), value: String(usual) });
    show();
    showMore();
  }, 'new-games');
  show();
  showMore();
  const refusal = el('p', { className: 'new-refusal', role: 'alert', hidden: true });
  const more = el('details', { className: 'more' }, summary, deal, row('Event', event), row('Date', date));
  let isBegun = false;
  const box = dialog('New game', [games, fields, more, refusal], 'Begin', async () => {
    const fault = picked?.fault ?? null;
    refusal.hidden = fault === null;
    refusal.textContent = fault;
    if (fault !== null) return false;
    const cards = game.decks && hands === 'random' ? (await cardsOf()).choices.filter(({ picture }) => picture !== null).map(({ key }) => Number(key)) : null;
    const given = cards ? dealt(cards, players) : picked?.deal;
    begin(newRecord({
      game: game.game, variant: chosen.name, ...(game.sizes ? { size: Number(size.value) } : {}), players,
      names: game.seats.slice(0, players).map((_, at) => names.get(at) ?? ''), date: date.value, event: event.value,
      ...(game.decks ? { deck: deck.value } : {}), ...(given ? { deal: given } : {}),
    }));
    isBegun = true;
    return true;
  });
  box.addEventListener('close', () => { if (isBegun) begun(); });
  box.classList.add('new');
  box.querySelector<HTMLElement>('input:checked')?.focus();
}
