// Positions of parts of the board, and the search for the nearest part.
import type { Area } from './types';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the bounding box of some parts. */
export function boxOf(areas: readonly Area[]): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const area of areas) {
    if ('r' in area) {
      xs.push(area.x - area.r, area.x + area.r);
      ys.push(area.y - area.r, area.y + area.r);
    } else {
      for (const [x, y] of area.points) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function middleOf(area: Area): Point {
  const box = boxOf([area]);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns the distance of a point from a box; 0 in it. */
export function distanceTo({ x, y, width, height }: Box, point: Point): number {
  return Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
}

/** Returns an identifier of a part. */
export const nameOf = (area: Area): string => {
  const { x, y } = middleOf(area);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
};

/** Returns the minimum distance between two points; undefined if there are fewer than two. */
export function leastDistance(points: readonly Point[]): number | undefined {
  // Only points whose x coordinates are closer than the best distance so far are compared, which is
  // fast on large boards.
  const sorted = [...points].sort((one, other) => one.x - other.x);
  let least = Infinity;
  sorted.forEach((point, at) => {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next] as Point;
      if (other.x - point.x >= least) break;
      least = Math.min(least, distance(point, other));
    }
  });
  return Number.isFinite(least) ? least : undefined;
}

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const isArrow = (key: string): boolean => key in WAYS;

/** Returns the nearest point in the direction of an arrow key. Points straight ahead come before points to the side. */
export function ahead(points: readonly Point[], from: number, key: string): number | undefined {
  const [way, start] = [WAYS[key], points[from]];
  if (!way || !start) return undefined;
  let best: number | undefined;
  let cost = Infinity;
  points.forEach((point, at) => {
    const [x, y] = [point.x - start.x, point.y - start.y];
    const along = x * way.x + y * way.y;
    const across = Math.abs(x * way.y) + Math.abs(y * way.x);
    // A point further to the side than ahead is not in that direction.
    if (at === from || along < 1 || across > along * 2) return;
    const own = along + across * 2;
    if (own < cost) [best, cost] = [at, own];
  });
  return best;
}
