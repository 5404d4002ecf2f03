import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../json";
import type { ModelToolCall } from "../ports";
import { actionOfJson, type JsonAction } from "./json-action";
import { callsOf, isOpen } from "./step-calls";
import {
  type Action,
  type Branch,
  type Call,
  type ReadTrajectory,
  type Step,
  type Summary,
  startTrajectory,
  type Trajectory,
  trajectory as trajectorySchema,
} from "./types";

const callOf = ({ callId, tool, args = null }: ModelToolCall): Call => ({ callId, tool, args });
type CallEnd = { observation: Json } | { error: string };
const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/**
 * The trajectory as plain JSON: query, context, steps, summary, constraints, answer (docs/agents.md, "Trajectories as
 * JSON"). `readTrajectory` gives back an equal one.
 */
export function writeTrajectory(trajectory: Trajectory): Json {
  return JSON.parse(JSON.stringify(trajectory)) as Json;
}

/** Reads what `writeTrajectory` wrote, and older trajectories whose actions name a `next_node`. */
export function readTrajectory(value: Json): ReadTrajectory {
  if (isLegacyForm(value)) return readLegacyTrajectory(value);
  const parsed = trajectorySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, problem: `${issue?.path.join(".") || "The trajectory"}: ${issue?.message}` };
  }
  const problem = problemOf(parsed.data);
  return problem === undefined ? { ok: true, trajectory: parsed.data } : { ok: false, problem };
}

/** What the loop could never have written. */
function problemOf({ steps, summary }: Trajectory): string | undefined {
  const misplaced = steps.find(({ step }, index) => step !== index + 1);
  if (misplaced) return `steps: step ${misplaced.step} stands in the place of another.`;
  const open = steps.slice(0, -1).find(isOpen);
  if (open) return `steps: step ${open.step} has no observation, and is not the last.`;
  if (summary && summary.upToStep > steps.length) return `summary: there is no step ${summary.upToStep}.`;
  return undefined;
}

/**
 * Older trajectories, whose actions are `{thought, next_node, args, plan, join}`: a list of steps, or an object that
 * holds them (docs/agents.md, "Trajectories as JSON").
 */
function isLegacyForm(value: Json): boolean {
  const steps = stepsIn(value);
  return steps.length > 0 && steps.every((step) => isJsonObject(step.action) && !("type" in step.action));
}

/** What an older trajectory says; nothing is known of the tools it could have called but those that it did call. */
function readLegacyTrajectory(value: Json): ReadTrajectory {
  const head = isJsonObject(value) ? value : {};
  const steps: Step[] = [];
  for (const [index, old] of stepsIn(value).entries()) {
    const read = actionOfJson(old.action as JsonObject, index + 1);
    if (!read.ok) return { ok: false, problem: `steps.${index}.action: ${read.problem}` };
    steps.push(stepOf(index + 1, old, read.action));
  }
  const { query, summary } = head;
  const context = head.context ?? head.llm_context ?? head.context_meta ?? null;
  const tools = [...new Set(steps.flatMap((step) => callsOf(step).map(({ tool }) => tool)))];
  const last = steps.at(-1)?.action;
  const answer = last?.type === "finish" ? last.answer : (head.answer ?? head.payload ?? null);
  const empty = startTrajectory({
    query: typeof query === "string" ? query : "",
    context,
    constraints: { tools, ...budgetsIn(head) },
  });
  return { ok: true, trajectory: { ...empty, steps, summary: summaryOf(summary, steps.length), answer } };
}

function stepsIn(value: Json): JsonObject[] {
  const steps = isJsonObject(value) ? value.steps : value;
  return Array.isArray(steps) && steps.every(isJsonObject) ? steps : [];
}

function stepOf(
  step: number,
  old: JsonObject,
  { thought, toolCalls, join, answer = null }: JsonAction,
): Step {
  const calls = toolCalls.map(callOf);
  const [first] = calls;
  const facts = {
    step,
    thought,
    usage: {},
    startedAtMs: 0,
    latencyMs: typeof old.latency_ms === "number" ? old.latency_ms : 0,
  };
  if (!first) return { ...facts, action: { type: "finish", answer } };
  if (calls.length === 1 && !join) return { ...facts, action: { type: "tool", ...first }, ...endOf(old) };
  const joined = join && callOf(join);
  const action: Action = { type: "parallel", calls, ...(joined && { join: joined }) };
  return { ...facts, action, ...endOfSet(old, calls, joined) };
}

/** How an older call ended: with what it gave, or with an error, a failure or the reason why it was skipped. */
function endOf({
  observation = null,
  error = null,
  failure = null,
  status,
  reason = null,
}: JsonObject): CallEnd {
  const wrong = error ?? failure ?? (status === "skipped" ? (reason ?? "It was skipped.") : null);
  if (wrong === null) return { observation };
  return { error: typeof wrong === "string" ? wrong : canonicalJson(wrong) };
}

function endOfSet(old: JsonObject, calls: readonly Call[], join: Call | undefined): CallEnd {
  const { observation } = old;
  if (!isJsonObject(observation)) return endOf({ ...old, error: old.error ?? "No results were kept." });
  const given = Array.isArray(observation.branches) ? observation.branches : [];
  const branches = calls.map((call, index) => branchOf(call, given[index]));
  const success = branches.filter(({ ok }) => ok).length;
  const joined = join && { join: branchOf(join, observation.join) };
  return { observation: { branches, success, failed: branches.length - success, ...joined } };
}

function branchOf({ callId, tool }: Call, old: Json | undefined): Branch {
  const end = endOf(isJsonObject(old) ? old : { error: "No result was kept." });
  if ("error" in end) return { callId, tool, ok: false, error: end.error };
  return { callId, tool, ok: true, output: end.observation };
}

function summaryOf(old: Json | undefined, upToStep: number): Summary | null {
  if (!isJsonObject(old) || upToStep === 0) return null;
  const { goals, facts, pending, note, last_output_digest: last } = old;
  return {
    upToStep,
    goals: textsIn(goals),
    facts: isJsonObject(facts) ? facts : {},
    pending: textsIn(pending),
    lastOutputDigest: textIn(last),
    note: textIn(note),
    by: "model",
  };
}

function budgetsIn({ constraints }: JsonObject): { hopBudget?: number } {
  const { hop_budget: hops } = isJsonObject(constraints) ? constraints : {};
  return typeof hops === "number" && Number.isInteger(hops) && hops >= 0 ? { hopBudget: hops } : {};
}
