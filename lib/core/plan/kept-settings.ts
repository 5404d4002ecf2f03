import { isJsonObject, isSameJson } from "../json";
import { getOwn, setOwn } from "../own";
import { keptOfGate } from "./said-again";
import { type Agent, agent as agentSchema, gateSpec, type Plan, type Task } from "./schema";
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
