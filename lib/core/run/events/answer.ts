import { z } from "zod";
import { answerCritique, REFLECTION_OUTCOMES, STOPS } from "../../reflection";
import { openQuestion } from "../../reflection/questions";
import { assessment } from "../../retrospect";
import { RETROSPECT_SKIPS } from "../../retrospect/rules";
import { selfCritique } from "../../self-critique";
import { storedValue } from "../../stored-value";
import { ROUTES } from "../replans/route-iteration";
import { reason, simpleReason } from "./reason";

/** What the summarizer says of a plan that was carried out, as events keep it (docs/engine.md, "Summarizer loop"). */
const summary = z.object({
  /** Whether the mission was achieved, in one sentence; absent where it is not told apart from the answer. */
  outcome: z.string().optional(),
  finalAnswer: storedValue,
  qualityScore: z.number().min(0).max(1),
  qualityReasoning: z.string(),
  needReplan: z.boolean(),
  /** What is missing; empty when nothing is. */
  replanReason: z.string(),
  /** What the answer rests on: task ids, mostly. */
  usedEvidence: z.array(z.string()),
});

export type Summary = z.infer<typeof summary>;

export const summaryEvents = {
  summarized: summary,
  /** No summary could be read: the answer is written without one, and nothing is done again. */
  summary_failed: z.object({ reason: simpleReason }),
  iteration_routed: z.object({
    needReplan: z.boolean(),
    iteration: z.int().min(0),
    limit: z.int().min(0),
    decision: z.enum(ROUTES),
    /** The summary before named the same reason: another iteration would not help. */
    repeated: z.literal(true).optional(),
    limitReached: z.boolean(),
  }),
  /** The planner is asked for what is missing; `iteration` counts from 1. */
  iteration_started: z.object({ iteration: z.int().min(1), limit: z.int().min(1), reason: z.string() }),
} as const;

/** Absent for the run's final answer. `step` is the turn of the attempt that gave the answer. */
const ofAgent = {
  taskId: z.string().optional(),
  attempt: z.int().min(1).optional(),
  step: z.int().min(1).optional(),
};

export const selfCritiqueEvents = {
  /** Of the plan that was carried out last; `failed`: why nobody has said anything of it. */
  approach_critiqued: z.union([selfCritique, z.object({ failed: reason })]),
} as const;

export const retrospectEvents = {
  retrospected: z.union([
    z.object({ skipped: z.enum(RETROSPECT_SKIPS) }),
    assessment.extend({
      /** No model said it: why. */
      byRule: reason.optional(),
    }),
  ]),
} as const;

export const reflectionEvents = {
  answer_critiqued: answerCritique.extend({
    ...ofAgent,
    /** How often the answer had been revised before. */
    revisions: z.int().min(0),
    threshold: z.number(),
    passed: z.boolean(),
  }),
  /** The final answer was rewritten; agents revise theirs by another turn. */
  answer_revised: z.object({ revision: z.int().min(1), value: storedValue }),
  answer_accepted: z.object({
    ...ofAgent,
    outcome: z.enum(REFLECTION_OUTCOMES),
    /** Of the answer that is kept; absent where nobody has scored it. */
    score: z.number().optional(),
    threshold: z.number(),
    revisions: z.int().min(0),
    /** Which of the answers is kept, from 0. */
    kept: z.int().min(0),
    feedback: z.string().optional(),
    questions: z.array(openQuestion),
    stopped: z.enum(STOPS).optional(),
    /** Why it went no further. */
    reason: reason.optional(),
  }),
} as const;
