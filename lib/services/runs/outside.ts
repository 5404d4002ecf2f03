import { z } from "zod";
import { readOutsideCalls } from "@/db/queries/read-calls";
import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import { getOwn } from "@/lib/core/own";
import { aheadOfPlan, firstApproved } from "@/lib/core/run/approved-order";
import { consentsIn, notDoneIn } from "@/lib/core/run/consent";
import type { OutsideCall, OutsideCalls } from "@/lib/core/run/outside-calls";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import type { RunState } from "@/lib/core/run/state";
import { previewOf } from "@/lib/core/stored-value";
import type { ServiceContext } from "../context";
import type { ShownDrill } from "../drills/shown";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

const MAX_LISTED = 200;
const ARGS_CHARS = 1_000;

/** Throws `not_found`. */
export const listOutsideCalls = defineVerb({
  name: "runs/outside",
  capability: "view",
  description:
    "What it changed outside, or tried to: `{items: [{taskId, attempt, step, callId, title, tool, args, outcome, simulated, error, at, consent}], count, notDone}`, the first 200 of its calls of tools that act, oldest first, each with the beginning of the arguments that went out; `outcome` is `done`, `failed` (it answered with an error; whether it changed something, the error says or nobody knows) or `unknown` (it was started, and nobody told its end). `consent` is by whose leave it went out: `{call, controls: [{title, people}], plan, since: {change, version, by}, ahead}`, those who let this call run, who let a control before its work pass, who approved the plan, by name, what of its work came into the plan after that, and which work acted only after it though the plan that people let run first has it before; empty where nobody was asked. `notDone` are the tasks that people let act with the plan and that came to an end undone: `[{taskId, title, status}]`",
  see: ["engine.md#what-ran-as-approved"],
  routes: [{ at: "GET /api/v1/runs/{id}/outside", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input: { runId } }): Promise<OutsideCalls> {
    const { state, drill } = await readRun(ctx, runId);
    return outsideCallsOf(ctx, state, drill);
  },
});

/** The same of a run that has been read; a drill has none. */
export async function outsideCallsOf(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  drill: ShownDrill | undefined,
): Promise<OutsideCalls> {
  if (drill) return { items: [], count: 0, notDone: [] };
  const wanted = { workspaceId: ctx.actor.workspaceId, runId: state.runId, limit: MAX_LISTED };
  const { rows, count } = await readOutsideCalls(ctx.db, wanted);
  const simulated = new Set(simulatedToolsOf(state));
  const consentFor = consentsIn(state);
  const calls = rows.map((row) => ({ ...outsideCall(state, row, simulated), consent: consentFor(row) }));
  const version = firstApproved(state);
  const of = { workspaceId: wanted.workspaceId, runId: state.runId };
  const approved = version === undefined ? undefined : await readPlanVersion(ctx.db, { ...of, version });
  const aheadOf = approved?.plan ? aheadOfPlan(state, approved.plan, calls) : () => [];
  const items = calls.map(({ consent, ...call }) => {
    const ahead = aheadOf(call);
    return { ...call, consent: ahead.length > 0 ? { ...consent, ahead } : consent };
  });
  return { items, count, notDone: notDoneIn(state) };
}

type OutsideRow = Awaited<ReturnType<typeof readOutsideCalls>>["rows"][number];

function outsideCall(
  { tasks }: Readonly<RunState>,
  row: OutsideRow,
  simulated: ReadonlySet<string>,
): Omit<OutsideCall, "consent"> {
  const { taskId, attempt, step, callId, tool, args, ok, error, startedAt, finishedAt } = row;
  return {
    taskId,
    attempt,
    step,
    callId,
    tool,
    title: getOwn(tasks, taskId)?.spec.title ?? taskId,
    args: previewOf(args, ARGS_CHARS),
    outcome: finishedAt === null ? "unknown" : ok === true ? "done" : "failed",
    simulated: simulated.has(tool),
    error: finishedAt === null ? null : error,
    at: (finishedAt ?? startedAt).getTime(),
  };
}
