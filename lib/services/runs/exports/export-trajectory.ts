import { z } from "zod";
import { readRunUsage, readStepsAfter } from "@/db/queries/read-calls";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { inAddress, ordinal } from "@/lib/core/inputs/bounds";
import type { Json } from "@/lib/core/json";
import { namedTask } from "@/lib/core/run/state/ready";
import type { AttemptReflection } from "@/lib/core/run/state/reflection";
import {
  type AnswerGiven,
  answersOf,
  beginning,
  callsOf,
  type Step,
  startTrajectory,
  step as stepSchema,
  summary as summarySchema,
  writeTrajectory,
} from "@/lib/core/trajectory";
import type { ServiceContext } from "../../context";
import { readRun, removedFailure } from "../../submit";
import { defineVerb } from "../../verb";
import { runPurgesOf } from "../calls/list";

const PAGE_STEPS = 500;

/** Reaches as far as it is committed. Throws `not_found` for an unknown run, or an attempt without steps. */
export const exportTrajectory = defineVerb({
  name: "runs/exportTrajectory",
  capability: "view",
  description: "One attempt as a trajectory of its own",
  see: ["agents.md#trajectories-as-json"],
  routes: [{ at: "GET /api/v1/runs/{id}/trajectories/export", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    taskId: z.string().min(1).max(200),
    attempt: inAddress(ordinal),
  }),
  async run({ ctx, input }): Promise<Json> {
    const { state } = await readRun(ctx, input.runId);
    const of = { ...input, workspaceId: ctx.actor.workspaceId };
    const rows = await readAttemptSteps(ctx.db, of);
    if (rows.length === 0) {
      const { payloadsAt } = runPurgesOf(await readRunUsage(ctx.db, of));
      if (payloadsAt !== null) throw removedFailure(`Attempt ${input.attempt}`, new Date(payloadsAt));
      throw new DomainFailure(domainError("not_found", `Attempt ${input.attempt} has no stored steps.`));
    }
    const steps = rows.map(({ body }) => stepSchema.parse(body));
    const attempt = namedTask(state, input.taskId)?.attempts.find((one) => one.attempt === input.attempt);
    const answers = answersOf({ steps });
    const answer = acceptedAnswer(answers, attempt?.reflection) ?? answers.at(-1);
    return writeTrajectory({
      ...startOf(rows[0]?.start ?? null, steps),
      steps,
      summary: summarySchema.nullable().parse(rows.findLast((row) => row.summary !== null)?.summary ?? null),
      answer: answer?.answer ?? null,
    });
  },
});

/** The answer that stands after its critics: it need not be the last. */
const acceptedAnswer = (answers: AnswerGiven[], { outcome, step }: Partial<AttemptReflection> = {}) =>
  outcome && answers.find((one) => one.step === step);

/** All committed steps of an attempt: a plan may give its agents as many turns as it likes. */
export async function readAttemptSteps(
  db: ServiceContext["db"],
  of: Omit<Parameters<typeof readStepsAfter>[1], "after" | "limit">,
) {
  const rows: Awaited<ReturnType<typeof readStepsAfter>> = [];
  for (;;) {
    const page = await readStepsAfter(db, { ...of, after: rows.at(-1)?.step ?? 0, limit: PAGE_STEPS });
    rows.push(...page);
    if (page.length < PAGE_STEPS) return rows;
  }
}

/** How the attempt began; of one of an earlier time only the steps are stored. */
function startOf(stored: Json, steps: readonly Step[]) {
  const tools = [...new Set(steps.flatMap((step) => callsOf(step).map(({ tool }) => tool)))];
  const { query, context, constraints } =
    beginning.safeParse(stored).data ?? startTrajectory({ query: "", constraints: { tools } });
  return { query, context, constraints };
}
