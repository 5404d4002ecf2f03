import type { Plan } from "@/lib/core/plan/schema";
import { takeWithin } from "@/lib/core/take-within";
import { type OwnReview, withReviews } from "@/lib/core/templates/reviews";
import type { EffectContext } from "../effect";

/** What prompts hold of a workspace's reviews at most. */
const SHOWN = { max: 30, maxTokens: 1_200 };

/** The reviews that the run's workspace has set up, and of them what a prompt holds; absent for none. */
export async function reviewsFor({ reads, state }: EffectContext) {
  const known = await reads.reviews(state().workspaceId);
  const shown = takeWithin(known, SHOWN, shownText);
  return { known, ...(shown.length > 0 && { shown }) };
}

const shownText = ({ name, useWhen = "", review: { focus } }: OwnReview): string =>
  `${name}${focus.slice(0, 200)}${useWhen.slice(0, 200)}`;

/** A plan with the reviews completed that it names, and what is wrong with those that nobody has. */
export const completeReviews = (known: readonly OwnReview[], plan: Plan) =>
  withReviews({ plan, warnings: [], errors: [] }, known);
