import type { EffectKind } from "@/lib/core/run/state";
import { answer } from "./answer";
import { critiqueAnswer } from "./critique-answer";
import { critiqueApproach } from "./critique-approach";
import { critiquePlanInForce } from "./critique-plan";
import { detail } from "./detail";
import type { EffectHandler } from "./effect";
import { plan } from "./plan";
import { askQualityGate } from "./quality-gate";
import { reasonTask } from "./reason-task";
import { refine } from "./refine";
import { replan } from "./replan";
import { retrospect } from "./retrospect";
import { review } from "./review";
import { reviseAnswer } from "./revise-answer";
import { runAttempt } from "./run-attempt";
import { runDirect } from "./run-direct";
import { showGate } from "./show-gate";
import { summarize } from "./summarize";
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
