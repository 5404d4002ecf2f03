/** Further away than this a name is another name. */
const MAX_DISTANCE = 2;

/** The nearest of these texts: at most two changed, added or lost characters away, fewer for short ones. */
export function nearest(text: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.min(MAX_DISTANCE, Math.floor(text.length / 2)) + 1;
  for (const candidate of known) {
    if (candidate === text || Math.abs(candidate.length - text.length) >= least) continue;
    const distance = distanceOf(text, candidate);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Changes that make one text of the other; neighbours that changed places count as one. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const costs = [at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (same ? 0 : 1)];
      if (swapped) costs.push(at(before, j - 2) + 1);
      next.push(Math.min(...costs));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] as number;
}
