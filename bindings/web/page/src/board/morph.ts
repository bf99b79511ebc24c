// Morphing: turns one drawing into another with as few changes as possible, so that unchanged parts are not repainted.

/** Returns true if two nodes are elements that differ at most in their children. */
export function isAlike(one: Node, other: Node): boolean {
  return one instanceof Element && other instanceof Element && one.cloneNode(false).isEqualNode(other.cloneNode(false));
}

/** Replaces the children of `old` with those of `wanted`, which are moved. A common prefix and suffix stay. */
export function morph(old: Element, wanted: Element): void {
  const [before, after] = [[...old.childNodes], [...wanted.childNodes]];
  const same = (one: number, other: number): boolean => before[one]?.isEqualNode(after[other] ?? null) ?? false;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && same(start, start)) start += 1;
  let end = 0;
  while (end < most - start && same(before.length - 1 - end, after.length - 1 - end)) end += 1;
  const gone = before.slice(start, before.length - end);
  const anchor = before[before.length - end] ?? null;
  after.slice(start, after.length - end).forEach((node, at) => {
    const match = gone[at];
    if (match && isAlike(match, node)) morph(match as Element, node as Element);
    else if (match) old.replaceChild(node, match);
    else old.insertBefore(node, anchor);
  });
  gone.slice(after.length - end - start).forEach(node => node.parentNode?.removeChild(node));
}
