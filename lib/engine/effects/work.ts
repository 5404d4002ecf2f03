import type { Feedback } from "@/lib/agents/facts";
import { formatReason } from "@/lib/core/describe/reason";
import { canonicalJson, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { declaredAgent, isBuiltInAgent } from "@/lib/core/plan/agents";
import { predicateOf } from "@/lib/core/plan/defaults";
import { reviewedBefore } from "@/lib/core/plan/flows";
import {
  inputAsData,
  interpolate,
  type Placeholder,
  placeholdersOf,
  type Upstream,
  type UpstreamResult,
  upstreamBlock,
} from "@/lib/core/plan/interpolate";
import { inNameOrder } from "@/lib/core/plan/result-names";
import { resultsByName } from "@/lib/core/plan/results-by-name";
import type { Agent, Plan, Task } from "@/lib/core/plan/schema";
import { refsOf, restoreAgent, restoreTask } from "@/lib/core/plan/store";
import type { StoredAgent, StoredTask } from "@/lib/core/plan/stored";
import { outputJsonSchema } from "@/lib/core/plan/validate/output-schema";
import { toldHow } from "@/lib/core/run/controls/release/traces";
import type { Reason } from "@/lib/core/run/events/reason";
import { attemptNumber, repairedCheck } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import type { EffectContext } from "./effect";
import { reasonTold } from "./run-facts";

/** A result as prompts name it: null with the reason where there is none. */
type NamedResult = { id: string; title: string; value: Json; reason?: string };

/**
 * A task with everything its work needs: texts and upstream results in full, placeholders filled in, and the details that
 * were written right before it started.
 */
export type Work = {
  task: Task;
  agent: Agent;
  upstream: Upstream;
  /** What its reviews upstream looked at, which stands beside their decisions in prompts. */
  reviewed: Upstream;
  input: Json;
  /** Placeholders whose result is absent: such a task must not run. */
  missing: Placeholder[];
};

/**
 * Reads the work of the context's task: at most one query, none while everything is small. `endedBy` leaves out what other
 * tasks came to later.
 */
export async function readWork(
  context: Pick<EffectContext, "state" | "taskId" | "reads" | "tools">,
  { endedBy = Number.POSITIVE_INFINITY }: { endedBy?: number | undefined } = {},
): Promise<Work> {
  const state = context.state();
  const { spec } = taskIn(state, context.taskId);
  const storedAgent = agentIn(state, context, spec);
  const sources = sourcesOf(state, spec, endedBy);
  const behind = reviewedBefore(spec, (id) => getOwn(state.tasks, id)?.spec).map((id) =>
    endedTask(state, id, endedBy),
  );
  const results = [...sources, ...behind].flatMap(({ ended }) => ended.result ?? []);
  const refs = [...refsOf(spec), ...refsOf(storedAgent), ...refsOfValues(results)];
  const { workspaceId } = state;
  const bodies = await loadBodies(context, workspaceId, refs);
  const task = asWrittenSince(state, restoreTask(spec, bodies));
  const upstream = new Map(sources.map(({ id, ended }) => [id, resolveResult(ended, bodies)]));
  const reviewed = new Map(behind.map(({ id, ended }) => [id, resolveResult(ended, bodies)]));
  // Braces in a program are its own.
  const isProgram = task.type === "direct";
  const filled = isProgram
    ? { input: task.input, missing: [] }
    : interpolate(task.input, upstream, new Set(spec.uses));
  return { task, agent: restoreAgent(storedAgent, bodies), upstream, reviewed, ...filled };
}

/** The program of a task and the results before it, where nothing has to be read for them. */
export function programAtHand(
  state: Readonly<RunState>,
  taskId: string,
  known: ReadonlyMap<string, Json>,
): Pick<Work, "task" | "upstream"> | undefined {
  const { spec } = taskIn(state, taskId);
  const sources = sourcesOf(state, spec, Number.POSITIVE_INFINITY);
  const refs = [...refsOf(spec), ...refsOfValues(sources.flatMap(({ ended }) => ended.result ?? []))];
  if (refs.some((digest) => !known.has(digest))) return;
  const bodies: Bodies = (digest) => known.get(digest) as Json;
  const upstream = new Map(sources.map(({ id, ended }) => [id, resolveResult(ended, bodies)]));
  return { task: asWrittenSince(state, restoreTask(spec, bodies)), upstream };
}

/** The task with the details and the check that were written for it since its plan was. */
function asWrittenSince(state: Readonly<RunState>, task: Task): Task {
  const { detailed } = taskIn(state, task.id);
  return withRepairedCheck(state, detailed?.details ? { ...task, details: detailed.details } : task);
}

function withRepairedCheck(state: Readonly<RunState>, task: Task): Task {
  const verification = repairedCheck(taskIn(state, task.id));
  return verification === undefined ? task : { ...task, verification };
}

/** The plan in force with its checks as they were written again. */
export const withRepairedChecks = (state: Readonly<RunState>, plan: Plan): Plan => ({
  ...plan,
  tasks: plan.tasks.map((task) => withRepairedCheck(state, task)),
});

export function taskIn(state: Readonly<RunState>, taskId: string): TaskState {
  const task = getOwn(state.tasks, taskId);
  if (!task) throw new Error(`The run has no task ${taskId}`);
  return task;
}

/** An input as prompts show it: text as it is, anything else as JSON. */
export function inputText(input: Json): string {
  return typeof input === "string" ? input : canonicalJson(input);
}

const WAY_OUT = 'If there can be no result, answer {"cannot": "<reason>"}';

/** The details of a task, with the form of its result and the way out of it (docs/agents.md, "When a task cannot be done"). */
export function detailsOf({ task }: Pick<Work, "task">): string[] {
  const schema = outputJsonSchema(task);
  if (!schema) return predicateOf(task) === undefined ? task.details : [...task.details, `${WAY_OUT}.`];
  return [
    ...task.details,
    `The result must be JSON that fits this schema: ${JSON.stringify(schema)}`,
    `${WAY_OUT} instead. Never fill its fields with what nothing gave you.`,
  ];
}

/** The one sentence about placeholders without a value. */
const MAX_NAMED_PLACEHOLDERS = 20;
const PLACEHOLDER_CHARS = 100;

export function missingDiagnosis(missing: Placeholder[]): Reason {
  const placeholders = [...new Set(missing.map(({ text }) => cutText(text, PLACEHOLDER_CHARS)))].slice(
    0,
    MAX_NAMED_PLACEHOLDERS,
  );
  return { code: "missing_results", placeholders };
}

export type Bodies = (digest: string) => Json;

/** Fetches blobs in one query; the returned function knows exactly these digests. */
export async function loadBodies(
  context: Pick<EffectContext, "reads">,
  workspaceId: string,
  digests: string[],
): Promise<Bodies> {
  const bodies =
    digests.length > 0 ? await context.reads.values(workspaceId, digests) : new Map<string, Json>();
  return (digest) => {
    const body = bodies.get(digest);
    if (body === undefined) throw new Error(`The value ${digest} is not stored`);
    return body;
  };
}

export function refsOfValues(values: StoredValue[]): string[] {
  return values.flatMap((value) => ("ref" in value ? [value.ref] : []));
}

export function bodyOf(stored: StoredValue, bodies: Bodies): Json {
  return "ref" in stored ? bodies(stored.ref) : stored.inline;
}

/** How an ended task looks from below. Only the fields are kept: the state may change in the meantime. */
type EndedTask = { status: TaskState["status"]; result?: StoredValue; reason: string };

function sourcesOf(state: Readonly<RunState>, spec: StoredTask, endedBy: number) {
  const ids = new Set([...spec.dependsOn, ...spec.uses]);
  return [...ids].map((id) => endedTask(state, id, endedBy));
}

function endedTask(state: Readonly<RunState>, id: string, endedBy: number): { id: string; ended: EndedTask } {
  const task = taskIn(state, id);
  const { status, result } = task;
  const ended: EndedTask = {
    status,
    reason: reasonTold(state, task) ?? NO_REASON,
    ...(result && (task.endedAt ?? 0) <= endedBy && { result }),
  };
  return { id, ended };
}

const NO_REASON = "no reason given";

/** The results before a task as its prompts show them, but for what stands in its input already. */
export function shownUpstream({ task, upstream, reviewed }: Work): string {
  const results = new Map([...upstream, ...reviewed]);
  // Braces in a program are its own.
  const placed = task.type === "direct" ? [] : placeholdersOf(task.input, new Set(upstream.keys()));
  return upstreamBlock([...task.dependsOn, ...reviewed.keys()], results, placed);
}

function resolveResult(ended: EndedTask, bodies: Bodies): UpstreamResult {
  if (ended.status === "succeeded" && ended.result) return { value: bodyOf(ended.result, bodies) };
  return { absent: ended.status === "skipped" ? "skipped" : "failed", reason: ended.reason };
}

/** An agent of the plan in full; undefined when the plan declares none by this name. */
export async function agentNamed(context: EffectContext, name: string): Promise<Agent | undefined> {
  const { agents, workspaceId } = context.state();
  const stored = declaredAgent({ agents }, name);
  return stored && restoreAgent(stored, await loadBodies(context, workspaceId, refsOf(stored)));
}

function agentIn(
  state: Readonly<RunState>,
  context: Pick<EffectContext, "tools">,
  spec: StoredTask,
): StoredAgent {
  const declared = declaredAgent(state, spec.agent);
  if (declared) return declared;
  if (!isBuiltInAgent(spec.agent)) throw new Error(`The plan has no agent ${spec.agent}`);
  const everyTool = spec.agent === "supervisor" ? context.tools.list().map((tool) => tool.name) : [];
  return { prompt: "", tools: everyTool };
}

/** The full results of a task's dependencies, sorted by name. */
export function namedResults(state: Readonly<RunState>, { task, upstream }: Work): NamedResult[] {
  return inNameOrder(task.dependsOn).map((id) => {
    const result = upstream.get(id);
    const named = { id, title: taskIn(state, id).spec.title };
    if (result && "value" in result) return { ...named, value: result.value };
    return { ...named, value: null, ...(result && { reason: result.reason }) };
  });
}

/** What predicates and programs are given, save the result (docs/predicates.md, "Data"). */
export function programData(state: Readonly<RunState>, { task, upstream }: Pick<Work, "task" | "upstream">) {
  const values = (ids: readonly string[]) =>
    resultsByName(ids, (id) => {
      const result = upstream.get(id);
      return result && "value" in result ? result.value : null;
    });
  const { input } = task;
  return {
    input: task.type === "direct" ? input : inputAsData(input, upstream),
    depends: values(task.dependsOn),
    results: values([...upstream.keys()]),
    mission: state.mission,
  };
}

/**
 * The feedback for this attempt; undefined for a first one (docs/engine.md, "Verification"), and where people let the task act
 * since who were not shown how the one before went.
 */
export function feedbackOf(
  state: Readonly<RunState>,
  { taskId, attempt }: Pick<EffectContext, "taskId" | "attempt">,
): Feedback | undefined {
  const { attempts, spec, modelChanges = 0 } = taskIn(state, taskId);
  const previous = attempts.findLast((one) => one.attempt < attempt && one.diagnosis !== undefined);
  if (previous?.diagnosis === undefined || !toldHow(state, taskId)(taskId, previous.attempt)) return;
  const number = attemptNumber({ attempts }, attempt);
  return {
    attempt: number,
    of: Math.max(1 + spec.maxRetries + modelChanges, number),
    previousOutput: previous.output?.preview ?? "",
    diagnosis: formatReason(previous.diagnosis),
  };
}
