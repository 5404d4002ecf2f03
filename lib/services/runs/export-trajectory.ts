import { z } from "zod";
import { readStepsAfter } from "@/db/queries/read-calls";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import {
  answersOf,
  beginning,
  callsOf,
  type Step,
  startTrajectory,
  step as stepSchema,
  summary as summarySchema,
  writeTrajectory,
} from "@/lib/core/trajectory";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/** More than any attempt takes: agents have turns, and programs a limit of calls. */
const MAX_STEPS = 1_000;

/**
 * One attempt as a trajectory of its own (docs/agents.md, "Trajectories as JSON"), as far as it is committed. Throws
 * `not_found` for an unknown run, or an attempt without steps.
 */
export const exportTrajectory = defineVerb({
  name: "runs/exportTrajectory",
  capability: "view",
  input: z.object({
    runId: z.string().max(200),
    taskId: z.string().min(1).max(200),
    attempt: z.coerce.number().int().min(1),
  }),
  async run({ ctx, input }): Promise<Json> {
    await requireRun(ctx, input.runId);
    const of = { ...input, workspaceId: ctx.actor.workspaceId };
    const rows = await readStepsAfter(ctx.db, { ...of, after: 0, limit: MAX_STEPS });
    if (rows.length === 0)
      throw new DomainFailure(domainError("not_found", `Attempt ${input.attempt} has no stored steps.`));
    const steps = rows.map(({ body }) => stepSchema.parse(body));
    const [answer] = answersOf({ steps }).slice(-1);
    return writeTrajectory({
      ...startOf(rows[0]?.start ?? null, steps),
      steps,
      summary: summarySchema.nullable().parse(rows.findLast((row) => row.summary !== null)?.summary ?? null),
      answer: answer?.answer ?? null,
    });
  },
});

/** How the attempt began; of one of an earlier time only the steps are stored. */
function startOf(stored: Json, steps: readonly Step[]) {
  const tools = [...new Set(steps.flatMap((step) => callsOf(step).map(({ tool }) => tool)))];
  const { query, context, constraints } =
    beginning.safeParse(stored).data ?? startTrajectory({ query: "", constraints: { tools } });
  return { query, context, constraints };
}
