import { z } from "zod";
import { elideText } from "../text";

const MAX_ITEMS = 4;
const ITEM_CHARS = 160;
const ADVICE_CHARS = 300;

/** What is said of how a plan was carried out, before its answer is written (docs/agents.md, "Self-critique"). */
export const selfCritique = z.object({
  wasBestApproach: z.boolean(),
  mistakes: z.array(z.string()),
  simplerAlternatives: z.array(z.string()),
  /** What an expert would have advised; empty for nothing. */
  expertAdvice: z.string(),
  /** 0 to 1. */
  selfRating: z.number().min(0).max(1),
});
export type SelfCritique = z.infer<typeof selfCritique>;

/** A self-critique at the length that events hold. */
export function truncateSelfCritique(said: SelfCritique): SelfCritique {
  const items = (list: readonly string[]) =>
    list.slice(0, MAX_ITEMS).map((item) => elideText(item, ITEM_CHARS));
  return {
    ...said,
    mistakes: items(said.mistakes),
    simplerAlternatives: items(said.simplerAlternatives),
    expertAdvice: elideText(said.expertAdvice, ADVICE_CHARS),
  };
}
