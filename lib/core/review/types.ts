import type { Json, JsonObject } from "../json";
import type { Decision } from "../plan/schema";

/** How a reviewer answers one decision point. */
export const POINT_ANSWERS = ["yes", "warning", "no", "unclear"] as const;
export type PointAnswer = (typeof POINT_ANSWERS)[number];
export type DecisionPointAnswer = { question: string; answer: PointAnswer; evidence: string };

export type ReadDecision =
  | {
      ok: true;
      decision: Decision;
      /** Empty when the text gives none. */
      reasoning: string;
      answers: DecisionPointAnswer[];
      /** Of a REPLAN: Step text, or a plan as JSON. */
      updatedPlan?: string | JsonObject;
      /** Of a COMPLETE. */
      finalResult?: Json;
      /** Of an ABORT; the reasoning when no reason is given. */
      abortReason?: string;
    }
  | {
      ok: false;
      /** No decision word; several or not alone; REPLAN without a readable plan; COMPLETE without a result. */
      reason: "missing" | "ambiguous" | "no_plan" | "no_result";
    };
