import type { Plan } from "@/lib/core/plan/schema";
import { takeWithin } from "@/lib/core/take-within";
import { heldToTemplates, type OwnReview, withReviews } from "@/lib/core/templates/reviews";
import type { EffectContext } from "../effect";

/** What prompts hold of a workspace's reviews at most. */
const SHOWN = { max: 30, maxTokens: 1_200 };

/**
 * The reviews that a plan may name: those that the run's workspace has set up, and those of the plan that is written again;
 * and what a prompt holds of the first, absent for none.
 */
export async function reviewsFor({ reads, state }: EffectContext, inForce?: Plan) {
  const known = await reads.reviews(state().workspaceId);
  const shown = takeWithin(known, SHOWN, shownText);
  return { named: { known, inForce }, ...(shown.length > 0 && { shown }) };
}

const shownText = ({ name, useWhen = "", review: { focus } }: OwnReview): string =>
  `${name}${focus.slice(0, 200)}${useWhen.slice(0, 200)}`;

/** A tail with the reviews completed that it names, and what is wrong with those that nobody has. */
export const completeReviews = (known: readonly OwnReview[], inForce: Plan, tail: Plan) =>
  withReviews({ plan: heldToTemplates(tail, known, inForce), warnings: [], errors: [] }, known, { inForce });
