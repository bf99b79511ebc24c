// Draft of the text, so that nothing typed is lost: kept in the browser's storage and offered at the next visit.
import type { LinkState } from './link';

const KEY = 'draft';
/** Pause in typing before the draft is written, in milliseconds. */
const PAUSE = 400;
/** Maximum length of a draft; the storage of a site holds some five million characters. */
const MOST = 2_000_000;

/** Returns the draft of the last visit, or null. */
export function lastDraft(): LinkState | null {
  try {
    const { text, name, at }: Record<string, unknown> = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof text !== 'string' || !text.trim()) return null;
    return { text, name: typeof name === 'string' ? name.slice(0, 200) : '', at: typeof at === 'number' && at >= 0 ? at : 0 };
  } catch {
    return null;
  }
}

/** Keeps a draft while there are unsaved changes, and asks before the page is left. */
export class Drafts {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `unsaved` returns the state, or null if nothing is unsaved. */
  constructor(private readonly unsaved: () => LinkState | null) {
    addEventListener('beforeunload', event => {
      this.write();
      if (this.unsaved()) event.preventDefault();
    });
    addEventListener('pagehide', () => this.write());
    document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') this.write(); });
  }

  /** The text has changed. */
  changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), PAUSE);
  }

  private write(): void {
    clearTimeout(this.timer);
    const state = this.unsaved();
    if (!state || state.text.length > MOST) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      // Without storage, the question before leaving remains.
    }
  }
}
