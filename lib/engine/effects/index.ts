import type { EffectKind } from "@/lib/core/run/state";
import { answer } from "./answers/answer";
import { critiqueAnswer } from "./answers/critique-answer";
import { reviseAnswer } from "./answers/revise-answer";
import { summarize } from "./answers/summarize";
import { critiquePlanInForce } from "./critique-plan";
import { detail } from "./detail";
import type { EffectHandler } from "./effect";
import { critiqueApproach } from "./learning/critique-approach";
import { retrospect } from "./learning/retrospect";
import { plan } from "./plan";
import { askQualityGate } from "./quality-gate";
import { reasonTask } from "./reason-task";
import { refine } from "./refine";
import { replan } from "./replan";
import { review } from "./review";
import { runAttempt } from "./run-attempt";
import { runDirect } from "./run-direct";
import { showGate } from "./show-gate";
import { synthesize } from "./synthesize";

/** Who performs each kind of effect. */
export const EFFECTS: Readonly<Record<EffectKind, EffectHandler>> = {
  plan,
  critique_plan: critiquePlanInForce,
  detail,
  reason_task: reasonTask,
  quality_gate: askQualityGate,
  run_attempt: runAttempt,
  run_direct: runDirect,
  synthesize,
  review,
  show_gate: showGate,
  replan,
  refine,
  critique_approach: critiqueApproach,
  summarize,
  answer,
  critique_answer: critiqueAnswer,
  revise_answer: reviseAnswer,
  retrospect,
};
