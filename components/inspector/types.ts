import type { Step } from "@/lib/core/trajectory";

/** What the server tells of a tool call beside its step. */
export type CallFacts = { callId: string; sideEffects: string; finished: boolean; latencyMs: number | null };

/** A committed step of an attempt, as `GET /runs/{id}/trajectories` gives it. */
export type StepView = { step: number; at: number; body: Step; calls: CallFacts[] };

/** One request to a model, as `GET /runs/{id}/calls` gives it; null is unknown. */
export type ModelCall = {
  callId: string;
  attempt: number | null;
  step: number | null;
  role: string;
  model: string;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  latencyMs: number;
  failure: string | null;
  at: number;
};
