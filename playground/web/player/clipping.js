/* Lines and outlines that reach far out of sight are cut off there. */

// So far out of the view, in px.
const MARGIN = 256;

/** Whether all points are in sight, or little beyond. */
/** @type {(points: Point[], view: Extent) => boolean} */
export function nearlySeen(points, { wide, tall }) {
  return points.every(([x, y]) => (
    x >= -MARGIN && y >= -MARGIN && x <= wide + MARGIN && y <= tall + MARGIN));
}

/** Between which shares of the way from a to b it is in sight; the first is larger where it
    nowhere is. */
/** @type {(a: Point, b: Point, view: Extent, margin?: number) => number[]} */
export function sharesSeen(a, b, { wide, tall }, margin = MARGIN) {
  let low = 0, high = 1;
  [wide, tall].forEach((size, k) => {
    const way = b[k] - a[k] || 1e-300;
    const ends = [(-margin - a[k]) / way, (size + margin - a[k]) / way].sort((p, q) => p - q);
    low = Math.max(low, ends[0]);
    high = Math.min(high, ends[1]);
  });
  return [low, high];
}

/** The stretches of a chain in sight: their points, how far along each starts, and whether
    it has the chain's end. */
/** @type {(points: Point[], view: Extent) => Stretch[]} */
export function stretches(points, view) {
  /** @type {Stretch[]} */
  const found = [];
  /** @type {Stretch | null} */
  let run = null, way = 0;
  points.slice(1).forEach((b, k) => {
    const a = points[k], [low, high] = sharesSeen(a, b, view);
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    /** @type {(share: number) => Point} */
    const on = (share) => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    if (low <= high) {
      if (!run || low > 0) {
        found.push(run = { points: [on(low)], way: way + low * long, ended: false });
      }
      run.points.push(on(high));
      run.ended = high === 1 && k === points.length - 2;
      if (high < 1) run = null;
    } else run = null;
    way += long;
  });
  return found;
}

/** The part of a polygon in sight; parts may hang together by a seam. */
/** @type {(points: Point[], view: Extent) => Point[]} */
export function cutOff(points, { wide, tall }) {
  /** @type {((at: Point) => number)[]} */
  const sides = [
    ([x]) => wide + MARGIN - x, ([x]) => x + MARGIN,
    ([, y]) => tall + MARGIN - y, ([, y]) => y + MARGIN,
  ];
  for (const side of sides) {
    /** @type {Point[]} */
    const kept = [];
    points.forEach((a, k) => {
      const b = points[(k + 1) % points.length], one = side(a), two = side(b);
      if (one >= 0) kept.push(a);
      if (one >= 0 !== two >= 0) {
        const share = one / (one - two);
        kept.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
      }
    });
    points = kept;
  }
  return points;
}
