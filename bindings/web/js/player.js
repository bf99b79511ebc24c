// The element <pipscribe-player>. On a server, where there are no elements, the import does nothing. The player is also
// the script of HTML files, so the condition is here: `require` becomes a part of the bundle that runs only if it holds.
if (globalThis.customElements) require('../../../src/figures/player/player.js');
