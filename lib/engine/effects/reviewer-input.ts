import { READ_RESULT, type ReviewedTask, type ReviewerInput } from "@/lib/agents/reviewer";
import { formatCounted } from "@/lib/core/describe/amounts";
import { formatExpectation } from "@/lib/core/describe/learning/expectation";
import { describeStanding } from "@/lib/core/describe/learning/reflection";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import { canonicalJson, isJsonObject, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { reviewOf } from "@/lib/core/plan";
import type { Task, TaskType } from "@/lib/core/plan/schema";
import { readsOwnAlone, toldOfOthers } from "@/lib/core/run/controls/release/approved";
import { toldHow } from "@/lib/core/run/controls/release/traces";
import type { Check } from "@/lib/core/run/events/checks";
import { peopleWords } from "@/lib/core/run/people-words";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { toldStatus } from "@/lib/core/run/state/told-status";
import { isTerminalTask } from "@/lib/core/run/status";
import { previewOf, type StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import type { Lookup } from "../model/call-role";
import type { ToolCallRow } from "../types";
import { promptAttachments } from "./attachments";
import type { EffectContext } from "./effect";
import { wholeTasks } from "./plan/replanner-input";
import { planInFull } from "./plan/tail";
import { obligationFacts, reasonTold } from "./run-facts";
import { mayHaveWritten, writtenCallLines } from "./tools/earlier-calls";
import { bodyOf, loadBodies, refsOfValues, taskIn } from "./work";

/** Characters of all results under review together, and of one of them at least and at most. */
const RESULTS_CHARS = 24_000;
const MIN_RESULT_CHARS = 2_000;
const MAX_RESULT_CHARS = 4_000;
/** Characters of a result that is not under review, and of one piece that the reviewer reads on its own. */
const SHORT_CHARS = 200;
const READ_CHARS = 16_000;
const MAX_OTHERS = 100;
/** Characters of the inputs of what is still to be done: all together, and one of them at least. */
const REMAINING_CHARS = { inputs: 6_000, oneInput: 200 };
/** Calls of a task under review, and characters of what one was given and of what it gave. */
const MAX_CALLS = 10;
const CALL_CHARS = 300;

type Seen = Omit<ReviewerInput, "brief" | "costMicroUsd" | "problem" | "previousAnswer">;

/**
 * What a reviewer is shown of the run: the tasks under review as they really ended, the others in short, and what would
 * come next. `lookups` give any result whole, where one is cut. Before what people let act it is nothing that they were not
 * shown: of work that does not flow into the review how many tasks there are (docs/engine.md, "The release"). Of what people say it has what
 * was said before it began, also when it is asked once more.
 */
export async function reviewerInput(
  context: EffectContext,
  task: Task,
): Promise<{ input: Seen; lookups: Lookup[] }> {
  const state = context.state();
  const { workspaceId } = state;
  const readsOwn = readsOwnAlone(state, task.id);
  const { startedAt } = taskIn(state, task.id).attempts.at(-1) ?? {};
  const said = peopleWords(state, task.id, readsOwn ? "before" : "everywhere", startedAt);
  const isTold = toldOfOthers(state, task.id);
  const isToldHow = toldHow(state, task.id);
  const traced = ({ id, attempts }: TaskState) => isToldHow(id, attempts.at(-1)?.attempt ?? 0);
  const facts = { ...factsOf(state, task, isTold), ...(!readsOwn && planFacts(state)) };
  const under = new Set(facts.review.previousTasks.filter(isTold));
  const reviewed = [...under].flatMap((id) => getOwn(state.tasks, id) ?? []);
  const settled = state.order.filter((id) => id === task.id || isTerminalTask(taskIn(state, id).status));
  const others = state.order
    .map((id) => taskIn(state, id))
    .filter(({ id, status }) => isTerminalTask(status) && !under.has(id) && id !== task.id && isTold(id))
    .slice(-MAX_OTHERS);
  const ended = {
    tasks: reviewed.map((one) => reviewedTask(state, one, traced(one))),
    others: others.map((one) => endedTask(state, one, traced(one))),
  };
  const results = [...ended.tasks, ...ended.others].flatMap(({ result }) => result ?? []);
  const bodies = await loadBodies(context, workspaceId, refsOfValues(results));
  const share = Math.floor(RESULTS_CHARS / Math.max(1, reviewed.length));
  const chars = Math.min(MAX_RESULT_CHARS, Math.max(MIN_RESULT_CHARS, share));
  const whole = new Map<string, Json>(
    [...ended.tasks, ...ended.others].map(({ facts: { id }, result }) => [
      id,
      result ? bodyOf(result, bodies) : "",
    ]),
  );
  const calls = await callsOf(context, reviewed.filter(traced));
  const shown = (list: EndedTask[], most: number): ReviewedTask[] =>
    list.map(({ facts: one }) => ({
      ...one,
      ...cutResult(whole.get(one.id) ?? "", most),
      ...(calls.has(one.id) && { calls: calls.get(one.id) as string[] }),
    }));
  const [tasks, rest] = [shown(ended.tasks, chars), shown(ended.others, SHORT_CHARS)];
  const untold = state.order.filter((id) => !isTold(id));
  const plan = await planInFull(context);
  const { remaining: open } = wholeTasks(state, plan, new Set([...settled, ...untold]), REMAINING_CHARS);
  const remaining = open.map(({ status: _pending, ...one }) => one);
  const isOpen = (id: string) => !isTerminalTask(taskIn(state, id).status);
  const moreRemaining = countOthers(state, untold.filter(isOpen));
  const effectsDone = await writtenCallLines(context, Number.POSITIVE_INFINITY, task.id);
  const attachments = await promptAttachments(context);
  const isCut = [...tasks, ...rest].some(({ cut }) => cut !== undefined);
  return {
    input: {
      ...facts,
      ...(attachments && { attachments }),
      tasks,
      others: rest,
      remaining,
      ...(moreRemaining !== undefined && { moreRemaining }),
      effectsDone,
      peopleSaid: peopleWordLines(said),
    },
    lookups: isCut ? [readResult(whole)] : [],
  };
}

function factsOf(state: Readonly<RunState>, task: Task, isTold: (taskId: string) => boolean) {
  const { mission, settings } = state;
  return {
    mission,
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    review: reviewOf(task),
    checkpoint: checkpointOf(state, task, isTold),
    obligations: obligationFacts(state, isTold),
  };
}

const planFacts = ({ planTitle, planObjective }: Readonly<RunState>) => ({
  planTitle,
  ...(planObjective !== undefined && { objective: planObjective }),
});

/** `3 other tasks: 2 task, 1 human_review`, of tasks of which nothing else is said; undefined where there are none. */
function countOthers(state: Readonly<RunState>, ids: readonly string[]): string | undefined {
  if (ids.length === 0) return;
  const counts = new Map<TaskType, number>();
  for (const id of ids) {
    const { type } = taskIn(state, id).spec;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const byType = [...counts].map(([type, count]) => `${count} ${type}`);
  return `${formatCounted(ids.length, "other task", "other tasks")}: ${byType.join(", ")}`;
}

/** What is kept of an ended task: the state may change in the meantime. */
type EndedTask = { facts: Omit<ReviewedTask, "result" | "cut">; result?: StoredValue };

function endedTask(state: Readonly<RunState>, task: TaskState, isTraced: boolean): EndedTask {
  // What was refused is what a reviewer has to judge by.
  const result = task.result ?? (isTraced ? task.attempts.at(-1)?.output : undefined);
  return { facts: endedFacts(state, task, isTraced), ...(result && { result }) };
}

/** One under review, with what was expected of it. */
function reviewedTask(state: Readonly<RunState>, task: TaskState, isTraced: boolean): EndedTask {
  const ended = endedTask(state, task, isTraced);
  if (!task.reasoned?.said || !isTraced) return ended;
  return { ...ended, facts: { ...ended.facts, expected: formatExpectation(task.reasoned) } };
}

function cutResult(value: Json, most: number): Pick<ReviewedTask, "result" | "cut"> {
  const text = textOf(value);
  const result = cutText(text, most);
  if (result.length === text.length) return { result: value };
  return { result, cut: `${result.length} of ${text.length} characters` };
}

/** The last calls of tools in the attempt that brought each of these results; tasks without any are left out. */
async function callsOf(
  context: EffectContext,
  tasks: readonly TaskState[],
): Promise<ReadonlyMap<string, string[]>> {
  if (!mayHaveWritten(context.state())) return new Map();
  const lines = tasks.map(async ({ id, attempts }): Promise<[string, string[]]> => {
    const { toolCalls } = await context.reads.attempt(context.runId, id, attempts.at(-1)?.attempt ?? 0);
    return [id, toolCalls.slice(-MAX_CALLS).map(callLine)];
  });
  return new Map((await Promise.all(lines)).filter(([, calls]) => calls.length > 0));
}

function callLine({ tool, args, status, ok, output = null, error }: ToolCallRow): string {
  const gave = ok
    ? previewOf(output, CALL_CHARS)
    : status === "finished"
      ? `failed: ${error ?? ""}`
      : "no end";
  return cutText(`${tool} ${cutText(canonicalJson(args), CALL_CHARS)} -> ${gave}`, 2 * CALL_CHARS + 100);
}

/** A result as text, its keys in the order in which they were written. */
const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A look at a whole result, piece by piece. */
function readResult(whole: ReadonlyMap<string, Json>): Lookup {
  return {
    spec: {
      name: READ_RESULT,
      description: `Gives the whole result of a task that has ended, ${READ_CHARS} characters from "offset" on.`,
      inputSchema: {
        type: "object",
        properties: { task: { type: "string" }, offset: { type: "integer", minimum: 0 } },
        required: ["task"],
      },
    },
    find(args): Json {
      const { task, offset = 0 } = isJsonObject(args) ? args : {};
      const value = whole.get(String(task));
      if (value === undefined) return { error: `Known results: ${[...whole.keys()].join(", ")}.` };
      const text = textOf(value);
      const from = typeof offset === "number" && offset > 0 ? Math.floor(offset) : 0;
      return { chars: text.length, offset: from, text: text.slice(from, from + READ_CHARS) };
    },
  };
}

function checkpointOf(
  state: Readonly<RunState>,
  { id, title, dependsOn }: Task,
  isTold: (taskId: string) => boolean,
) {
  const behind = state.order.filter((other) => taskIn(state, other).spec.dependsOn.includes(id));
  const more = countOthers(
    state,
    behind.filter((other) => !isTold(other)),
  );
  return {
    id,
    title,
    dependsOn: [...dependsOn],
    waiting: [...behind.filter(isTold), ...(more ? [more] : [])],
  };
}

function endedFacts(state: Readonly<RunState>, task: TaskState, isTraced: boolean): EndedTask["facts"] {
  const { id, spec, status, attempts } = task;
  const reason = reasonTold(state, task);
  const shown = isTerminalTask(status) ? toldStatus(task) : `${status} (not run)`;
  const { checks: made = [], reflection } = attempts.at(-1) ?? {};
  const standing = describeStanding(reflection);
  const checks = isTraced
    ? [...made.map(checkLine), ...(standing === undefined ? [] : [`answer ${standing}`])]
    : [];
  return {
    id,
    title: spec.title,
    type: spec.type,
    status: shown,
    ...(checks.length > 0 && { checks }),
    ...(reason !== undefined && { diagnosis: reason }),
  };
}

function checkLine(check: Check): string {
  const { layer, outcome, shown } = check;
  const about = outcome === "passed" ? shown : formatReason(check.diagnosis);
  return about === undefined ? `${layer} ${outcome}` : `${layer} ${outcome}: ${about}`;
}
