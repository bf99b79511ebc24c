// Exports of every entry of the package, apart from loading.
export type * from './types.js';
export { PipscribeError, type ErrorCode, type Place } from './errors.js';
export {
  board, check, choices, choicesOf, codes, convert, edited, explain, figures, format, formats, infer, inferEdits, isGame, isVariant, legalTurns, mend,
  mendEdits, piece, play, randomGame, render, replay, report, solutions, solve, variants, why,
} from './functions.js';
export { Game, type FromOptions, type GameArguments, type GameEvents, type GameOptions, type GameWithOneVariant } from './game.js';
export type { Part } from './parts.js';
