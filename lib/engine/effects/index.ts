import type { EffectKind } from "@/lib/core/run/state";
import { answer } from "./answer";
import { critiquePlanInForce } from "./critique-plan";
import type { EffectHandler } from "./effect";
import { plan } from "./plan";
import { replan } from "./replan";
import { review } from "./review";
import { runAttempt } from "./run-attempt";
import { showGate } from "./show-gate";
import { synthesize } from "./synthesize";

/** Who performs each kind of effect. */
export const EFFECTS: Readonly<Record<EffectKind, EffectHandler>> = {
  plan,
  critique_plan: critiquePlanInForce,
  run_attempt: runAttempt,
  synthesize,
  review,
  show_gate: showGate,
  replan,
  answer,
};
