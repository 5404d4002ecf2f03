const FENCE = /^\s*(?:>\s*)*(?:`{3,}|~{3,})([^`]*)$/;

type Fenced = { opens: number; closes: number };

/**
 * The lines that are a code fence around several parts of an answer, or around all of it: none may be left in a part
 * that is cut out. Fences inside one part are its own. `starts`: the lines with which parts begin.
 */
export function fencesAround(lines: readonly string[], starts: readonly number[]): ReadonlySet<number> {
  const isBlank = (from: number, to?: number): boolean =>
    lines.slice(from, to).every((line) => line.trim() === "");
  const isAround = ({ opens, closes }: Fenced): boolean => {
    if (starts.some((start) => opens < start && start < closes)) return true;
    const isLast = isBlank(closes + 1);
    return isLast && (isBlank(opens + 1, closes) || isBlank(0, opens));
  };
  const around = pairsOf(lines).filter(isAround);
  return new Set(around.flatMap(({ opens, closes }) => [opens, closes]));
}

/** Each fence with the one that closes it, or the end. One with a name opens, a bare one closes what is open. */
function pairsOf(lines: readonly string[]): Fenced[] {
  const pairs: Fenced[] = [];
  const open: number[] = [];
  lines.forEach((line, index) => {
    const name = FENCE.exec(line)?.[1]?.trim();
    if (name === undefined) return;
    const opens = name === "" ? open.pop() : undefined;
    if (opens === undefined) open.push(index);
    else pairs.push({ opens, closes: index });
  });
  return [...pairs, ...open.map((opens) => ({ opens, closes: lines.length }))];
}
