// Opening the record in the address of the page.
import { messageOf, type Files } from './host';
import { stateOf } from './link';

/**
 * Opens the state in the address, now and whenever it changes. `resume` opens the record that this tab had open, if its
 * text is the given one or, without a state, whatever it is. It resolves to true if there was one.
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

/** Removes the record from the address, which is not the open one any more: a reload would open it. */
export function leaveLink(): void {
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
}
