import { DomainFailure } from "@/lib/core/errors";
import { critiquePlan, withoutEnded } from "@/lib/core/plan/critic";
import type { Plan } from "@/lib/core/plan/schema";
import type { PersonCommand } from "@/lib/core/run/commands";
import { staleVersionRefusal } from "@/lib/core/run/decide/operator";
import { truncateCritique } from "@/lib/core/run/keep-critique";
import type { RunState } from "@/lib/core/run/state";
import { createStoredReads } from "@/lib/engine/effect-reads";
import { offerPlan } from "@/lib/engine/effects/offer-plan";
import { tailBase } from "@/lib/engine/effects/tail";
import type { PayloadRows } from "@/lib/engine/types";
import type { ServiceContext } from "../context";
import { mergeEdit } from "../plans/fit-edit";
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
  const stale = staleVersionRefusal(state, expectedPlanVersion);
  if (stale) throw new DomainFailure(stale);
  const edit = readPlanInput(input.plan).plan;
  const reads = createStoredReads(ctx.db);
  const base = await tailBase({ state: () => state, reads, policies: ctx.setup.policies });
  const { plan, errors, warnings } = mergeEdit(ctx.tools, base, state, edit);
  if (errors.length > 0) throw invalidPlan(errors);
  const { offered, rows } = offerPlan(plan, warnings, base.parent, base.lineages);
  const judged = critiqueEdit(ctx, state, plan, base.ended);
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
function critiqueEdit(ctx: ServiceContext, { settings }: RunState, plan: Plan, ended: ReadonlySet<string>) {
  const { mode } = settings.critic;
  if (mode === "off") return;
  const note = "A person's version is judged by the rules alone.";
  const critique = withoutEnded(critiquePlan(plan, { tools: ctx.tools.list() }), ended);
  return truncateCritique(critique, { by: "static", ...(mode === "model" && { note }) });
}
