// List of findings with their code actions.
import type { Offer, Written } from '../editor/actions';
import { codeLink, mainFirst, type Finding } from '../editor/findings';
import { el } from '../dom';
import { words } from '../words';

/** Maximum number of findings that are listed with code actions. */
const MOST_WITH_MENDS = 8;
/** Maximum number of actions of a finding, apart from those that set a tag or answer a question. */
const MOST_MENDS = 6;
/** Maximum number of buttons for the values of a tag. More values are a menu. */
const MOST_VALUES = 6;
/** Maximum number of findings listed. */
const MOST_LISTED = 100;

const WORDS = { error: 'Error', warning: 'Warning', info: 'Note' };

/** Maximum number of answers to a question that are all shown. Of more, the likeliest is shown, and the rest can be unfolded. */
const MOST_ANSWERS = 2;

/** Maximum number of changes that are described one by one. */
const MOST_DESCRIBED = 3;

/** Says what every answer to a question reads otherwise than it is written. */
function readOtherwise(changes: readonly Written[]): HTMLElement {
  if (changes.length > MOST_DESCRIBED) return el('p', { className: 'known' }, `${changes.length} places of the text are read otherwise than they are written.`);
  const sentences = changes.map(({ was, now, turn }) => {
    const what = turn ? `Turn ${turn}` : was ? `\`${was}\`` : '';
    if (!what) return `\`${now}\` is added.`;
    return now ? `${what} is read as \`${now}\`.` : `${what} is left out.`;
  });
  return el('p', { className: 'known' }, ...words(sentences.join(' ')));
}

/** A menu for a tag with many values. */
function valuesMenu(offers: readonly Offer[]): HTMLElement {
  const [first] = offers;
  const menu = el('select', { className: 'button mend', 'aria-label': first?.tag?.name },
    el('option', { value: '' }, `${first?.tag?.name}…`), ...offers.map(({ tag }) => el('option', { value: tag?.value }, tag?.value)));
  menu.addEventListener('change', () => offers[menu.selectedIndex - 1]?.apply());
  return menu;
}

function button(offer: Offer, isMain: boolean): HTMLElement {
  const made = el('button', { type: 'button', className: isMain ? 'button main mend' : 'button mend', title: offer.title.replaceAll('`', ''), onclick: () => offer.apply() }, ...words(offer.label));
  return offer.effect ? el('div', { className: 'deed' }, made, el('span', { className: 'effect' }, ...words(offer.effect))) : made;
}

/** Those that remove something come last. */
const byLoss = (one: Offer, other: Offer): number => Number(one.removes) - Number(other.removes);

/** The parts of a turn: numbers with their signs, and single characters. */
const partsOf = (turn: string): string[] => turn.match(/[+-]?\d+|\D/g) ?? [];

/** What a turn has in place of what another has, and how much they have in common before it. */
interface Difference {
  readonly was: readonly string[];
  readonly now: readonly string[];
  readonly before: number;
}

function differenceOf(was: string, now: string): Difference {
  const [one, other] = [partsOf(was), partsOf(now)];
  const most = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && one[start] === other[start]) start += 1;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return { was: one.slice(start, one.length - end), now: other.slice(start, other.length - end), before: start };
}

/** Returns how much an answer changes its turn: numbers by how far they are apart, anything else by the number of characters. */
function sizeOf({ was, now }: Difference): number {
  return Array.from({ length: Math.max(was.length, now.length) }, (_, at) => {
    const [one, other] = [was[at], now[at]];
    if (one === other) return 0;
    const away = Math.abs(Number(one) - Number(other));
    return Number.isNaN(away) ? 1 : Math.max(1, away);
  }).reduce((sum, size) => sum + size, 0);
}

/** Returns the turn that an offer writes in place of another; null if it writes something else. */
function changedTurn({ changes, question }: Offer): Difference | null {
  const change = changes.find(({ turn, was, now }) => was && now && (question ? turn === String(question.turn) : changes.length === 1));
  return change ? differenceOf(change.was, change.now) : null;
}

/** The smallest change comes first. Of equal ones, the one further back in the turn does, because more of the turn stays. */
function byChange(one: Offer, other: Offer): number {
  const [first, second] = [changedTurn(one), changedTurn(other)];
  if (!first || !second) return Number(!first) - Number(!second);
  return sizeOf(first) - sizeOf(second) || second.before - first.before;
}

/** Says how the turn that an offer writes differs from the one that is written. */
function differently(offer: Offer): string {
  const difference = changedTurn(offer);
  if (!difference) return '';
  const [was, now] = [difference.was.join(''), difference.now.join('')];
  return !was ? `With \`${now}\`.` : now ? `\`${now}\` instead of \`${was}\`.` : `Without \`${was}\`.`;
}

/** Adds to the effect of an offer how its turn differs. */
const explained = (offer: Offer): Offer => ({ ...offer, effect: [offer.effect, differently(offer)].filter(Boolean).join(' ') });

/** A disclosure with the offers that are less likely. */
function othersOf(made: readonly HTMLElement[]): HTMLElement[] {
  return made.length ? [el('details', { className: 'others' }, el('summary', {}, `Others (${made.length})…`), ...made)] : [];
}

/**
 * Returns the buttons of actions: first what is certain, then a question between likely fixes with
 * its answers, then the rest.
 */
