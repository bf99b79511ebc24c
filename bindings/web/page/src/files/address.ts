// Opening the record in the address of the page.
import { messageOf, type Files } from './host';
import { stateOf } from './link';

/** Opens the state in the address, now and whenever it changes. */
export function followLinks(host: Files): void {
  const follow = async (): Promise<void> => {
    try {
      const state = await stateOf(location.hash);
      if (state) host.open(state.text, state.name, state.at);
    } catch (error) {
      host.say(messageOf(error), true);
    }
  };
  addEventListener('hashchange', () => void follow());
  void follow();
}
