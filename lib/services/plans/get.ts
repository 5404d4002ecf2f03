import { z } from "zod";
import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import { formatReason } from "@/lib/core/describe/reason";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { inAddress, ordinal } from "@/lib/core/inputs/bounds";
import type { PlanVersionView } from "@/lib/core/views";
import type { ServiceContext } from "../context";
import { orDrill, type ShownDrill } from "../drills/shown";
import { defineVerb } from "../verb";
import { critiqueView } from "./critique-view";

export type { PlanVersionView } from "@/lib/core/views";

/** One plan version of a run in full, the newest when none is named. Throws `not_found`. */
export const getPlan = defineVerb({
  name: "plans/get",
  capability: "view",
  description:
    "A plan version in full, the newest unless one is named, with the critic's findings and people's verdicts on them, and where a model told it how plan and mission cover each other: `critique.coverage` is `{demands: [{demand, tasks}], unquoted, extra}`, else `null`",
  see: ["plans.md#coverage"],
  routes: [{ at: "GET /api/v1/runs/{id}/plan", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200), version: inAddress(ordinal).optional() }),
  run: ({ ctx, input }): Promise<PlanVersionView> =>
    storedVersion(ctx, input).catch(orDrill(ctx, input.runId, (drill) => drillVersion(drill, input.version))),
});

async function storedVersion(
  ctx: ServiceContext,
  { runId, version }: { runId: string; version?: number | undefined },
): Promise<PlanVersionView> {
  const of = { workspaceId: ctx.actor.workspaceId, runId };
  const row = await readPlanVersion(ctx.db, version === undefined ? of : { ...of, version });
  if (!row?.plan) {
    const which = version === undefined ? "a plan" : `a plan version ${version}`;
    throw missing(runId, which);
  }
  const { parent, origin, cause, author, digest, plan, critique, verdicts } = row;
  return {
    runId,
    version: row.version,
    parent,
    origin,
    cause,
    author,
    digest,
    plan,
    adoptedAt: row.adoptedAt.getTime(),
    critique: critique && (await critiqueView(ctx, { ...critique, verdicts })),
  };
}

const missing = (runId: string, which: string) =>
  new DomainFailure(domainError("not_found", `There is no run ${runId} with ${which}.`));

/** The version in force of a run that a drill tells of; one that waits is not adopted. */
function drillVersion({ state, log, plans }: ShownDrill, version = 1): PlanVersionView {
  const event = log.find((one) => one.type === "plan_version_adopted");
  const [plan] = plans;
  if (version !== 1 || event?.type !== "plan_version_adopted" || !plan)
    throw missing(state.runId, `a plan version ${version}`);
  const { origin, cause, author, digest } = event.payload;
  const facts = {
    runId: state.runId,
    version,
    parent: null,
    origin,
    cause: formatReason(cause),
    author,
    digest,
  };
  return { ...facts, plan, adoptedAt: event.at, critique: null };
}
