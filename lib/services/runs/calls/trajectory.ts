import { z } from "zod";
import { readCallFacts, readRunUsage, readStepsAfter, readToolOutput } from "@/db/queries/read-calls";
import { inAddress, lastOrdinal, ordinal, pageLimit } from "@/lib/core/inputs/bounds";
import type { RunState } from "@/lib/core/run/state";
import { namedTask } from "@/lib/core/run/state/ready";
import {
  type Step,
  type Summary,
  step as stepSchema,
  summary as summarySchema,
} from "@/lib/core/trajectory/types";
import { readRun } from "../../submit";
import { defineVerb } from "../../verb";
import { runPurgesOf } from "./list";

/** What is known of a tool call beside its step: how it ended and how long it took. */
type CallFacts = {
  callId: string;
  sideEffects: string;
  finished: boolean;
  latencyMs: number | null;
};

/** `summary`: what was made of the first steps after this one; null where nothing was. */
type StepView = { step: number; at: number; body: Step; summary: Summary | null; calls: CallFacts[] };

/** `removedAt`: when the steps were removed under retention; null where there are some, or never were any. */
type TrajectoryPage = { items: StepView[]; removedAt: number | null; nextAfter: number | null };

/** The committed steps of one attempt, in order and in pages. Throws `not_found` for an unknown run. */
export const readTrajectory = defineVerb({
  name: "runs/trajectory",
  capability: "view",
  description:
    "The committed steps of one attempt, in pages; `summary` is what stands for the first steps in the agent's requests after this one, or null. `removedAt`: when the steps were removed",
  see: ["operations.md#retention"],
  routes: [{ at: "GET /api/v1/runs/{id}/trajectories", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    taskId: z.string().min(1).max(200),
    attempt: inAddress(ordinal),
    /** The step to go on after. */
    after: inAddress(lastOrdinal).default(0),
    limit: pageLimit,
  }),
  async run({ ctx, input }): Promise<TrajectoryPage> {
    const { state } = await readRun(ctx, input.runId);
    const of = { ...input, workspaceId: ctx.actor.workspaceId };
    const [steps, calls] = await Promise.all([
      readStepsAfter(ctx.db, { ...of, limit: input.limit + 1 }),
      readCallFacts(ctx.db, of),
    ]);
    const page = steps.slice(0, input.limit);
    const output = isInterrupted(state, input) ? await readToolOutput(ctx.db, of) : [];
    const items = page.map(({ step, at, body, summary }) => ({
      step,
      at: at.getTime(),
      body: withOutput(stepSchema.parse(body), output),
      summary: summarySchema.nullable().parse(summary),
      calls: calls.filter((call) => call.step === step).map(callFacts),
    }));
    // Only who finds nothing asks why.
    const usage = page.length === 0 ? await readRunUsage(ctx.db, of) : undefined;
    const { payloadsAt: removedAt } = runPurgesOf(usage);
    return { items, removedAt, nextAfter: steps.length > input.limit ? (page.at(-1)?.step ?? null) : null };
  },
});

/** The attempt was given up in the middle of a step: what its calls had told has not become part of it. */
function isInterrupted(
  state: Readonly<RunState>,
  { taskId, attempt }: { taskId: string; attempt: number },
): boolean {
  const at = namedTask(state, taskId)?.attempts.find((one) => one.attempt === attempt);
  return at?.open !== undefined && at.outcome !== undefined;
}

type Output = Awaited<ReturnType<typeof readToolOutput>>;

/** Of a call that ran twice its last output is shown, as it is of one that is stored with its step. */
function withOutput(body: Step, output: Output): Step {
  if (body.chunks || body.action.type === "finish") return body;
  const own = output.flatMap(({ step, callId, stream, text }) =>
    step === body.step && callId !== null && stream !== null ? [{ callId, stream, text }] : [],
  );
  const last = new Map(own.map((chunk) => [`${chunk.callId} ${chunk.stream}`, chunk]));
  return last.size === 0 ? body : { ...body, chunks: [...last.values()] };
}

function callFacts(row: Awaited<ReturnType<typeof readCallFacts>>[number]): CallFacts {
  const { callId, sideEffects, status, latencyMs } = row;
  return { callId, sideEffects, finished: status === "finished", latencyMs };
}
