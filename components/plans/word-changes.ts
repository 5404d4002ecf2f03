import { diffWordsWithSpace } from "diff";
import { formatCounted } from "@/lib/core/describe/amounts";

/** A stretch of a text as it was, as it is, or in both; `at` is its place among all of them. */
export type WordChange = { value: string; added: boolean; removed: boolean; at: number };
type Part = Omit<WordChange, "at">;

/** Two long texts that have little in common are not compared to the end. */
const COMPARE_MS = 200;

/** What one text has and the other lacks, in words; undefined where that takes too long to find. */
export function wordChanges(before: string, after: string): WordChange[] | undefined {
  const parts = diffWordsWithSpace(before, after, { timeout: COMPARE_MS });
  let at = 0;
  return (
    parts &&
    joinChanges(parts).map((part) => {
      at += part.value.length;
      return { ...part, at };
    })
  );
}

/** Changes with nothing but space between them as one: what was removed, then what was added. */
function joinChanges(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  const none = { removed: "", added: "", isRemoved: false, isAdded: false };
  let change = none;
  const end = () => {
    // A side that has only the space between changes of the other has not changed.
    if (change.isRemoved) joined.push({ value: change.removed, removed: true, added: false });
    if (change.isAdded) joined.push({ value: change.added, removed: false, added: true });
    change = none;
  };
  parts.forEach((part, index) => {
    const isChange = part.added || part.removed;
    const isBetween = part.value.trim() === "" && index > 0 && index < parts.length - 1;
    if (!isChange && !isBetween) {
      end();
      joined.push(part);
      return;
    }
    change = {
      removed: part.added ? change.removed : change.removed + part.value,
      added: part.removed ? change.added : change.added + part.value,
      isRemoved: change.isRemoved || part.removed,
      isAdded: change.isAdded || part.added,
    };
  });
  end();
  return joined;
}

/** "12 words added, 3 removed", or that only what is between words differs. */
export function countWords(parts: readonly Part[] | undefined): string {
  if (!parts) return "rewritten";
  const count = (side: "added" | "removed") =>
    parts.flatMap((part) => (part[side] ? (part.value.match(/\S+/g) ?? []) : [])).length;
  const [added, removed] = [count("added"), count("removed")];
  if (added === 0 && removed === 0)
    return parts.some((part) => part.added || part.removed)
      ? "only spaces and line breaks differ"
      : "no words changed";
  return `${formatCounted(added, "word", "words")} added, ${removed} removed`;
}
