import type { Json, JsonObject } from "../json";
import type { Decision } from "../plan/schema";

/** How a reviewer answers one decision point. */
export const POINT_ANSWERS = ["yes", "warning", "no", "unclear"] as const;
export type PointAnswer = (typeof POINT_ANSWERS)[number];
export type DecisionPointAnswer = { question: string; answer: PointAnswer; evidence: string };

/** What an answer gives beside its decision; absent where it gives nothing. */
export type DecisionFields = {
  reasoning?: string;
  answers?: DecisionPointAnswer[];
  /** Step text, or a plan as JSON. */
  updatedPlan?: string | JsonObject;
  finalResult?: Json;
  abortReason?: string;
};

export type ReadDecision =
  | {
      ok: true;
      decision: Decision;
      /** Empty when the answer gives none. */
      reasoning: string;
      answers?: DecisionPointAnswer[];
      /** With REPLAN only. */
      updatedPlan?: string | JsonObject;
      /** With COMPLETE only. */
      finalResult?: Json;
      /** With ABORT only; the reasoning when no reason is given. */
      abortReason?: string;
    }
  | {
      ok: false;
      /** No decision word alone; several; REPLAN without a readable plan; COMPLETE without a result. */
      reason: "missing" | "ambiguous" | "no_plan" | "no_result";
    };
