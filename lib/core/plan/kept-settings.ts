import { isJsonObject, isSameJson } from "../json";
import { getOwn, setOwn } from "../own";
import { type Agent, agent as agentSchema, type GateSpec, gateSpec, type Plan, type Task } from "./schema";
import { isPositional } from "./tail";

/** Settings that a new tail leaves unsaid of tasks that it does again (docs/plans.md, "Replacing the tail"). */

/** `unjudged`: tasks whose check came to no judgement of their result. */
type Before = { current: Plan; unjudged?: ReadonlySet<string> };

const LIMITS = [
  "maxTurns",
  "hopBudget",
  "deadlineMs",
  "tokenBudget",
  "costBudgetUsd",
  "maxParallel",
] as const;

const UNDESCRIBED = agentSchema.parse({});

/**
 * The tail with what tasks in the place of others of their type do not say otherwise: checks, schema, terms of gates, and
 * of an agent that it describes again reflection and limits. A check that came to no judgement is the tail's to write.
 */
export function withKeptSettings(tail: Plan, { current, unjudged = new Set() }: Before): Plan {
  const before = new Map(current.tasks.map((task) => [task.id, task]));
  const agents = { ...tail.agents };
  const tasks = tail.tasks.map((task) => {
    const old = before.get(earlierId(task, before));
    if (!old || old.type !== task.type) return task;
    const own = getOwn(agents, task.agent);
    const earlier = getOwn(current.agents, old.agent);
    if (own && earlier && !isSameJson(own, UNDESCRIBED))
      setOwn(agents, task.agent, keptOfAgent(earlier, own));
    return keptOfTask(old, task, !unjudged.has(old.id));
  });
  return { ...tail, agents, tasks };
}

/** The id of the task that one takes the place of: as it says, else by its own id, with or without a version. */
function earlierId({ id, title, replaces }: Task, before: ReadonlyMap<string, Task>): string {
  if (replaces !== undefined) return replaces;
  const named = before.has(id) ? id : id.replace(/_v\d+$/, "");
  return isPositional(named) && before.get(named)?.title !== title ? "" : named;
}

function keptOfTask(old: Task, task: Task, hasJudged: boolean): Task {
  const kept: Task = {
    ...task,
    llmReview: task.llmReview || old.llmReview,
    qualityGate: task.qualityGate || old.qualityGate,
  };
  if (task.verification === undefined && old.verification !== undefined && hasJudged) {
    kept.verification = old.verification;
    kept.onVerificationFailure = old.onVerificationFailure;
  }
  if (task.outputSchema === undefined && old.outputSchema !== undefined) kept.outputSchema = old.outputSchema;
  if (old.gate && task.type === "human_review")
    kept.gate = keptOfGate(old.gate, task.gate ?? gateSpec.parse({ prompt: old.gate.prompt }));
  return kept;
}

/**
 * A gate asks whom it asked, on the terms on which it asked them; a deadline comes with what it leads to, but none that lets
 * pass what the tail has people asked about.
 */
function keptOfGate(old: GateSpec, gate: GateSpec): GateSpec {
  const kept = { ...gate };
  if (kept.assignees.length === 0) kept.assignees = old.assignees;
  const asksThemAll = old.assignees.every((one) => kept.assignees.includes(one));
  if (asksThemAll) kept.quorum = Math.max(kept.quorum, old.quorum);
  if (old.fourEyes) kept.fourEyes = true;
  if (old.requiresReason) kept.requiresReason = true;
  if (kept.timeoutSeconds === undefined && old.timeoutSeconds !== undefined && !isGivenAway(old, kept)) {
    const { timeoutSeconds, onTimeout, escalateTo } = old;
    Object.assign(kept, { timeoutSeconds, onTimeout }, escalateTo && { escalateTo });
  }
  return kept;
}

/** A gate of a tail asks others, or on other terms, than the one whose place it takes, in what it says. */
export function asksOtherwise({ gate: old }: Task, { type, gate }: Task): boolean {
  if (!old || !gate || type !== "human_review") return false;
  const { prompt: _prompt, ...terms } = keptOfGate(old, gate);
  const { prompt: _old, ...before } = old;
  return !isSameJson(terms, before);
}

/** In the end nobody would be asked, or others than the gate names otherwise than before. */
const isGivenAway = ({ onTimeout, assignees }: GateSpec, kept: GateSpec): boolean =>
  onTimeout === "approve" || (onTimeout === "escalate" && !isSameJson(assignees, kept.assignees));

function keptOfAgent(old: Agent, agent: Agent): Agent {
  const kept = { ...agent };
  for (const limit of LIMITS) {
    const before = old[limit];
    if (kept[limit] === undefined && before !== undefined) kept[limit] = before;
  }
  if (kept.reflection === undefined && reflects(old)) kept.reflection = old.reflection;
  return kept;
}

const reflects = ({ reflection }: Agent): boolean => isJsonObject(reflection) && reflection.enabled === true;
