import { z } from "zod";
import { readFamily } from "@/db/queries/runs/read-family";
import { familyTree } from "@/lib/core/compare/family";
import type { FamilyMember, RunFamily } from "@/lib/core/run/fork-views";
import { orDrill } from "../../drills/shown";
import { storedRun } from "../../submit";
import { defineVerb } from "../../verb";
import { costOf } from "../costs";

const MAX_MEMBERS = 200;

/** The run that all of them come from, and every fork, as a tree. Throws `not_found`. */
export const familyOfRun = defineVerb({
  name: "runs/family",
  capability: "view",
  description:
    "The run that this one and its forks come from, with all of them, as a tree: `{members: [{runId, parentRunId, parentSeq, depth, status, cost, …}], more}`",
  routes: [{ at: "GET /api/v1/runs/{id}/family", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input: { runId } }): Promise<RunFamily> {
    await storedRun(ctx, runId).catch(orDrill(ctx, runId, ({ state }) => state));
    const { workspaceId } = ctx.actor;
    const rows = await readFamily(ctx.db, { workspaceId, runId, limit: MAX_MEMBERS + 1 });
    const members = familyTree(rows.slice(0, MAX_MEMBERS)).map(
      ({ modelCalls, costMicroUsd, uncostedCalls, ...run }): FamilyMember => ({
        ...run,
        cost: costOf({ modelCalls, costMicroUsd, uncostedCalls }),
      }),
    );
    return { runId, members, more: rows.length > MAX_MEMBERS };
  },
});
