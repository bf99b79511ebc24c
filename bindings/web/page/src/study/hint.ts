// Hints of a puzzle: the first part of the turn that solves it, or, if nothing else begins so, some parts among which
// it is. A hint never names the whole turn.
import type { Area, Choice, Choices } from '../board';

/** Maximum number of parts among which the right one is. */
const MOST = 4;

/** Requests the choices after some choices. */
export type Ask = (chosen: readonly string[]) => Promise<Choices>;

/** Returns true if only one turn begins with the first choice of a turn. */
async function isDecided(path: readonly string[], ask: Ask): Promise<boolean> {
  for (let made = 1; made <= path.length; made++) {
    const { choices, turn } = await ask(path.slice(0, made));
    if (choices.length + (turn === null ? 0 : 1) > 1) return false;
  }
  return true;
}

function centreOf(area: Area | undefined): readonly [number, number] | null {
  if (!area) return null;
  if (!('points' in area)) return [area.x, area.y];
  const mean = (axis: 0 | 1): number => area.points.reduce((all, point) => all + point[axis], 0) / area.points.length;
  return [mean(0), mean(1)];
}

/** Returns the choices nearest to one of them, with this one, in their own order. */
export function choicesNear(choices: readonly Choice[], wanted: Choice, most = MOST): Choice[] {
  const [centre, index] = [centreOf(wanted.areas[0]), choices.indexOf(wanted)];
  const distance = (choice: Choice, at: number): number => {
    const other = centreOf(choice.areas[0]);
    return centre && other ? Math.hypot(other[0] - centre[0], other[1] - centre[1]) : Math.abs(at - index);
  };
  const sorted = choices.map((choice, at) => ({ choice, distance: distance(choice, at) })).sort((one, other) => one.distance - other.distance);
  const near = new Set(sorted.slice(0, Math.min(most, Math.max(2, Math.ceil(choices.length / 3)))).map(({ choice }) => choice));
  return choices.filter(choice => near.has(choice));
}

/** Returns the choices among which the second part of a turn is; null if there is no alternative to any later part. */
async function secondPart(path: readonly string[], ask: Ask): Promise<string[] | null> {
  for (let made = 1; made < path.length; made++) {
    const { choices } = await ask(path.slice(0, made));
    const wanted = choices.find(({ key }) => key === path[made]);
    if (!wanted) return null;
    if (choices.length > 1) return choicesNear(choices, wanted).map(({ label }) => label);
  }
  return null;
}

/**
 * Returns a hint for the turn that a path of choices makes up. If hints for the turn were given before, it says more than
 * the first one.
 */
export async function hintFor(path: readonly string[], ask: Ask, given = 0): Promise<string> {
  const { choices } = await ask([]);
  const first = choices.find(({ key }) => key === path[0]);
  if (!first) return 'There is no hint for this turn.';
  if (!await isDecided(path, ask)) {
    const second = given > 0 ? await secondPart(path, ask) : null;
    return second ? `Begin with ${first.label}. The turn goes on with one of these: ${second.join(', ')}.` : `Begin with ${first.label}.`;
  }
  const labels = choicesNear(choices, first, given > 0 ? 2 : MOST).map(({ label }) => label);
  if (labels.length < 2) return 'There is only one way to begin.';
  return `The turn begins with one of these: ${labels.join(', ')}.`;
}
