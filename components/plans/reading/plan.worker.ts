import type { CriticTool } from "@/lib/core/plan";
import { changedParts, type PlanPolicySet, type PlanReading, readWithOwnReviews } from "./plan-reading";

/** A text to read as a plan, and what it was read as; `number` tells which answer belongs to which text. */
export type ReadRequest = {
  number: number;
  text: string;
  tools: readonly CriticTool[];
  policies: PlanPolicySet;
};
/** `reading` lacks the parts that are as they were in the reply before. */
export type ReadReply = { number: number; reading: Partial<PlanReading> | undefined };

let changed = changedParts();

self.onmessage = async ({ data: { number, text, tools, policies } }: MessageEvent<ReadRequest>) => {
  const reading = await readWithOwnReviews(text, tools, policies);
  if (!reading) changed = changedParts();
  self.postMessage({ number, reading: reading && changed(reading) } satisfies ReadReply);
};
