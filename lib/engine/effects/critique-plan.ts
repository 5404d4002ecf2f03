import { type EffectContext, type Ending, endWith } from "./effect";
import { judgePlan } from "./plan/judge-plan";
import { tailBase } from "./plan/tail";

/** Judges the plan that came with the run, before it starts. */
export async function critiquePlanInForce(context: EffectContext): Promise<Ending> {
  const { current } = await tailBase(context);
  const judgement = await judgePlan(context, current);
  if (!judgement) throw new Error("This run wants no critic");
  const { kept, blobs } = judgement;
  return endWith({ type: "plan_judged", key: context.key, critique: kept }, { blobs });
}