function deeds(offers: readonly Offer[]): HTMLElement[] {
  const answers = offers.filter(offer => offer.question).sort((one, other) => byLoss(one, other) || byChange(one, other));
  const [answer] = answers;
  const keys = (changes: readonly Written[]): string => changes.map(({ key }) => key).sort().join('\n\n');
  const isIn = (offer: Offer, change: Written): boolean => offer.changes.some(({ key }) => key === change.key);
  const common = answers.length > 1 ? (answer?.changes ?? []).filter(change => answers.every(other => isIn(other, change))) : [];
  const isSame = (one: Offer, other: Offer): boolean => keys(one.changes) === keys(other.changes);
  // An action with the same result as an answer is that answer; a suggested fix says how likely it is.
  const repeated = (answer: Offer): Offer | undefined => offers.find(offer => !offer.question && offer.title.startsWith('Suggested fix') && isSame(answer, offer));
  const others = offers.filter(offer => !offer.question && !answers.some(answer => isSame(answer, offer))).sort(byLoss);
  const certain = others.filter(offer => offer.preferred || (common.length > 0 && keys(offer.changes) === keys(common)));
  const rest = others.filter(offer => !certain.includes(offer));
  const isOnly = offers.length === 1;
  const named = new Map<string, Offer[]>();
  for (const offer of rest) if (offer.tag) named.set(offer.tag.name, [...named.get(offer.tag.name) ?? [], offer]);
  const many = [...named.values()].filter(({ length }) => length > MOST_VALUES);
  const answered = (offer: Offer): Offer => explained({ ...offer, effect: repeated(offer)?.effect ?? '' });
  // One that is known to be likely is never hidden.
  const isShown = (offer: Offer, at: number): boolean => answers.length <= MOST_ANSWERS || at === 0 || Boolean(repeated(offer)?.effect);
  const isFolding = answers.length > MOST_ANSWERS;
  const single = rest.filter(offer => !many.some(list => list.includes(offer))).map(offer => button(answer ? explained(offer) : offer, isOnly));
  const menus = many.map(valuesMenu);
  return [
    ...(common.length ? [readOtherwise(common)] : []),
    ...certain.map((offer, at) => button(offer, at === 0)),
    ...(answer ? [el('p', { className: 'question' }, `What was turn ${answer.question?.turn}? Each answer also fixes the rest of the record.`)] : []),
    ...answers.filter(isShown).map((offer, at) => button(answered(offer), isOnly || (isFolding && at === 0))),
    ...(isFolding
      ? othersOf([...answers.filter((offer, at) => !isShown(offer, at)).map(offer => button(answered(offer), false)), ...single, ...menus])
      : [...single, ...menus]),
  ];
}

/** Returns the actions that fix a finding. */
export async function mendsOf(finding: Finding): Promise<HTMLElement[]> {
  // What authors of tests write is in the menu of all actions.
  const mending = (await finding.offers()).filter(offer => offer.kind.startsWith('quickfix') && !offer.expects);
  let others = 0;
  // Each value that a tag or a turn could have is a separate choice, so that none is left out.
  return deeds(mending.filter(offer => offer.tag || offer.question || others++ < MOST_MENDS));
}

/** Says how to fix an illegal turn for which no fix is likely. */
function byHand(finding: Finding, go: (finding: Finding) => void): HTMLElement | string {
  if (!finding.turn || finding.severity !== 'error') return '';
  return el('p', { className: 'known' }, 'No fix is likely. ',
    el('button', { type: 'button', className: 'where', onclick: () => go(finding) }, `Go to turn ${finding.turn}`),
    ' and play the right turn on the board: it replaces this one.');
}

/**
 * Shows findings in a panel; `go` is called with a finding that the user selects. Fixes are only
 * searched for when `whenShown` calls, because the board would wait for the search.
 */
export function showFindings(panel: HTMLElement, findings: readonly Finding[], go: (finding: Finding) => void, whenShown: (act: () => void) => void): void {
  if (!findings.length) {
    panel.replaceChildren(el('p', { className: 'empty' }, 'This record has no findings.'));
    return;
  }
  const place = ({ turn, line }: Finding): string => `${turn ? `turn ${turn}, ` : ''}line ${line.toLocaleString('en')}`;
  const boxes = new Map<Finding, HTMLElement>();
  const mends = (finding: Finding): HTMLElement => {
    const box = el('div', { className: 'mends' }, el('p', { className: 'seeking' }, 'Looking for fixes…'));
    boxes.set(finding, box);
    return box;
  };
  const items = mainFirst(findings).slice(0, MOST_LISTED).map((finding, at) => el('li', { className: `finding ${finding.severity}` },
    el('header', {},
      el('strong', {}, WORDS[finding.severity]),
      el('button', { type: 'button', className: 'where', onclick: () => go(finding) }, place(finding)),
      finding.code ? codeLink(finding) : null),
    el('p', { className: 'headline' }, ...words(finding.message)),
    finding.help.length ? el('p', { className: 'help' }, ...words(finding.help.join(' '))) : null,
    at < MOST_WITH_MENDS && finding.severity !== 'info' ? mends(finding) : null));
  const more = findings.length - items.length;
  panel.replaceChildren(el('ul', { className: 'plain' }, ...items), ...(more > 0 ? [el('p', { className: 'empty' }, `${more.toLocaleString('en')} more.`)] : []));
  whenShown(() => {
    for (const [finding, box] of boxes) {
      if (box.isConnected) void mendsOf(finding).then(made => box.replaceChildren(...(made.length ? made : [byHand(finding, go)])));
    }
  });
}
