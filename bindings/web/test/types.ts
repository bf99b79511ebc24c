// A program that must compile: the types of the package, as a user meets them. Not run.
import {
  Game, PipscribeError, board, check, choices, codes, infer, isGame, isVariant, mend, play, randomGame, replay, report, variants, why,
  type Code, type Finding, type GameArguments, type GameName, type Tags, type Variants,
} from 'pipscribe';
import { recordSource, type BoardSource, type PipsBoard } from 'pipscribe/board';
import * as inline from 'pipscribe/inline';
import pipscribe, { type BlockOptions, type MarkdownIt } from 'pipscribe/markdown-it';
import 'pipscribe/player';
import remarkPips, { BlockError } from 'pipscribe/remark';

const text = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n';

const [record] = check(text, { with: ['tags', 'positions'] });
export const game: string | undefined = record?.tags.Game;
export const positions: string[] | null | undefined = record?.positions;
const [plain] = check(text);
export const maybe: string | undefined = plain?.tags?.Game;
// @ts-expect-error there is no such part
check(text, { with: ['tag'] });
const asked: ('bare' | 'key')[] = [];
check(text, { with: asked });
check(text, { with: ['table'] })[0]?.tags.Game;

if (plain?.valid) {
  const known: GameName = plain.game;
  const severity: 'warning' | undefined = plain.findings[0]?.severity;
  console.log(known, severity);
}
function isFull(finding: Finding): boolean {
  // @ts-expect-error a misspelt code
  if (finding.code === 'gipf/line-ful') return false;
  const code: Code = finding.code;
  return code === 'gipf/line-full' && finding.severity === 'error';
}
for (const line of replay(text)) {
  if (line.turn === undefined) console.log(line.result, line.score);
  else console.log(line.text.length + line.position.length);
}
export const words: (string | null)[] = replay(text).map(line => line.text ?? line.result);
for (const mended of mend(text, { answers: { 2: 'a2-c4' } })) console.log(mended.valid ? 0 : mended.mends.length + mended.fault.turn);
for (const mended of mend(text)) console.log(mended.valid ? mended.question : mended.question?.values[0]?.length ?? mended.proved);
const told = why(text);
if (!told.legal) console.log(told.fault.message);
try {
  new Game('pippinzip', 'zipline', { tags: { Size: 5 } }).on('over', ({ result }) => console.log(result.length));
  // @ts-expect-error there is no such event
  new Game('gipf').on('end', () => {});
  // @ts-expect-error there is no such event
  new Game('gipf', 'basic').on('end', () => {});
  // @ts-expect-error there is no such game
  new Game('chess');
  // @ts-expect-error a misspelt variant
  new Game('gipf', 'basc');
  // @ts-expect-error a variant of another game
  randomGame('pippinzip', 'basic');
  const name: GameName = Math.random() < 0.5 ? 'gipf' : 'pipe';
  console.log(randomGame(name), report([{ path: 'a.pips', text }], { format: 'sarif' }).errors);
  // @ts-expect-error a game with several variants
  new Game('gipf');
  console.log(new Game('pippip').moves().length, new Game('pippip', undefined, { tags: { Colors: 'dark,light' } }).turns);
  // @ts-expect-error a misspelt tag
  new Game('pippinzip', 'zipline', { tags: { Sizee: 5 } });
  // @ts-expect-error a tag of another game
  new Game('gipf', 'basic', { tags: { Size: 5 } });
  // @ts-expect-error a misspelt tag
  randomGame('pippinzip', 'zipline', { tags: { Sizee: 5 } });
  // @ts-expect-error the name of the game is an argument of its own
  new Game('gipf', 'basic', { tags: { Game: 'gipf' } });
  new Game('pipe', 'pipes', { tags: { Card17: 'W12 B3 B45 W6 DLLLLL', Hand1: '1,2', Stock: '', Player1: 'Ann' }, ownTags: { Mood: 'good' } });
  // Names from a form.
  const [chosen, variant]: string[] = ['gipf', 'basic'];
  if (isGame(chosen) && isVariant(chosen, variant)) new Game(chosen, variant, { tags: { Event: 'Lyon' } }).move('b3');
  const fixed: GameName = name;
  const first: Variants[GameName] | undefined = variants(fixed)[0];
  if (first) new Game(fixed, first);
  const begun: Game = new Game('gipf', 'basic');
  const known: 'gipf' = new Game('gipf', 'basic').game;
  const given: GameArguments = ['pippinzip', 'freestyle', { tags: { Size: 7 } }];
  console.log(begun.game, known, new Game(...given).game);
  const tags: Tags = { Size: 5 };
  randomGame('pippinzip', 'zipline', { tags });
  // @ts-expect-error there is no such report
  report([], { format: 'xml' });
} catch (error) {
  if (error instanceof PipscribeError && error.code === 'tag/missing') console.log(error.span?.start);
  // @ts-expect-error a misspelt code
  if (error instanceof PipscribeError && error.code === 'tag/mising') console.log(error.findings.map(isFull));
}
export const setting: string | undefined = infer(text)[0]?.settings[0]?.tags.Variant;
export const all: Code[] = codes().map(({ code }) => code);
export const same: typeof check = inline.check;
export const source: BoardSource = recordSource({ board, choices, play }, () => text);
export const element: PipsBoard | null = typeof document === 'undefined' ? null : document.querySelector('pips-board');

const settings: BlockOptions = { theme: 'dark', figures: 'asked' };
export const plugin: (md: MarkdownIt, options?: BlockOptions) => void = pipscribe;
remarkPips(settings)({ type: 'root', children: [] }, { fail: (message: string) => { throw new BlockError(message, 1); } });
// @ts-expect-error there is no such setting
remarkPips({ figures: 'some' });
