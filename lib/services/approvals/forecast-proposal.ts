import type { Forecast } from "@/lib/core/forecast";
import type { ProposalForecast } from "@/lib/core/forecast/views";
import { getOwn } from "@/lib/core/own";
import type { Plan } from "@/lib/core/plan/schema";
import { gateRow } from "@/lib/core/run/gates/table";
import { offeredPlan } from "@/lib/core/run/offered-plan";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { fitTail, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import type { ForecastPlan } from "@/lib/engine/forecasts/plan-forecasts";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { ServiceContext } from "../context";

type Asked = {
  approval: ApprovalState | undefined;
  taskId: string | undefined;
  /** What a reviewer proposes in place of the rest. */
  tail: Plan | null;
  toFinish: Forecast | null;
};

/**
 * What a plan that waits at this gate, or at this held review, is expected to take beside the one in force; of a draft that
 * was written again beside the draft before it. Null where no plan waits, or not any more. No decision waits for a forecast
 * that fails.
 */
export async function forecastProposal(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  asked: Asked,
): Promise<ProposalForecast | null> {
  if (asked.approval && asked.approval.status !== "open") return null;
  const { planVersion } = state;
  const guard = async (forecast: () => Promise<Forecast | undefined>) => {
    try {
      return (await forecast()) ?? null;
    } catch (error) {
      ctx.log.warn({ err: error, runId: state.runId }, "cannot forecast a proposed plan");
      return null;
    }
  };
  if (asked.approval?.kind === "plan_approval") {
    const version = planVersion - 1;
    if (version < 1) return null;
    const forecast = await guard(async () => (await ctx.forecasts.ofVersion(state, version))?.whole);
    return { proposed: asked.toFinish, instead: { version, forecast } };
  }
  if (!hasProposal(state, asked)) return null;
  const proposed = await guard(async () => {
    const plan = await proposedPlan(ctx, state, asked);
    return plan && ctx.forecasts.ofProposal(state, plan);
  });
  return { proposed, instead: { version: planVersion, forecast: asked.toFinish } };
}

/** A REPLAN without a plan of its own counts: what is written after the decision is not known now. */
function hasProposal(state: Readonly<RunState>, { approval, taskId, tail }: Asked): boolean {
  if (approval && gateRow(approval.kind).aboutOffer) return state.offered !== undefined;
  if (approval?.kind === "plan_refinement") return state.refinements?.offered?.plan !== undefined;
  if (approval && approval.kind !== "review_decision") return false;
  return (
    tail !== null || (taskId !== undefined && getOwn(state.tasks, taskId)?.proposal?.decision === "REPLAN")
  );
}

/** The whole plan as it would be; undefined for a tail that does not fit the run any more. */
async function proposedPlan(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  { approval, taskId, tail }: Asked,
): Promise<ForecastPlan | undefined> {
  if (approval && gateRow(approval.kind).aboutOffer) return offeredPlan(state);
  const refined = state.refinements?.offered?.plan?.patch;
  if (approval?.kind === "plan_refinement") return refined && offeredPlan(state, refined);
  if (!tail) return;
  const reads = createStoredReads(ctx.db);
  const base = await tailBase({ ...ctx.setup, state: () => state, reads });
  const roots = taskId === undefined ? {} : { rootsDependOn: taskId };
  const { merged, errors } = fitTail({ tools: toolsOfRun(ctx.setup, state) }, base, tail, roots);
  return errors.length > 0 ? undefined : merged.plan;
}
