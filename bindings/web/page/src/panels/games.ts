// The games in the bar, and the panel with the rules of the open game.
import starts, { type GameStarts, type Start } from 'pipscribe-starts';

import { el, need } from '../dom';
import { showRules } from './rules';
import type { Tab } from './tabs';

export class Games {
  /** The game whose rules are shown. */
  private ruled = '';
  private readonly buttons: readonly HTMLButtonElement[];

  /** `begin` opens a record. Without a place, the record is shown at its last turn. */
  constructor(private readonly tab: Tab, private readonly begin: (start: Start, isAt: boolean) => void) {
    this.buttons = starts.map(of => el('button', { type: 'button', className: 'button quiet game', onclick: () => this.open(of) }, of.title));
    need('games').append(...this.buttons);
    need('pictures').addEventListener('click', event => {
      const game = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-game]')?.dataset.game : undefined;
      const of = starts.find(start => start.game === game);
      if (of) begin(of.example, false);
    });
  }

  /** Opens a whole game, with the rules beside it. */
  private open(of: GameStarts): void {
    this.begin(of.example, false);
    this.rules(of);
    this.tab.open();
  }

  rules(of: GameStarts): void {
    if (this.ruled === of.game) return;
    this.ruled = of.game;
    showRules(this.tab.panel, of, start => this.begin(start, true));
  }

  /** Marks the game of the record. */
  chosen(game: string): void {
    starts.forEach((of, at) => {
      this.buttons[at]?.setAttribute('aria-current', String(of.game === game));
      if (of.game === game) this.rules(of);
    });
  }
}
