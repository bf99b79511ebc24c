// Page for tests that contains only the board element. The library runs in the page itself.
import init, * as library from 'pipscribe-wasm';
import wasm from 'pipscribe-wasm-file';

import { sourceOf, type At, type Board, type Look, type Played } from '../../src/board';

type Answer = (text: Uint8Array, isString: boolean, options: string) => string;

const encoder = new TextEncoder();
const call = (name: string, of: string, options: object): unknown =>
  JSON.parse((library as unknown as Record<string, Answer>)[name]!(encoder.encode(of), true, JSON.stringify(options)));

let text = '';
let look: Look = {};
const board = document.querySelector('pips-board')!;
const source = sourceOf(async (name, of, options) => call(name, of, options), () => text, () => look);

function written({ edits }: Played): string {
  let [out, done] = ['', 0];
  for (const { start, end, text: now } of edits) {
    out += text.slice(done, start) + now;
    done = end;
  }
  return out + text.slice(done);
}

const turns: string[] = [];
const steps: string[] = [];
board.addEventListener('turn', event => {
  void (async () => {
    const { turn, at } = (event as CustomEvent<{ turn: string; at: At }>).detail;
    turns.push(turn);
    const played = await source.play(turn, at);
    text = written(played);
    board.board = await source.board(played.end);
  })();
});
board.addEventListener('step', event => {
  void (async () => {
    const { to } = (event as CustomEvent<{ to: string }>).detail;
    steps.push(to);
    const way = to === 'previous' ? board.board?.previous : to === 'next' ? board.board?.next[0] : null;
    if (way) board.board = await source.board(way.end ?? 0);
  })();
});

const harness = {
  turns,
  steps,
  async open(of: string, offset: number, as: Look = {}): Promise<Board> {
    text = of;
    look = as;
    board.source = source;
    const shown = await source.board(offset);
    board.board = shown;
    return shown;
  },
  text: (): string => text,
  /** Returns the choices that make up a turn. */
  path: (turn: string): string[] => call('choicesOf', text, { at: board.board?.at, turn }) as string[],
};

declare global {
  interface Window { harness: typeof harness }
}

void init({ module_or_path: new URL(wasm, import.meta.url) }).then(() => {
  window.harness = harness;
  document.documentElement.classList.add('ready');
});
