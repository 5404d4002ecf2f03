import type { WordedLine } from "@/components/plans/diff-lines";
import { wordChanges } from "@/components/plans/word-changes";
import { diffLines } from "@/lib/core/describe/plans/plan-diff";
import { type ChangeCounts, countChanges, diffPlans } from "@/lib/core/plan/compare/diff";
import type { Plan } from "@/lib/core/plan/schema";

/** What plan `b` changes against plan `a`, in lines and in the words of long texts, with how many tasks each change is about. */
export function changesBetween(a: Plan, b: Plan): { lines: WordedLine[]; counts: ChangeCounts } {
  const diff = diffPlans(a, b);
  const lines = diffLines(diff).map(({ texts = [], ...line }): WordedLine => {
    const words = texts.flatMap(({ label, before, after }) => {
      const parts = wordChanges(before, after);
      return parts ? [{ label, parts }] : [];
    });
    return words.length > 0 ? { ...line, words } : line;
  });
  return { lines, counts: countChanges(diff) };
}
