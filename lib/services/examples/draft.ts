import { DomainFailure, domainError } from "@/lib/core/errors";
import { draftOfAttempt, draftOfRun } from "@/lib/core/examples/draft";
import type { Example } from "@/lib/core/examples/form";
import { readExample } from "@/lib/core/examples/read";
import type { ExampleDraft } from "@/lib/core/examples/view";
import { type DraftExampleInput, draftExampleInput } from "@/lib/core/inputs/examples";
import { namedTask } from "@/lib/core/run/state/ready";
import { readTrajectory } from "@/lib/core/trajectory";
import type { ServiceContext } from "../context";
import { getPlan } from "../plans/get";
import { exportTrajectory } from "../runs/exports/export-trajectory";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

/** Leaves secrets out and cuts long values. Throws `not_found`, and `not_allowed_now` before the end. */
export const draftExample = defineVerb({
  name: "examples/draft",
  capability: "view",
  description:
    "What a finished run, or an ended attempt of it, would be as an example: `{example, problems, demo}`",
  see: ["examples.md"],
  routes: [{ at: "GET /api/v1/runs/{id}/example", id: "runId" }],
  input: draftExampleInput,
  async run({ ctx, input }): Promise<ExampleDraft> {
    const { demo } = await promotedRun(ctx, input);
    const example = await draftOf(ctx, input);
    const read = readExample(example);
    return { example, problems: read.ok ? [] : read.problems, demo };
  },
});

/**
 * The run that an example is promoted from, once the run or the attempt has ended, and whether only simulated models
 * may be shown it. Throws `not_found` and `not_allowed_now`.
 */
export async function promotedRun(
  ctx: ServiceContext,
  { runId, taskId, attempt }: DraftExampleInput,
): Promise<{ demo: boolean }> {
  const { state } = await readRun(ctx, runId);
  const { tags, finished } = state;
  if (taskId === undefined) {
    if (!finished) throw notYet("This run has not finished.");
  } else {
    const one = namedTask(state, taskId)?.attempts.find((it) => it.attempt === Number(attempt));
    if (!one)
      throw new DomainFailure(domainError("not_found", `There is no attempt ${attempt} of ${taskId}.`));
    if (one.endedAt === undefined) throw notYet("This attempt has not ended.");
  }
  return { demo: tags.includes("demo") };
}

const notYet = (message: string) => new DomainFailure(domainError("not_allowed_now", message));

async function draftOf(ctx: ServiceContext, { runId, taskId, attempt }: DraftExampleInput): Promise<Example> {
  const { state } = await readRun(ctx, runId);
  const { mission } = state;
  const task = taskId === undefined ? undefined : namedTask(state, taskId);
  if (!task) {
    const { plan } = await getPlan({ ctx, input: { runId } });
    return draftOfRun({ mission, plan });
  }
  const input = { runId, taskId: task.id, attempt: Number(attempt) };
  const read = readTrajectory(await exportTrajectory({ ctx, input }));
  if (!read.ok) throw new DomainFailure(domainError("unsupported", read.problem));
  const failure = task.attempts.find((one) => one.attempt === input.attempt)?.code;
  return draftOfAttempt(read.trajectory, { title: task.spec.title, failure });
}
