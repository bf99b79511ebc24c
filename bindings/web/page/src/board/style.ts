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
  --_going: var(--doubt, light-dark(#8a5a00, #ffc861));
  --_height: var(--board-height, 76vh);
  display: block; color: var(--_text); font: inherit;
}
:host([hidden]) { display: none; }
:host([fill]:not([hidden])) { display: flex; flex-direction: column; min-width: 0; --_height: min(75vh, 100cqh); }
:host([fill]) > * { flex: none; }
:host([fill]) .stage { flex: 1 1 0; min-height: 0; container-type: size; display: grid; }
:host([fill]) .ask.rests .asks, :host([fill]) .ask:not(.rests) slot[name="told"] { display: none; }
:host([fill]) .ask.faulty:not(.rests) slot[name="told"] { display: contents; }
:host([fill]) .ask.faulty p.ahead { display: none; }
/* The words have lines of their own, whose height stays, so that nothing moves when they change. */
:host([fill]) .ask { display: block; padding: 4px 2px 0; }
:host([fill]) .info { min-height: var(--info-height, 38px); font-size: 14px; line-height: 19px; }
:host([fill]) .ask.turns .info { min-height: var(--info-height, var(--_lines, 57px)); }
:host([fill]) .ask.turns .lines { max-height: max(44px, var(--_lines, 57px)); overflow: auto; }
:host([fill]) .asks { font-size: 14px; line-height: 19px; }
::slotted([slot="told"]) { min-width: 0; }
::slotted([slot="steps"]) { flex: none; margin-left: auto; }
:host([fill]) .sheet { margin: auto; width: 100%; }
.stage { overflow: auto; overscroll-behavior: contain; border-radius: 8px; }
.sheet { position: relative; margin: 0 auto; }
.sheet svg { display: block; width: 100%; height: auto; }
/* A table is seen through a window, which is dragged, scrolled and zoomed. */
@media screen {
  .stage.window { display: grid; scrollbar-width: none; cursor: grab; background: var(--_table); --_table: color-mix(in srgb, var(--_text) 4%, var(--_under)); --pips-ground: var(--_table); }
  .stage.window:active { cursor: grabbing; }
  .stage.window > * { grid-area: 1 / 1; }
  .stage.window > .sheet { width: var(--_width, 100%); max-width: none !important; margin: auto; }
  .stage.window .coordinate text { font-size: var(--_label); paint-order: stroke; stroke: var(--_table); stroke-width: 0.3em; stroke-linejoin: round; }
}
.zoom { position: sticky; top: 6px; right: 6px; z-index: 2; place-self: start end; display: grid; gap: 4px; height: 0; }
.zoom > .act { min-width: 36px; min-height: 36px; padding: 0; font-size: 20px; line-height: 1; cursor: pointer; }
@media (pointer: coarse) { .zoom > .act { min-width: 40px; min-height: 44px; } }
.over { position: absolute; inset: 0; pointer-events: none; }
.over > * { position: absolute; translate: -50% -50%; box-sizing: border-box; border-radius: 50%; }
.over > .square { border-radius: 14%; }
.spot {
  pointer-events: auto; margin: 0; padding: 0; border: 0; background: none; min-width: 24px; min-height: 24px; cursor: pointer;
  touch-action: manipulation; -webkit-tap-highlight-color: transparent;
}
.spot::before { content: ""; position: absolute; inset: calc(50% - 44% * var(--own, 1)); border-radius: inherit; border: 2.5px solid transparent; transition: background-color 0.12s, border-color 0.12s; }
.spot.square::before { inset: 1%; }
.few .spot::before { border-color: color-mix(in srgb, var(--_accent) 62%, transparent); background: color-mix(in srgb, var(--_accent) 14%, transparent); }
.resting .spot::before, .resting .mark { opacity: 0; }
.resting.apart .spot { pointer-events: none; }
/* A direction of GIPF can lead over pieces of both colours: a moat on both sides of the ring differs from each. */
:host([begun]) .stage[data-game="gipf"] .few:not(.ahead) .spot:not(.mark)::before { border-color: var(--_accent); outline: 2px solid var(--_under); box-shadow: inset 0 0 0 2px var(--_under); }
:host([begun]) .stage[data-game="gipf"] .few.ahead .spot:not(.mark)::before { outline: 2px solid color-mix(in srgb, var(--_under) 60%, transparent); }
/* What a place leads to is drawn there. */
.over.ahead .spot::before { border-color: color-mix(in srgb, var(--_accent) 30%, transparent); background: none; }
.over.ahead .mark { opacity: 0.5; }
.over.ahead .spot.lit::before, .over.ahead .spot:focus-visible::before, .over.ahead .spot.near::before { border-color: var(--_accent); background: none; }
.over:not(.ahead) > .spot.lit::before, .over:not(.ahead) > .spot:focus-visible::before, .over:not(.ahead) > .spot.near::before { border-color: var(--_accent); background: color-mix(in srgb, var(--_accent) 42%, transparent); }
.spot:focus-visible { outline: 3px solid var(--_focus); outline-offset: 1px; }
.drags { touch-action: none; cursor: grab; }
:host([marks]) .stage, :host([marks]) .stage * { touch-action: none; cursor: crosshair; -webkit-user-select: none; user-select: none; }
:host([marks]) .spot::before { opacity: 0; }
.mark { border: 3px solid var(--_accent); background: color-mix(in srgb, var(--_accent) 26%, transparent); }
.over > .turned { inset: 0; translate: none; border: 0; border-radius: 8px; background: none; pointer-events: auto; cursor: pointer; }
.over:has(> .turned) > .mark { opacity: 0; }
.turner {
  position: absolute; display: grid; place-items: center; box-sizing: border-box; width: 28px; height: 28px; translate: 1px calc(-100% - 1px); border: 1px solid var(--_accent); border-radius: 50%;
  background: var(--_accent); box-shadow: 0 0 0 2px var(--_under);
}
.turner.left { translate: calc(-100% - 1px) calc(-100% - 1px); }
.turner.below { translate: 1px 1px; }
.turner.left.below { translate: calc(-100% - 1px) 1px; }
.sheet .turner svg { width: 18px; height: 18px; fill: none; stroke: var(--_accent-text); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
.mark.asked, .spot.mark { background: none; }
/* A ring around the piece, with a moat on both sides, so that it is seen on every ground and beside every piece. */
.mark.asked { scale: 1.14; border-width: 4px; outline: 2px solid var(--_under); box-shadow: inset 0 0 0 2px var(--_under); }
/* What is not decided yet is not a mistake. */
.sheet:has(> .over.ahead, > .over > .turned) .figure { --pips-mark: var(--_accent); }
/* Nor is a mistake undone by an outcome. */
:host { --_mark: var(--pips-mark, light-dark(#b3261e, #ffb59c)); }
/* A ring on an empty place is broken and not filled. A whole, filled one would look like a small piece. */
.stage:is([data-game="gipf"], [data-game="pippinzip"]) .figure .open-mark { fill: none; stroke-width: 2.4; stroke-dasharray: 7 4; }
.figure .error-marks { --pips-mark: var(--_mark); }
/* Pieces of a row: a cross on one that goes, a ring around one that stays, a broken ring around one that is still asked about. */
.mark.fate { background: none; display: grid; place-items: center; }
.mark.goes { border: 0; }
.mark.goes svg { width: 74%; height: 74%; overflow: visible; fill: none; stroke: var(--_going); stroke-width: 4; stroke-linecap: round; }
.mark.goes .moat { stroke: var(--_under); stroke-width: 8.5; }
.mark.stays { scale: 1.14; border-width: 4px; outline: 2px solid var(--_under); box-shadow: inset 0 0 0 2px var(--_under); }
.mark.open { border-style: dashed; outline: 2px solid var(--_under); }
/* The piece of the question has its mark. */
.mark.asked { border-style: dashed; }
.mark.asked::after {
  content: "?"; position: absolute; right: -9px; top: -9px; width: 18px; border-radius: 9px; outline: 2px solid var(--_under);
  background: var(--_accent); color: var(--_accent-text); font: 700 13px/18px system-ui, sans-serif; text-align: center;
}
.over > .ghost { border-radius: 0; opacity: 0.72; }
.ghost svg { width: 100%; height: 100%; }
.drag { position: fixed; z-index: 99; width: 84px; translate: -50% -60%; pointer-events: none; opacity: 0.85; }
.drag svg { display: block; width: 100%; height: auto; }
.ask { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; min-height: 52px; padding: 6px 4px 0; }
.info { flex: 1 1 14em; min-width: 0; display: flex; align-items: start; gap: 8px; }
.lines { flex: 1; min-width: 0; }
.deeds { display: flex; align-items: center; gap: 6px; min-height: 44px; min-width: 0; }
:host([fill]) .deeds { margin-top: 4px; }
.deeds > .act { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding-inline: 10px; }
.asks { margin: 0; font-size: 15px; }
.asks[data-seat]::before { content: attr(data-seat) " "; font-weight: 600; }
.asks.fault { color: var(--_wrong); }
p.ahead { margin: 0; color: var(--_muted); font-size: 13px; line-height: 19px; overflow-wrap: anywhere; }
p.ahead:empty { display: none; }
p.ahead.refused { color: var(--_wrong); }
p.ahead code { color: var(--_text); font: 13px/1.35 ui-monospace, monospace; }
.stage, .row { scrollbar-width: thin; scrollbar-color: var(--_muted) transparent; }
/* Without a card, the numbers of the axes are not next to anything. */
.stage[data-game="pipe"]:not(:has(.cell-edge)) svg text { display: none; }
/* The rim has room for the outline of the card with the focus. */
.tray { --gap: 6px; position: relative; display: flex; flex-direction: column; gap: var(--gap); padding: 5px; min-width: 0; }
.tray:empty { display: none; }
:host([keeps]) .tray { box-sizing: border-box; }
:host([keeps]) .tray:empty { display: flex; }
.row { display: flex; flex-wrap: wrap; gap: var(--gap); min-width: 0; }
/* One or two answers are beside the prompt, so that the board does not move when they come. */
:host([fill]) .tray.beside { align-self: flex-end; max-width: 62%; height: 38px; margin: -86px 0 48px; padding: 0; }
:host([fill]) .beside > .row { flex-wrap: nowrap; }
/* They do not touch the buttons below. The rim makes them as high as a finger. */
:host([fill]) .beside button.card { min-height: 38px; }
:host([fill]) .beside button.card::before { content: ""; position: absolute; inset: -4px -2px; }
:host([fill]) .beside .card:has(svg) svg { height: 22px; }
:host([fill]) .beside .card:has(svg) .label { position: static; width: auto; height: auto; clip-path: none; }
:host([fill]) .beside .card { padding: 1px 8px; gap: 1px; min-width: 0; }
:host([fill]) .ask:has(~ .tray.beside) .info { padding-right: min(62%, 200px); }
:host([fill]) .ask[data-game="gipf"]:not(.fates):has(~ .tray.beside) p.ahead { display: none; }
:host([fill]) .ask.fates:has(~ .tray.beside) .info { padding-right: 150px; }
.row > .card { flex: none; }
.row > .card:not(:has(svg)) { max-width: 100%; }
.card { position: relative; }
.art { position: relative; display: block; }
/* Five cards are one row, on a phone as well. */
.hand > .card:not(.tall):has(svg) { flex: 0 1 auto; width: min(106px, calc((100% - 4 * var(--gap)) / 5)); min-width: 0; max-width: none; }
.hand > .card:not(.tall) svg { width: 100%; height: auto; max-width: none; }
/* Many cards are a grid of whole rows that scrolls. Shadows and words show that it goes on. */
.deal[hidden] { display: none; }
.deal { flex: 1 1 0; min-width: 0; align-self: center; margin: 0; font-size: 13px; line-height: 17px; color: var(--_muted); }
.many > .answers { flex: none; flex-wrap: nowrap; min-height: 52px; align-items: center; }
.many > .answers > .card { flex: 0 1 auto; min-width: 44px; max-width: 40%; line-height: 1.2; }
.deck {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(61px, 1fr)); grid-auto-rows: var(--row, 56px); align-content: start;
  flex: 0 1 auto; min-height: 0; overflow: auto; scroll-snap-type: y proximity; margin: -4px -4px -3px; padding: 4px 4px 3px; scroll-padding: 4px;
  background:
    linear-gradient(var(--_under) 40%, transparent) 0 0 / 100% 30px no-repeat local, linear-gradient(transparent, var(--_under) 60%) 0 100% / 100% 30px no-repeat local,
    linear-gradient(color-mix(in srgb, var(--_text) 34%, transparent), transparent) 0 0 / 100% 12px no-repeat scroll, linear-gradient(transparent, color-mix(in srgb, var(--_text) 34%, transparent)) 0 100% / 100% 12px no-repeat scroll;
}
.many > .deck > .card:has(svg) { width: auto; min-width: 0; max-width: none; min-height: 0; scroll-snap-align: start; }
.many > .deck > .card .art { width: 100%; max-width: var(--art, 56px); }
/* While cards are chosen from a deck, what is below the table has one height in all steps of a turn. The deck scrolls in it. */
:host([fill][pool]) .stage { min-height: 130px; }
:host([fill][pool]) .tray { display: flex; flex: none; height: var(--pool-height, clamp(150px, 30vh, 320px)); overflow: hidden auto; }
:host([fill][pool]) .tray.many { overflow: visible; }
:host([fill][pool]) .many > .answers { min-height: 20px; }
:host([fill][pool]) .stage.bare ~ .many > .answers { min-height: 52px; }
:host([fill][pool]) .deck { grid-template-columns: repeat(auto-fill, minmax(58px, 1fr)); flex: 1 1 0; }
:host([fill][pool]) .deck > .card .label { white-space: nowrap; }
:host(:not([fill])) .tray.many { height: 60vh; }
:host([fill]) .card:has(svg) { padding: 3px; gap: 1px; }
/* In the dark, dark pieces need a lighter ground. */
.tray:not([data-game="pipe"]) .card:has(svg) { background: light-dark(var(--_raised), #5a626c); }
.card.chosen { border-color: var(--_accent); box-shadow: 0 0 0 2px var(--_accent); }
.card.chosen::after { content: "✓"; position: absolute; right: -5px; top: -5px; min-width: 18px; border-radius: 9px; background: var(--_accent); color: var(--_accent-text); font-size: 12px; line-height: 18px; text-align: center; }
.card .label { font-size: 12px; line-height: 14px; overflow-wrap: anywhere; }
.card:not(:has(svg)) .label { font-size: 14px; line-height: 1.3; }
/* A die says what it is, and so does a card as it lies. */
.card.tall:has(svg):not(.alike) .label, .turns > .card .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* Its picture is that of another card. */
.card.alike { flex-direction: row; gap: 8px; padding-inline: 3px 10px; }
.card.alike .label { position: static; width: auto; height: auto; clip-path: none; white-space: normal; text-align: start; }
/* The orientations of a piece. A pin is on the half of a card that covers the chosen place. */
.turns > .card, :host([fill]) .turns > .card:has(svg) { flex: 0 1 72px; min-width: 0; min-height: 64px; padding: 2px; }
.turns > .card svg, .turns > .card.tall svg, :host([fill]) .turns > .card.tall svg { width: auto; height: auto; max-width: 100%; max-height: 58px; }
.turns > .card .art { max-width: 100%; }
.turns.dice > .card svg, :host([fill]) .turns.dice > .card.tall svg { height: 58px; }
.pin { box-sizing: border-box; width: 13px; height: 13px; border: 2px solid #fff; border-radius: 50%; background: var(--_accent); outline: 1px solid #0008; }
.art > .pin { position: absolute; translate: -50% -50%; }
p.ahead > .pin { display: inline-block; vertical-align: -2px; margin-inline: 1px; }
.turns > .card.lit:not(:focus-visible) { box-shadow: 0 0 0 1px var(--_accent); }
/* On a wide screen the hand becomes flat for the orientations, and the rest stays in place. */
@media (min-width: 901px) and (min-height: 501px) {
  :host([fill]) .tray.turns:not(.many) { min-height: 90px; }
  :host([fill]) .turns > .card:has(svg) { min-height: 52px; }
  .turns > .card svg, .turns > .card.tall svg, :host([fill]) .turns > .card.tall svg { max-height: 46px; }
  :host([fill]) .turns.dice > .card.tall svg { height: 46px; }
  /* Dice are small: their hand and the orientations of one are one row, and the board has the room of the other. */
  :host([fill]) .tray.turns[data-game="pippip"] { flex-flow: row wrap; align-items: start; min-height: 58px; }
  :host([fill]) .tray.turns[data-game="pippip"] > .row { flex: none; flex-wrap: nowrap; max-width: 100%; }
  :host([fill]) .tray[data-game="pippip"]:not(.many):has(> .answers, > .turns) > .hand { gap: 4px; }
  :host([fill]) .tray[data-game="pippip"]:not(.many):has(> .answers, > .turns) > .hand > .card { min-width: 36px; padding-inline: 1px; }
  :host([fill]) .tray[data-game="pippip"]:not(.many):has(> .answers, > .turns) > .hand > .card.alike .label { width: min-content; min-width: 46px; line-height: 12px; white-space: normal; }
  :host([fill]) .tray[data-game="pippip"]:not(.many) > .turns.dice > .card { flex: none; width: 46px; }
  :host([fill]) .ask.turns[data-game="pippip"] .info { --_lines: 38px; }
  :host([fill]) .tray:not(.many):has(> .answers, > .turns) > .hand > .card:has(svg) { flex-direction: row; min-height: 32px; height: 32px; padding-block: 1px; gap: 4px; }
  :host([fill]) .tray:not(.many):has(> .answers, > .turns) > .hand > .card svg { width: auto; height: 24px; max-width: 100%; }
  :host([fill]) .tray:not(.many):has(> .answers, > .turns) > .hand > .card .label { font-size: 11px; white-space: nowrap; }
  :host([fill]) .tray:not(.many):has(> .answers, > .turns) > .hand > .card:not(.tall) { padding-inline: 2px; justify-content: space-evenly; }
  :host([fill]) .tray:not(.many):has(> .answers, > .turns) > .hand > .card::after { min-width: 14px; font-size: 10px; line-height: 14px; right: -5px; top: -9px; }
}
@media (max-width: 480px) {
  .tray { --gap: 4px; }
  :host([fill][pool]) .tray { height: var(--pool-height, clamp(150px, 26vh, 230px)); }
  :host([fill][pool]) .deck { grid-template-columns: repeat(auto-fill, minmax(56px, 1fr)); }
  /* Two rows of orientations are as high as the record that they cover. */
  .turns > .card, :host([fill]) .turns > .card:has(svg) { min-height: 58px; }
  .turns > .card svg, .turns > .card.tall svg, :host([fill]) .turns > .card.tall svg { max-height: 52px; }
  .turns.dice > .card svg, :host([fill]) .turns.dice > .card.tall svg { height: 52px; }
  .deeds { gap: 4px; }
  .deeds > .act { padding-inline: 7px; font-size: 13px; }
:host([fill]) .tray.turns[data-game="pippip"] > .hand { min-height: 54px; align-items: center; }
  .hand > .card.alike { flex-direction: column; gap: 1px; padding-inline: 2px; width: 72px; }
  :host([fill]) .hand > .card.alike.tall svg { height: 24px; }
  .hand > .card.alike .label { font-size: 11px; line-height: 12px; text-align: center; }
  /* The record has the turn as it is written, once it is played. */
  p.ahead.turning code { display: none; }
  .deal { font-size: 12px; line-height: 16px; }
  .hand > .card.tall, :host([fill]) .hand > .card.tall:has(svg) { padding-inline: 2px; }
  }
@media (max-width: 360px) {
  .deeds > .act { padding-inline: 4px; font-size: 12px; }
  :host([fill][pool]) .stage.bare ~ .many > .answers { min-height: 62px; }
}
@media (max-height: 500px) and (orientation: landscape) {
  :host([fill]:not([hidden])) { display: grid; grid-template: minmax(0, 1fr) auto auto / minmax(0, 1fr) 136px; column-gap: 8px; --_height: 100cqh; }
  :host([fill]) .stage { grid-area: 1 / 1 / 3 / 2; }
  :host([fill]) ::slotted([slot="seats"]) { grid-area: 1 / 2; overflow: auto; }
  :host([fill]) .ask { grid-area: 2 / 2; }
  :host([fill]) .deeds { flex-wrap: wrap; }
  /* Prompt and effects share their lines, so that the record keeps its room. */
  .ask[data-game="pipe"] { --_lines: 38px; }
  .ask[data-game="pipe"] :is(.asks, p.ahead:not(:empty)) { display: inline; margin-inline-end: 4px; }
  .ask[data-game="pipe"] p.ahead.turning code { display: none; }
  :host([fill]) .tray { grid-area: 3 / 1 / 4 / 3; }
  .tray { --gap: 4px; }
  :host([fill][pool]) .tray { height: 120px; }
  /* The empty table and a deck do not both fit. */
  :host .stage.bare { display: none; }
  :host([fill][pool]) .stage.bare ~ .tray.many { height: auto; }
}
button.act svg { display: block; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; }
:host([fill]) .card.tall svg { height: 38px; }
.find { display: none; }
.find.shown { display: block; }
.find span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.find input { width: 9em; min-height: 44px; padding: 4px 10px; border: 1px solid var(--_line); border-radius: 10px; background: var(--_raised); color: var(--_text); font: inherit; font-size: 14px; }
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
