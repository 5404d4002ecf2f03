import { critiquePlan } from "@/lib/core/plan/critic";
import type { Finding } from "@/lib/core/plan/critic-types";
import type { Plan } from "@/lib/core/plan/schema";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import { keepCritique } from "@/lib/core/run/keep-critique";
import type { Blob } from "@/lib/core/stored-value";
import type { EffectContext } from "./effect";

/** The critic's word on a plan: every finding, and the form in which it is kept. */
export type Judgement = { findings: Finding[]; kept: PlanCritique; blob?: Blob };

/** What the critic says of a plan, as the run's settings want it; undefined when they want none. */
export async function judgePlan(context: EffectContext, plan: Plan): Promise<Judgement | undefined> {
  const { critic } = context.state().settings;
  if (critic.mode === "off") return undefined;
  const critique = critiquePlan(plan, { tools: context.tools.list() });
  return { findings: critique.findings, ...keepCritique(critique, { by: "static" }) };
}
