// Style sheet of the board element. A page sets the colours by custom properties; by default there are colours for
// light and dark.

export const STYLE = `
:host {
  --_accent: var(--accent, light-dark(#0b6e63, #5cc8b8));
  --_accent-text: var(--accent-text, light-dark(#fff, #07201c));
  --_text: var(--text, light-dark(#23262b, #e8e6e1));
  --_muted: var(--muted, light-dark(#5f656e, #a3aab4));
  --_line: var(--line, light-dark(#dcd8cf, #343a42));
  --_raised: var(--raised, light-dark(#fff, #23272d));
  --_focus: var(--focus, light-dark(#1565c0, #8ab4f8));
  --_wrong: var(--wrong, light-dark(#b3261e, #ff8a80));
  --_under: var(--paper, light-dark(#fffefb, #1b1e23));
  --_height: var(--board-height, 76vh);
  display: block; color: var(--_text); font: inherit;
}
:host([hidden]) { display: none; }
:host([fill]:not([hidden])) { display: flex; flex-direction: column; min-width: 0; --_height: min(75vh, 100cqh); }
:host([fill]) > * { flex: none; }
:host([fill]) .stage { flex: 1 1 0; min-height: 0; container-type: size; display: grid; }
:host([fill]) .ask { flex-wrap: wrap; }
:host([fill]) .ask.rests .asks, :host([fill]) .ask:not(.rests) slot[name="told"], :host([fill]) .ask.begun slot[name="steps"] { display: none; }
::slotted([slot="told"]) { flex: 1 1 8em; min-width: 0; }
:host([fill]) .asks { flex: 1 1 6em; font-size: 14px; line-height: 1.35; }
:host([fill]) .ask { gap: 4px; padding-inline: 2px; }
::slotted([slot="steps"]) { flex: none; margin-left: auto; }
:host([fill]) .sheet { margin: auto; width: 100%; }
.stage { overflow: auto; overscroll-behavior: contain; border-radius: 8px; }
.sheet { position: relative; margin: 0 auto; }
.sheet svg { display: block; width: 100%; height: auto; }
.over { position: absolute; inset: 0; pointer-events: none; }
.over > * { position: absolute; translate: -50% -50%; box-sizing: border-box; border-radius: 50%; }
.over > .square { border-radius: 14%; }
.spot {
  pointer-events: auto; margin: 0; padding: 0; border: 0; background: none; min-width: 24px; min-height: 24px; cursor: pointer;
  touch-action: manipulation; -webkit-tap-highlight-color: transparent;
}
.spot::before { content: ""; position: absolute; inset: calc(50% - 44% * var(--own, 1)); border-radius: inherit; border: 2.5px solid transparent; transition: background-color 0.12s, border-color 0.12s; }
.few .spot::before { border-color: color-mix(in srgb, var(--_accent) 62%, transparent); background: color-mix(in srgb, var(--_accent) 14%, transparent); }
.resting .spot::before, .resting .mark { opacity: 0; }
.resting.apart .spot { pointer-events: none; }
/* What a place leads to is drawn there. */
.over.ahead .spot::before { border-color: color-mix(in srgb, var(--_accent) 30%, transparent); background: none; }
.over.ahead .mark { opacity: 0.5; }
.over.ahead .spot.lit::before, .over.ahead .spot:focus-visible::before, .over.ahead .spot.near::before { border-color: var(--_accent); background: none; }
.over:not(.ahead) > .spot.lit::before, .over:not(.ahead) > .spot:focus-visible::before, .over:not(.ahead) > .spot.near::before { border-color: var(--_accent); background: color-mix(in srgb, var(--_accent) 42%, transparent); }
.spot:focus-visible { outline: 3px solid var(--_focus); outline-offset: 1px; }
.drags { touch-action: none; cursor: grab; }
:host([marks]) .stage, :host([marks]) .stage * { touch-action: none; cursor: crosshair; }
:host([marks]) .spot::before { opacity: 0; }
.mark { border: 3px solid var(--_accent); background: color-mix(in srgb, var(--_accent) 26%, transparent); }
.over > .turned { inset: 0; translate: none; border: 0; border-radius: 8px; background: none; pointer-events: auto; cursor: pointer; }
.over:has(> .turned) > .mark { opacity: 0; }
.mark.asked, .spot.mark { background: none; }
.mark.asked { border-style: dashed; }
.over > .ghost { border-radius: 0; opacity: 0.72; }
.ghost svg { width: 100%; height: 100%; }
.drag { position: fixed; z-index: 99; width: 84px; translate: -50% -60%; pointer-events: none; opacity: 0.85; }
.drag svg { display: block; width: 100%; height: auto; }
.ask { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; min-height: 52px; padding: 6px 4px 0; }
.asks { flex: 1 1 14em; margin: 0; font-size: 15px; }
.asks.fault { color: var(--_wrong); }
p.ahead { flex: 1 0 100%; margin: 0; color: var(--_muted); font-size: 13px; line-height: 18px; overflow-wrap: anywhere; }
p.ahead:empty { display: none; }
/* Two lines are kept, so that the board stays as it is while a piece is turned. */
p.ahead.turning { min-height: 36px; }
.ahead code { color: var(--_text); font: 13px/1.35 ui-monospace, monospace; }
.stage, .row { scrollbar-width: thin; scrollbar-color: var(--_muted) transparent; }
:host .stage.bare { display: none; }
/* The rim has room for the outline of the card with the focus. */
.tray { --gap: 6px; position: relative; display: flex; flex-direction: column; gap: var(--gap); padding: 5px; min-width: 0; }
.tray:empty { display: none; }
.row { display: flex; flex-wrap: wrap; gap: var(--gap); min-width: 0; }
.row > .card { flex: none; }
.row > .card:not(:has(svg)) { max-width: 100%; }
.card { position: relative; }
.art { position: relative; display: block; }
/* Five cards are one row, on a phone as well. */
.hand > .card:not(.tall):has(svg) { flex: 0 1 auto; width: min(106px, calc((100% - 4 * var(--gap)) / 5)); min-width: 0; max-width: none; }
.hand > .card:not(.tall) svg { width: 100%; height: auto; max-width: none; }
/* Many cards are a grid of whole rows that scrolls. Shadows at its ends show that it goes on. */
.tray.many { container-type: size; }
.many > .row { --row: 62px; --art: 66px; }
/* With four seats, the cards are smaller, so that all are in sight. */
@container (max-height: 480px) and (min-width: 500px) { .many > .row { --row: 55px; --art: 54px; } }
.many > .hand, .many > .answers:only-child {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(70px, 1fr)); grid-auto-rows: calc(var(--row) - var(--gap)); align-content: start;
  flex: 1 1 0; min-height: 0; overflow: auto; scroll-snap-type: y proximity; margin: -4px; padding: 4px; scroll-padding: 4px;
  max-height: calc(round(down, 100cqh + var(--gap), var(--row)) - var(--gap));
  background:
    linear-gradient(var(--_under) 40%, transparent) 0 0 / 100% 30px no-repeat local, linear-gradient(transparent, var(--_under) 60%) 0 100% / 100% 30px no-repeat local,
    linear-gradient(color-mix(in srgb, var(--_text) 24%, transparent), transparent) 0 0 / 100% 9px no-repeat scroll, linear-gradient(transparent, color-mix(in srgb, var(--_text) 24%, transparent)) 0 100% / 100% 9px no-repeat scroll;
}
.many > .answers ~ .hand { max-height: calc(round(down, 100cqh - 44px, var(--row)) - var(--gap)); }
.many > .row > .card:has(svg) { width: auto; min-height: 0; scroll-snap-align: start; }
.many > .row > .card .art { width: 100%; max-width: var(--art); }
:host([fill]) .stage:has(~ .tray.many) { flex: 3 1 0; min-height: 64px; }
:host([fill]) .tray.many { flex: 3 1 0; min-height: 0; }
:host(:not([fill])) .tray.many { height: 60vh; }
:host([fill]) .card:has(svg) { padding: 3px; gap: 1px; }
.card.chosen { border-color: var(--_accent); box-shadow: 0 0 0 2px var(--_accent); }
.card.chosen::after { content: "✓"; position: absolute; right: 2px; top: 2px; min-width: 18px; border-radius: 9px; background: var(--_accent); color: var(--_accent-text); font-size: 12px; line-height: 18px; text-align: center; }
.card .label { font-size: 12px; line-height: 14px; overflow-wrap: anywhere; }
.card:not(:has(svg)) .label { font-size: 14px; line-height: 1.3; }
/* A die says what it is, and so does a card as it lies. */
.card.tall:has(svg):not(.alike) .label, .turns > .card .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* Its picture is that of another card. */
.card.alike { flex-direction: row; gap: 8px; padding-inline: 3px 10px; }
.card.alike .label { position: static; width: auto; height: auto; clip-path: none; white-space: normal; text-align: start; }
/* The orientations of a piece. A pin is on the half of a card that covers the chosen place. */
.turns > .card, :host([fill]) .turns > .card:has(svg) { flex: 0 1 66px; min-width: 0; min-height: 60px; padding: 2px; }
.turns > .card svg, .turns > .card.tall svg, :host([fill]) .turns > .card.tall svg { width: auto; height: auto; max-width: 56px; max-height: 54px; }
.turns.dice > .card, :host([fill]) .turns.dice > .card:has(svg) { flex-basis: 72px; min-height: 66px; }
.turns.dice > .card svg, :host([fill]) .turns.dice > .card.tall svg { max-width: 62px; max-height: 60px; }
.pin { position: absolute; width: 9px; height: 9px; translate: -50% -50%; border: 2px solid #fff; border-radius: 50%; background: var(--_accent); outline: 1px solid #0008; }
.turns > .card.lit:not(:focus-visible) { box-shadow: 0 0 0 1px var(--_accent); }
@media (max-width: 480px) {
  .tray { --gap: 4px; }
  .many > .row { --row: 60px; }
  .turns:not(.dice) > .card, :host([fill]) .turns:not(.dice) > .card:has(svg) { flex-basis: calc((100% - 7 * var(--gap)) / 8); min-height: 50px; }
  .turns:not(.dice) > .card svg, :host([fill]) .turns:not(.dice) > .card.tall svg { max-width: 40px; max-height: 44px; }
  .hand > .card.tall { padding-inline: 4px; }
  .card.alike { padding-inline-end: 6px; gap: 4px; }
}
@media (max-height: 500px) and (orientation: landscape) {
  :host([fill]:not([hidden])) { display: grid; grid-template: minmax(0, 1fr) auto auto / minmax(0, 1fr) 136px; column-gap: 8px; --_height: 100cqh; }
  :host([fill]) .stage { grid-area: 1 / 1 / 3 / 2; }
  :host([fill]) ::slotted([slot="seats"]) { grid-area: 1 / 2; overflow: auto; }
  :host([fill]) .ask { grid-area: 2 / 2; flex-direction: column; align-items: stretch; }
  :host([fill]) .asks, ::slotted([slot="told"]) { flex: none; }
  :host([fill]) .tray { grid-area: 3 / 1 / 4 / 3; }
  .tray { --gap: 4px; }
  :host([fill]) .stage:not(.bare) ~ .tray.many { flex: none; height: 120px; }
  .turns:not(.dice) > .card, :host([fill]) .turns:not(.dice) > .card:has(svg) { flex-basis: calc((100% - 7 * var(--gap)) / 8); min-height: 48px; }
  .turns:not(.dice) > .card svg, :host([fill]) .turns:not(.dice) > .card.tall svg { max-width: 46px; max-height: 44px; }
}
button.act svg { display: block; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; }
:host([fill]) .card.tall svg { height: 38px; }
.find { display: none; }
.find.shown { display: block; }
.find span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.find input { width: 9.5em; min-height: 44px; padding: 4px 10px; border: 1px solid var(--_line); border-radius: 10px; background: var(--_raised); color: var(--_text); font: inherit; font-size: 14px; }
.find input:focus-visible { outline: 3px solid var(--_focus); outline-offset: 1px; }
button.card[hidden] { display: none; }
button.act, button.card {
  min-height: 44px; min-width: 44px; padding: 4px 12px; border: 1px solid var(--_line); border-radius: 10px; background: var(--_raised);
  color: var(--_text); font: inherit; font-size: 14px; cursor: pointer; -webkit-tap-highlight-color: transparent;
}
button.act[hidden] { display: none; }
button.card { display: inline-flex; flex-direction: column; align-items: center; justify-content: center; gap: 3px; padding: 6px 10px; max-width: 190px; }
button.card svg { display: block; height: 46px; width: auto; max-width: 120px; }
button.card.tall svg { height: 76px; }
button.act:hover, button.card:hover, button.card.lit { border-color: var(--_accent); }
button.act.main { background: var(--_accent); border-color: var(--_accent); color: var(--_accent-text); font-weight: 600; }
button.act.quiet { color: var(--_muted); }
button.act.sure { border-color: var(--_wrong); color: var(--_wrong); }
button:focus-visible { outline: 3px solid var(--_focus); outline-offset: 2px; }
button:disabled { opacity: 0.5; cursor: default; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.busy .spot, .busy button { cursor: progress; }
@media (prefers-reduced-motion: reduce) { .spot::before { transition: none; } }
@media print {
  .over, .tray, button, .asks, .find { display: none !important; }
  :host([fill]) slot[name="told"] { display: contents !important; }
  :host([fill]) .ask { display: block; }
}
@media (forced-colors: active) {
  .few .spot::before, .mark { border-color: CanvasText; }
  .spot.lit::before, .spot.near::before { border-color: Highlight; }
}
`;
