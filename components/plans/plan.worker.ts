import type { CriticTool } from "@/lib/core/plan";
import { type BoundBy, type PlanReading, readPasted } from "./plan-reading";

/** A text to read as a plan, and what it was read as; `number` tells which answer belongs to which text. */
export type ReadRequest = { number: number; text: string; tools: readonly CriticTool[]; policies: BoundBy };
export type ReadReply = { number: number; reading: PlanReading | undefined };

self.onmessage = ({ data: { number, text, tools, policies } }: MessageEvent<ReadRequest>) =>
  self.postMessage({ number, reading: readPasted(text, tools, policies) } satisfies ReadReply);
