import { DomainFailure } from "@/lib/core/errors";
import { critiquePlan, withoutEnded } from "@/lib/core/plan/critic";
import type { Plan } from "@/lib/core/plan/schema";
import type { PersonCommand } from "@/lib/core/run/commands";
import { staleVersion } from "@/lib/core/run/decide/operator";
import { keepCritique } from "@/lib/core/run/keep-critique";
import type { RunState } from "@/lib/core/run/state";
import { createEffectReads } from "@/lib/engine/effect-reads";
import { offerPlan } from "@/lib/engine/effects/offer-plan";
import { tailBase } from "@/lib/engine/effects/tail";
import type { PayloadRows } from "@/lib/engine/types";
import type { ServiceContext } from "../context";
import { fitEdit } from "../plans/fit-edit";
import type { RunCommandInput } from "./command-input";
import { invalidPlan, readPlanInput } from "./read-plan-input";

/**
 * A person's version of the plan as the run takes it: merged with what has ended, validated, judged by the critic's
 * rules. Throws `invalid_plan` with every issue, and `conflict` for another version in force.
 */
export async function editCommand(
  ctx: ServiceContext,
  live: Readonly<RunState>,
  input: Extract<RunCommandInput, { type: "edit_plan" }>,
): Promise<{ command: PersonCommand; rows: PayloadRows }> {
  const { type, expectedPlanVersion, reason } = input;
  const state = structuredClone(live);
  const stale = staleVersion(state, expectedPlanVersion);
  if (stale) throw new DomainFailure(stale);
  const edit = readPlanInput(input.plan).plan;
  const reads = createEffectReads(ctx.db);
  const base = await tailBase({ state: () => state, reads, policies: ctx.setup.policies });
  const { plan, errors, warnings } = fitEdit(ctx.tools, base, state, edit);
  if (errors.length > 0) throw invalidPlan(errors);
  const { offered, rows } = offerPlan(plan, warnings, base.parent, base.lineages);
  const judged = judge(ctx, state, plan, base.ended);
  return {
    command: {
      type,
      plan: { ...offered, ...(judged && { critique: judged.kept }) },
      expectedPlanVersion,
      reason,
    },
    rows: { ...rows, blobs: [...(rows.blobs ?? []), ...(judged?.blob ? [judged.blob] : [])] },
  };
}

/** A person does not wait for a model: its word is left out, and that is said. */
function judge(ctx: ServiceContext, { settings }: RunState, plan: Plan, ended: ReadonlySet<string>) {
  const { mode } = settings.critic;
  if (mode === "off") return;
  const note = "A person's version is judged by the rules alone.";
  const critique = withoutEnded(critiquePlan(plan, { tools: ctx.tools.list() }), ended);
  return keepCritique(critique, { by: "static", ...(mode === "model" && { note }) });
}
