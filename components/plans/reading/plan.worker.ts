import type { CriticTool } from "@/lib/core/plan";
import type { OwnReview } from "@/lib/core/templates/reviews";
import { changedParts, type PlanHeldAgainst, type PlanReading, readPlanSource } from "./plan-reading";

/** A text to read as a plan, and what it was read as; `number` tells which answer belongs to which text. */
export type ReadRequest = {
  number: number;
  text: string;
  tools: readonly CriticTool[];
  against: PlanHeldAgainst;
  /** Those of the workspace, where the text may name one and they are known. */
  reviews: readonly OwnReview[] | undefined;
};
/** `reading` lacks the parts that are as they were in the reply before. */
export type ReadReply = { number: number; reading: Partial<PlanReading> | undefined };

let changed = changedParts();

self.onmessage = ({ data: { number, text, tools, against, reviews } }: MessageEvent<ReadRequest>) => {
  const reading = readPlanSource(text, tools, against, reviews);
  if (!reading) changed = changedParts();
  self.postMessage({ number, reading: reading && changed(reading) } satisfies ReadReply);
};
