import type { z } from "zod";
import { readWritingCalls } from "@/db/queries/runs/read-attempts";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { forkPreviewInput } from "@/lib/core/inputs/create-run";
import { isJsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { type RunEvent, type RunState, transact } from "@/lib/core/run";
import { givenRefusal } from "@/lib/core/run/decide/fork-changes";
import type { ForkEffect, ForkPreview, ForkQuestion } from "@/lib/core/run/fork-views";
import { gatesOfTask } from "@/lib/core/run/gates/of-task";
import { GATE_VERBS, type GateVerb } from "@/lib/core/run/gates/table";
import { answersByTask, openGates } from "@/lib/core/run/selectors";
import type { TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { previewOf } from "@/lib/core/stored-value";
import { actorRefOf, type ServiceContext, voterOf } from "../../context";
import { readRun } from "../../submit";
import { defineVerb } from "../../verb";
import { verbsOf } from "../given-reviews";
import { type ForkPlace, readForkPoint } from "./fork-point";

const MAX_LISTED = 200;
const PREVIEW_CHARS = 200;

/** Throws what `runs/fork` throws of the place. */
export const previewFork = defineVerb({
  name: "runs/forkPreview",
  capability: "view",
  description:
    "What a fork would keep, do again and ask, and what has been done outside already; with `approvalId=` or `taskId=` in place of `fromSeq=` right before that was decided, where `fromSeq` of the answer is the event to fork at",
  see: ["engine.md#forks"],
  routes: [{ at: "GET /api/v1/runs/{id}/fork-preview", id: "runId" }],
  input: forkPreviewInput,
  async run({ ctx, input }): Promise<ForkPreview> {
    const { runId } = input;
    const {
      shared,
      state: before,
      live,
    } = await readForkPoint(ctx, await readRun(ctx, runId), placeOf(input));
    const last = shared.at(-1) as RunEvent;
    const fork = begun(ctx, before, runId, shared.length);
    const tasks = fork.order.flatMap((id) => getOwn(fork.tasks, id) ?? []);
    const kept = tasks.filter(({ status }) => isTerminalTask(status));
    const again = tasks.filter(({ status }) => status === "running" || status === "waiting");
    const effects = (await readWritingCalls(ctx.db, { runId, of: "family" })).map((call) =>
      effectOf(live, call, last.at),
    );
    return {
      runId,
      fromSeq: shared.length,
      at: last.at,
      planVersion: fork.planVersion,
      kept: named(kept),
      keptCount: kept.length,
      again: named(again),
      againCount: again.length,
      pendingCount: tasks.length - kept.length - again.length,
      effects: effects.slice(0, MAX_LISTED),
      effectCount: effects.length,
      questions: questionsOf(ctx, fork, live).slice(0, MAX_LISTED),
    };
  },
});

function placeOf({ fromSeq, approvalId, taskId = "" }: z.output<typeof forkPreviewInput>): ForkPlace {
  if (fromSeq !== undefined) return { fromSeq };
  return approvalId === undefined ? { taskId } : { approvalId };
}

/** The fork as it would begin, under the name of its parent. */
function begun(ctx: ServiceContext, before: RunState, parentRunId: string, fromSeq: number): RunState {
  const command = { type: "fork", parentRunId, fromSeq } as const;
  transact(before, [{ id: "preview", actor: actorRefOf(ctx.actor), command }], ctx.clock.nowMs());
  return before;
}

const named = (tasks: TaskState[]) =>
  tasks.slice(0, MAX_LISTED).map(({ id, spec }) => ({ taskId: id, title: spec.title }));

type WritingCall = Awaited<ReturnType<typeof readWritingCalls>>[number];

function effectOf(
  { tasks }: Readonly<RunState>,
  { taskId, tool, args, output, finishedAt }: WritingCall,
  sharedUntil: number,
): ForkEffect {
  return {
    taskId,
    title: getOwn(tasks, taskId)?.spec.title ?? taskId,
    tool,
    args: previewOf(args, PREVIEW_CHARS),
    output: finishedAt === null ? null : previewOf(output ?? null, PREVIEW_CHARS),
    at: finishedAt?.getTime() ?? null,
    later: finishedAt !== null && finishedAt.getTime() > sharedUntil,
  };
}

/** What is open there first, then the reviews and human gates that are to come. */
function questionsOf(ctx: ServiceContext, fork: RunState, live: Readonly<RunState>): ForkQuestion[] {
  const answers = answersByTask(live as RunState);
  const others = openGates(fork)
    .filter(({ taskId }) => taskId === undefined || verbsOf(specOf(fork, taskId)).length === 0)
    .map((gate): ForkQuestion => {
      const plain = { open: true, verbs: [], because: null, was: null };
      return {
        approvalId: gate.supersedes ?? null,
        taskId: gate.taskId ?? null,
        title: gateTitle(fork, gate),
        ...plain,
      };
    });
  const asking = fork.order
    .flatMap((id) => getOwn(fork.tasks, id) ?? [])
    .filter(({ spec, status }) => !isTerminalTask(status) && verbsOf(spec).length > 0)
    .map((task): ForkQuestion => {
      const was = answers.get(task.id)?.verb ?? decisionIn(getOwn(live.tasks, task.id)) ?? null;
      const [gate] = gatesOfTask(fork, task.id);
      const open = gate !== undefined || getOwn(fork.held, task.id) !== undefined;
      const asked = { taskId: task.id, title: task.spec.title, open, approvalId: gate?.supersedes ?? null };
      return { ...asked, was, ...decidable(ctx, fork, task) };
    });
  return [...asking.filter(({ open }) => open), ...others, ...asking.filter(({ open }) => !open)];
}

const specOf = (state: RunState, taskId: string) => (getOwn(state.tasks, taskId) as TaskState).spec;

function decidable(ctx: ServiceContext, fork: RunState, { id, spec }: TaskState) {
  const { actor, clock } = ctx;
  if (!actor.capabilities.includes("review"))
    return { verbs: [], because: "Deciding needs the right to review." };
  const tried = verbsOf(spec).map((verb) => {
    return { verb, refusal: givenRefusal(fork, id, verb, voterOf(actor), clock.nowMs()) };
  });
  const verbs = tried.filter(({ refusal }) => !refusal).map(({ verb }) => verb);
  return { verbs, because: verbs.length > 0 ? null : (tried[0]?.refusal?.message ?? null) };
}

/** What a review that has ended decided. */
function decisionIn(task: TaskState | undefined): GateVerb | undefined {
  const { result } = task ?? {};
  if (!result || !("inline" in result) || !isJsonObject(result.inline)) return;
  const { decision } = result.inline;
  return task?.spec.type === "planning_review" ? GATE_VERBS.find((verb) => verb === decision) : undefined;
}
