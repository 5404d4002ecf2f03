import { codeOf } from "@/lib/core/legible/unseen";
import type { WordChange } from "../plans/word-changes";
import { SeenText } from "./seen-text";

/** Of a longer stretch that is the same in both, what stands next to a change. */
const CONTEXT_CHARS = 80;

/**
 * Two forms of a text in one: what was taken out and what was put in; `isShort` leaves out most of what is the same. Where
 * only spaces or line breaks are, they are signs.
 */
export function ChangedWords({
  parts,
  isShort = false,
}: {
  parts: readonly WordChange[];
  isShort?: boolean;
}) {
  return parts.map(({ value, added, removed, at }, index) => {
    if (added)
      return (
        <ins key={`+${at}`} className="font-medium">
          <SeenText text={spacesSeen(value)} />
        </ins>
      );
    if (removed)
      return (
        <del key={`-${at}`} className="text-muted">
          <SeenText text={spacesSeen(value)} />
        </del>
      );
    const shown = isShort ? nearChanges(value, index > 0, index < parts.length - 1) : value;
    return <SeenText key={`=${at}`} text={shown} />;
  });
}

function nearChanges(text: string, isAfter: boolean, isBefore: boolean): string {
  if (text.length <= 2 * CONTEXT_CHARS + 1) return text;
  const [head, tail] = [
    isAfter ? text.slice(0, CONTEXT_CHARS) : "",
    isBefore ? text.slice(-CONTEXT_CHARS) : "",
  ];
  return `${head} … ${tail}`;
}

const SPACES: ReadonlyMap<string, string> = new Map([
  [" ", "␠"],
  ["\t", "⇥"],
  ["\n", "↵\n"],
  ["\r\n", "↵\n"],
]);

const spacesSeen = (text: string): string =>
  text.trim() === ""
    ? text.replace(/\r\n|\s/g, (space) => SPACES.get(space) ?? `‹${codeOf(space.charCodeAt(0))}›`)
    : text;
