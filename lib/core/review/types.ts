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
  /** How what happened differs from what was expected. */
  deviation?: string;
  /** Step text, or a plan as JSON. */
  updatedPlan?: string | JsonObject;
  finalResult?: Json;
  abortReason?: string;
  /** What has to be true first, in its own slot: empty says that nothing has to. */
  conditions?: string[];
};

export type ReadDecision =
  | {
      ok: true;
      decision: Decision;
      /** Empty when the answer gives none. */
      reasoning: string;
      answers?: DecisionPointAnswer[];
      /** How what happened differs from what was expected; absent where nothing is said of it. */
      deviation?: string;
      /** With REPLAN only: a suggestion, not yet read as a plan; absent where there is none. */
      updatedPlan?: string | JsonObject;
      /** With COMPLETE only. */
      finalResult?: Json;
      /** With ABORT only; the reasoning when no reason is given. */
      abortReason?: string;
      /** It lets work go on, and says that nothing comes first: in its slot, or in words that can set no condition. */
      isUnconditional?: true;
    }
  | {
      ok: false;
      /** No decision word of its own; several, or doubt about it; what lets the work go on with conditions; REPLAN with a plan that cannot be read, or with neither plan nor reasons; COMPLETE without a result. */
      reason: "missing" | "ambiguous" | "conditional" | "no_plan" | "no_result";
      /** What the answer says beside its one decision that no field takes, where nothing else leaves it in doubt. */
      unread?: string[];
    };
