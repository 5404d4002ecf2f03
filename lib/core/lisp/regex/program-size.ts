/** Escapes, quoted parts, classes with all they hold, repetitions, and single characters. */
const TOKEN = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./gsu;
const UNICODE_CLASS = /\\p/gi;
/** What a class of the Unicode tables costs to read, in instructions. */
const CLASS_SIZE = 100;

/**
 * About how many instructions a pattern will be compiled to, never far too few. Repetitions are copies, so that a short
 * pattern can be a large program: this is known before it is compiled.
 */
export function programSizeOf(pattern: string): number {
  const groups: number[] = [];
  let total = 2;
  let last = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === "(") {
      groups.push(total);
      total = 0;
      last = 0;
    } else if (token === ")") {
      last = total + 2;
      total = (groups.pop() ?? 0) + last;
    } else if (token.startsWith("{") && token.length > 1) {
      const copies = Math.max(...token.slice(1, -1).split(",").map(Number));
      total += last * copies;
      last *= copies + 1;
    } else {
      last = token.startsWith("\\Q")
        ? token.length
        : 1 + CLASS_SIZE * (token.match(UNICODE_CLASS)?.length ?? 0);
      total += last;
    }
  }
  return groups.reduce((sum, group) => sum + group, total);
}
