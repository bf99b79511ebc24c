// Opens the record in the address of the page.
import { messageOf, type Files } from './host';
import { stateOf } from './link';

/**
 * Opens the state in the address, now and whenever it changes. `resume` opens the record that this
 * tab had open; if the address contains a state, only if the record has the text of this state. It
 * resolves to true if there was such a record.
 */
export function followLinks(host: Files, resume: (text: string | null) => Promise<boolean>): void {
  const follow = async (isFirst: boolean): Promise<void> => {
    try {
      const state = await stateOf(location.hash);
      if (isFirst && await resume(state && state.text)) return;
      if (state) host.open(state.text, state.name, state.at, 'link');
    } catch (error) {
      host.say(messageOf(error), true);
    }
  };
  addEventListener('hashchange', () => void follow(false));
  void follow(true);
}

/** Removes from the address a record that is no longer open, because a reload would open it. */
export function leaveLink(): void {
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
}
