import { READ_RESULT, type ReviewedTask, type ReviewerInput } from "@/lib/agents/reviewer";
import { formatExpectation } from "@/lib/core/describe/learning/expectation";
import { describeStanding } from "@/lib/core/describe/learning/reflection";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import { canonicalJson, isJsonObject, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { reviewOf } from "@/lib/core/plan";
import type { Task } from "@/lib/core/plan/schema";
import { toldOfOthers } from "@/lib/core/run/controls/release/approved";
import type { Check } from "@/lib/core/run/events/checks";
import { peopleWords } from "@/lib/core/run/people-words";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { previewOf, type StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import type { Lookup } from "../model/call-role";
import type { ToolCallRow } from "../types";
import { promptAttachments } from "./attachments";
import type { EffectContext } from "./effect";
import { wholeTasks } from "./plan/replanner-input";
import { planInFull } from "./plan/tail";
import { obligationFacts } from "./run-facts";
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
 * come next. `lookups` give any result whole, where one is cut.
 */
export async function reviewerInput(
  context: EffectContext,
  task: Task,
): Promise<{ input: Seen; lookups: Lookup[] }> {
  const state = context.state();
  const { workspaceId } = state;
  const facts = factsOf(state, task);
  const under = new Set(facts.review.previousTasks);
  const reviewed = [...under].flatMap((id) => getOwn(state.tasks, id) ?? []);
  const isTold = toldOfOthers(state, task.id);
  const settled = state.order.filter((id) => id === task.id || isTerminalTask(taskIn(state, id).status));
  const others = state.order
    .map((id) => taskIn(state, id))
    .filter(({ id, status }) => isTerminalTask(status) && !under.has(id) && id !== task.id && isTold(id))
    .slice(-MAX_OTHERS);
  const ended = { tasks: reviewed.map(reviewedTask), others: others.map(endedTask) };
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
  const calls = await callsOf(context, reviewed);
  const shown = (list: EndedTask[], most: number): ReviewedTask[] =>
    list.map(({ facts: one }) => ({
      ...one,
      ...cutResult(whole.get(one.id) ?? "", most),
      ...(calls.has(one.id) && { calls: calls.get(one.id) as string[] }),
    }));
  const [tasks, rest] = [shown(ended.tasks, chars), shown(ended.others, SHORT_CHARS)];
  const open = wholeTasks(state, await planInFull(context), new Set(settled), REMAINING_CHARS);
  const remaining = open.remaining.map(({ status: _pending, ...one }) =>
    isTold(one.id) ? one : { id: one.id, title: one.title, type: one.type },
  );
  const effectsDone = await writtenCallLines(context, Number.POSITIVE_INFINITY, isTold);
  const attachments = await promptAttachments(context);
  const isCut = [...tasks, ...rest].some(({ cut }) => cut !== undefined);
  return {
    input: {
      ...facts,
      ...(attachments && { attachments }),
      tasks,
      others: rest,
      remaining,
      effectsDone,
      peopleSaid: peopleWordLines(peopleWords(state, task.id, "everywhere")),
    },
    lookups: isCut ? [readResult(whole)] : [],
  };
}

function factsOf(
  state: Readonly<RunState>,
  task: Task,
): Omit<Seen, "tasks" | "others" | "remaining" | "attachments" | "effectsDone" | "peopleSaid"> {
  const { mission, settings, planTitle, planObjective } = state;
  return {
    mission,
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    review: reviewOf(task),
    checkpoint: checkpointOf(state, task),
    planTitle,
    ...(planObjective !== undefined && { objective: planObjective }),
    obligations: obligationFacts(state),
  };
}

/** What is kept of an ended task: the state may change in the meantime. */
type EndedTask = { facts: Omit<ReviewedTask, "result" | "cut">; result?: StoredValue };

function endedTask(task: TaskState): EndedTask {
  // What was refused is what a reviewer has to judge by.
  const result = task.result ?? task.attempts.at(-1)?.output;
  return { facts: endedFacts(task), ...(result && { result }) };
}

/** One under review, with what was expected of it. */
function reviewedTask(task: TaskState): EndedTask {
  const ended = endedTask(task);
  if (!task.reasoned?.said) return ended;
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

function checkpointOf(state: Readonly<RunState>, { id, title, dependsOn }: Task) {
  const waiting = state.order.filter((other) => taskIn(state, other).spec.dependsOn.includes(id));
  return { id, title, dependsOn: [...dependsOn], waiting };
}

function endedFacts({ id, spec, status, diagnosis, attempts }: TaskState): EndedTask["facts"] {
  const shown = isTerminalTask(status) ? status : `${status} (not run)`;
  const { checks: made = [], reflection } = attempts.at(-1) ?? {};
  const standing = describeStanding(reflection);
  const checks = [...made.map(checkLine), ...(standing === undefined ? [] : [`answer ${standing}`])];
  return {
    ...{ id, title: spec.title, type: spec.type, status: shown },
    ...(checks.length > 0 && { checks }),
    ...(diagnosis !== undefined && { diagnosis: formatReason(diagnosis) }),
  };
}

function checkLine(check: Check): string {
  const { layer, outcome, shown } = check;
  const about = outcome === "passed" ? shown : formatReason(check.diagnosis);
  return about === undefined ? `${layer} ${outcome}` : `${layer} ${outcome}: ${about}`;
}
