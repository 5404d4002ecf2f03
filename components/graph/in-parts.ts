/** So few that they are no load on the page. */
const PARTS = 6;

/**
 * A long list in a few parts, in its order. Of what is drawn as one path, the part alone is drawn again in which something
 * has changed, and not the whole canvas.
 */
export function inParts<T>(all: readonly T[]): T[][] {
  const size = Math.max(1, Math.ceil(all.length / PARTS));
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}
