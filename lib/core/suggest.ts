/** The nearest of these names: at most two changed, added, lost or swapped characters away, fewer for short ones. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.min(2, Math.floor(name.length / 2));
  return closest(name, known, limit, (text) => text);
}

/** The same for names that people and models spell freely: case, spaces, hyphens and underscores do not count. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(simplify(name).length / 3));
  return closest(name, known, limit, simplify);
}

function closest(
  name: string,
  known: Iterable<string>,
  limit: number,
  spelling: (text: string) => string,
): string | undefined {
  const wanted = spelling(name);
  let best: string | undefined;
  let bound = limit + 1;
  for (const candidate of known) {
    const other = spelling(candidate);
    if (candidate === name || Math.abs(other.length - wanted.length) >= bound) continue;
    const distance = editDistance(wanted, other);
    if (distance < bound) [best, bound] = [candidate, distance];
  }
  return best;
}

function simplify(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
}

/** Changes that turn one text into the other; two neighbours that swapped places count as one. */
function editDistance(a: string, b: string): number {
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
