// List of findings with their code actions.
import type { Offer } from '../editor/actions';
import { codeLink, type Finding } from '../editor/findings';
import { el } from '../dom';
import { words } from '../words';

/** Maximum number of findings that are listed with code actions. */
const MOST_WITH_MENDS = 8;
/** Maximum number of actions of a finding, apart from those that set a tag or answer a question. */
const MOST_MENDS = 4;
/** Maximum number of findings listed. */
const MOST_LISTED = 100;

const WORDS = { error: 'Error', warning: 'Warning', info: 'Note' };

function mends(finding: Finding): HTMLElement {
  const box = el('div', { className: 'mends' });
  void finding.offers().then(offers => {
    // What authors of tests write is in the menu of all actions.
    const mending = offers.filter(offer => offer.kind.startsWith('quickfix') && !offer.expects);
    let others = 0;
    // Each value that a tag or a turn could have is a separate choice, so that none is left out.
    const shown = mending.filter(offer => offer.setsTag || offer.question || others++ < MOST_MENDS);
    const button = (offer: Offer): HTMLElement => el('button', {
      type: 'button', className: offer === shown[0] && offer.preferred ? 'button main mend' : 'button mend', onclick: () => offer.apply(),
    }, ...words(offer.title));
    const asked = shown.find(offer => offer.question);
    for (const offer of shown) {
      if (offer === asked) box.append(el('p', { className: 'question' }, `What was turn ${offer.question?.turn}? Each answer also fixes the rest of the record.`));
      box.append(button(offer));
    }
  });
  return box;
}

/** Shows findings in a panel; `go` is called with a finding that the user selects. */
export function showFindings(panel: HTMLElement, findings: readonly Finding[], go: (finding: Finding) => void): void {
  if (!findings.length) {
    panel.replaceChildren(el('p', { className: 'empty' }, 'This record has no findings.'));
    return;
  }
  const items = findings.slice(0, MOST_LISTED).map((finding, at) => el('li', { className: `finding ${finding.severity}` },
    el('header', {},
      el('strong', {}, WORDS[finding.severity]),
      el('button', { type: 'button', className: 'where', onclick: () => go(finding) }, `line ${finding.line.toLocaleString('en')}`),
      finding.code ? codeLink(finding) : null),
    el('p', {}, ...words(finding.message)),
    ...finding.help.map(line => el('p', { className: 'help' }, ...words(line))),
    at < MOST_WITH_MENDS && finding.severity !== 'info' ? mends(finding) : null));
  const more = findings.length - items.length;
  panel.replaceChildren(el('ul', { className: 'plain' }, ...items), ...(more > 0 ? [el('p', { className: 'empty' }, `${more.toLocaleString('en')} more.`)] : []));
}
