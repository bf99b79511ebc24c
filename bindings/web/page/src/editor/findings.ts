// Findings of the server: underlines in the text, and a list for panels.
import { setDiagnostics, type Diagnostic as Squiggle } from '@codemirror/lint';
import { LSPPlugin, type LSPClientExtension } from '@codemirror/lsp-client';
import type { Text } from '@codemirror/state';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';

import { el } from '../dom';
import { words } from '../words';
import { offersAt, turnAt, type Offer } from './actions';
import { rangeOf } from './places';

/** A finding with its current place in the text. */
export interface Finding {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  /** Number of its turn, as it is written. */
  readonly turn: string | null;
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  /** Address of its page in the book. */
  readonly page: string | undefined;
  readonly message: string;
  /** Legal alternatives, and the rule. */
  readonly help: string[];
  /** Returns its code actions. */
  offers(): Promise<Offer[]>;
}

const RANKS = { error: 0, warning: 1, info: 2 };

/**
 * Returns findings with the one that matters most first: an error in the play, which the board can show, before one in a
 * tag, and that before a warning. The others follow in the order of the text.
 */
export function mainFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity, turn }: Finding): number => 2 * RANKS[severity] + (turn === null ? 1 : 0);
  const main = findings.reduce<Finding | undefined>((best, finding) => (best && rank(best) <= rank(finding) ? best : finding), undefined);
  return main ? [main, ...findings.filter(finding => finding !== main)] : [];
}

function severityOf(diagnostic: Diagnostic): Finding['severity'] {
  return diagnostic.severity === 1 ? 'error' : diagnostic.severity === 2 ? 'warning' : 'info';
}

/** Creates a link to the page of a code. */
export function codeLink(finding: Pick<Finding, 'code' | 'page'>): HTMLElement {
  if (!finding.page) return el('span', { className: 'code' }, finding.code);
  return el('a', { className: 'code', href: finding.page, target: '_blank', rel: 'noopener' }, finding.code);
}

function squiggle(finding: Finding): Squiggle {
  return {
    from: finding.from,
    to: finding.to,
    severity: finding.severity,
    message: [finding.message, ...finding.help].join('\n'),
    renderMessage: view => {
      const box = el('div');
      const text = (line: string): HTMLElement => el('div', {}, ...words(line));
      const mends = el('div');
      box.append(text(finding.message), ...finding.help.map(text), ...(finding.code ? [codeLink(finding)] : []), mends);
      void finding.offers().then(offers => mends.append(...offers.slice(0, 3).map(offer => {
        const onclick = (): void => { offer.apply(); view.focus(); };
        return el('button', { type: 'button', className: 'cm-diagnosticAction', title: offer.title.replaceAll('`', ''), onclick }, ...words(offer.label));
      })));
      return box;
    },
  };
}

/** Receives the findings that the server publishes, with the text to which they refer. */
export function serverFindings(heard: (findings: Finding[], text: Text) => void): LSPClientExtension {
  return {
    // The server publishes findings without a request.
    clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true, relatedInformation: true, codeDescriptionSupport: true } } },
    notificationHandlers: {
      'textDocument/publishDiagnostics': (client, params: PublishDiagnosticsParams) => {
        const file = client.workspace.getFile(params.uri);
        const view = file?.getView();
        const plugin = view && LSPPlugin.get(view);
        if (!file || !plugin || (params.version !== undefined && params.version !== file.version)) return true;
        const findings = params.diagnostics.map((diagnostic): Finding => {
          const was = rangeOf(plugin.syncedDoc, diagnostic.range);
          const from = plugin.unsyncedChanges.mapPos(was.from, 1);
          const to = Math.max(from, plugin.unsyncedChanges.mapPos(was.to, -1));
          const [message = '', ...help] = String(diagnostic.message).split('\n');
          return {
            from, to, message, help,
            line: diagnostic.range.start.line + 1,
            turn: turnAt(plugin.syncedDoc, was.from),
            severity: severityOf(diagnostic),
            code: String(diagnostic.code ?? ''),
            page: diagnostic.codeDescription?.href,
            offers: () => offersAt(view, from, to, [diagnostic]),
          };
        });
        view.dispatch(setDiagnostics(view.state, findings.map(squiggle)));
        heard(findings, plugin.syncedDoc);
        return true;
      },
    },
  };
}
