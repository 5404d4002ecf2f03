import type { PolicyRole } from "@/lib/core/policy";
import type { Step, Summary } from "@/lib/core/trajectory";

/** What the server tells of a tool call beside its step. */
export type CallFacts = { callId: string; sideEffects: string; finished: boolean; latencyMs: number | null };

/** Whose calls an attempt makes. */
export type Caller = { role: PolicyRole; agent: string };

/** A committed step of an attempt, as `GET /runs/{id}/trajectories` gives it. */
export type StepView = { step: number; at: number; body: Step; summary: Summary | null; calls: CallFacts[] };
