import type { CriticTool } from "@/lib/core/plan";
import { type PlanPolicySet, type PlanReading, readPlanSource } from "./plan-reading";

/** A text to read as a plan, and what it was read as; `number` tells which answer belongs to which text. */
export type ReadRequest = {
  number: number;
  text: string;
  tools: readonly CriticTool[];
  policies: PlanPolicySet;
};
export type ReadReply = { number: number; reading: PlanReading | undefined };

self.onmessage = ({ data: { number, text, tools, policies } }: MessageEvent<ReadRequest>) =>
  self.postMessage({ number, reading: readPlanSource(text, tools, policies) } satisfies ReadReply);
