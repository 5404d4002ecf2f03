export type InFlight = { kind: EffectKind; taskId?: string; attempt?: number; sinceSeq: number };

export const EFFECT_KINDS = [
  "plan",
  "critique_plan",
  "detail",
  "reason_task",
  "quality_gate",
  "run_attempt",
  "run_direct",
  "synthesize",
  "review",
  "show_gate",
  "replan",
  "refine",
  "critique_approach",
  "summarize",
  "answer",
  "critique_answer",
  "revise_answer",
  "retrospect",
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** True for work beside a task's attempt: it takes no place of another, and nothing waits for its end. */
export const isBeside = ({ kind }: { kind: EffectKind | "wake" }): boolean => kind === "reason_task";

/** Work that should be in flight (from `notBefore` on, if given), or a moment at which the run wants a look. */
export type Effect =
  | { kind: EffectKind; key: string; taskId?: string; attempt?: number; notBefore?: number }
  | { kind: "wake"; key: string; at: number };

/** Consecutive infrastructure failures of one effect. */
export type FaultState = {
  /** The model that could not be reached. */
  model?: string;
  since: number;
  failures: number;
  notBefore: number;
  /** When it failed last. */
  at: number;
  code: string;
  message: string;
};
