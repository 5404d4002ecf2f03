import { z } from "zod";
import { readPlanVersion } from "@/db/queries/read-plan-version";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { PlanVersionView } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { critiqueView } from "./critique-view";

export type { PlanVersionView } from "@/lib/core/views";

/** One plan version of a run in full, the newest when none is named. Throws `not_found`. */
export const getPlan = defineVerb({
  name: "plans/get",
  capability: "view",
  input: z.strictObject({ runId: z.string().max(200), version: z.coerce.number().int().min(1).optional() }),
  async run({ ctx, input }): Promise<PlanVersionView> {
    const { runId, version } = input;
    const of = { workspaceId: ctx.actor.workspaceId, runId };
    const row = await readPlanVersion(ctx.db, version === undefined ? of : { ...of, version });
    if (!row?.plan) {
      const which = version === undefined ? "a plan" : `a plan version ${version}`;
      throw new DomainFailure(domainError("not_found", `There is no run ${runId} with ${which}.`));
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
  },
});
