import type { QueryClient } from "@tanstack/react-query";
import { reviewTemplatesQuery } from "@/lib/client/query";
import type { OwnReview } from "@/lib/core/templates/reviews";

/** A plan that is typed is read at each key, and reviews change seldom. */
const FRESH_MS = 10_000;

/**
 * The workspace's reviews, for a text that may name one. The page asks for them, as the worker that reads plans has no
 * address to ask from; without an answer the plan is shown as it stands, and the server looks again when it starts.
 */
export async function ownReviewsFor(text: string, cache: QueryClient): Promise<OwnReview[] | undefined> {
  if (!/template/i.test(text)) return undefined;
  const query = reviewTemplatesQuery();
  const known = await cache
    .fetchQuery({ ...query, staleTime: FRESH_MS, retry: false })
    .catch(() => cache.getQueryData(query.queryKey));
  return known?.items.flatMap(({ review }) => review ?? []);
}
