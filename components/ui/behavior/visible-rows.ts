/** Which rows of a long list are in view, and how far from its top they begin. */
type VisibleRows = { first: number; last: number; offset: number; total: number };
const OVERSCAN_ROWS = 12;

/** The rows to draw of `count` rows of one height in a box that is scrolled to `top`; `last` is exclusive. */
export function visibleRows(count: number, rowHeight: number, top: number, height: number): VisibleRows {
  const from = Math.floor(Math.max(0, top) / rowHeight) - OVERSCAN_ROWS;
  const first = Math.min(Math.max(0, from), Math.max(0, count - 1));
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN_ROWS);
  return { first, last: Math.max(first, last), offset: first * rowHeight, total: count * rowHeight };
}
