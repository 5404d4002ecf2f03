/** A part of a text; lines are counted from 1, `start` and `end` in characters. */
export type Passage = { line: number; endLine: number; start: number; end: number };

const FULL_CHARS = 600;
const PARAGRAPH_CHARS = 200;

/**
 * A text in passages, one after the other: lines are put together up to a size that reads well, ended sooner by an empty
 * line, and a line that is longer is cut between words.
 */
export function* passagesOf(text: string): Generator<Passage> {
  let line = 1;
  let open: Passage | undefined;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const isEmpty = text.slice(start, Math.min(end, start + 100)).trim() === "" && end - start < 100;
    if (open && (end - open.start > FULL_CHARS || (isEmpty && open.end - open.start >= PARAGRAPH_CHARS))) {
      yield open;
      open = undefined;
    }
    if (end - start > FULL_CHARS) yield* partsOfLine(text, start, end, line);
    else if (open) Object.assign(open, { end, endLine: line });
    else if (!isEmpty) open = { line, endLine: line, start, end };
    start = end + 1;
    line += 1;
  }
  if (open) yield open;
}

function* partsOfLine(text: string, start: number, end: number, line: number): Generator<Passage> {
  for (let from = start; from < end; ) {
    const to = end - from <= FULL_CHARS ? end : betweenWords(text, from);
    yield { line, endLine: line, start: from, end: to };
    from = to;
  }
}

/** The last gap within the size of a passage; without one in its second half it is cut where it is full. */
function betweenWords(text: string, from: number): number {
  const part = text.slice(from, from + FULL_CHARS);
  const gap = Math.max(part.lastIndexOf(" "), part.lastIndexOf(","), part.lastIndexOf("\t"));
  if (gap > FULL_CHARS / 2) return from + gap + 1;
  return from + (/[\uD800-\uDBFF]$/.test(part) ? FULL_CHARS - 1 : FULL_CHARS);
}
