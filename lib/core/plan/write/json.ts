import { isSameJson, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";
import { reviewDefaults } from "../defaults";
import { knownNames, writtenDetail } from "../read/account";
import { type Agent, agent, gateSpec, type Plan, plan as planSchema, type Task, task } from "../schema";

const DEFAULTS = {
  plan: planSchema.parse({ title: "", tasks: [] }),
  agent: agent.parse({}),
  task: task.parse({ id: "x", title: "" }),
  gate: gateSpec.parse({}),
};
const ALWAYS = new Set(["id", "title", "tasks"]);

/**
 * The plan as readable JSON text: fields in the order of the schema, two spaces of indent, and nothing that goes
 * unsaid. `readPlan` reads it back as the same plan (docs/plans.md, "Plans as text").
 */
export function serializePlan(plan: Plan): string {
  return `${JSON.stringify(planInShort(plan), null, 2)}\n`;
}

/** The same in as few characters as a model can still read: one line for each agent and each task. */
export function planLines(plan: Plan): string {
  const { tasks, agents, ...head } = planInShort(plan);
  const lines = (list: readonly string[]) => `\n${list.join(",\n")}\n`;
  const named = Object.entries(agents ?? {}).map(
    ([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`,
  );
  const parts = [
    ...Object.entries(head).map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`),
    ...(agents ? [`"agents":{${lines(named)}}`] : []),
    `"tasks":[${lines(tasks.map((one) => JSON.stringify(one)))}]`,
  ];
  return `{${parts.join(",")}}`;
}

/** A plan with nothing that goes unsaid. */
type PlanInShort = JsonObject & { agents?: JsonObject; tasks: JsonObject[] };

export function planInShort(plan: Plan): PlanInShort {
  const { agents, tasks, ...head } = planSchema.parse(plan);
  const known = knownNames(
    tasks.flatMap(({ id, title }) => [id, title]),
    tasks.flatMap(({ gate }) => gate?.assignees ?? []),
  );
  const described = Object.entries(agents).map(([name, one]) => [name, agentInShort(one)]);
  return {
    ...withoutDefaults(head, DEFAULTS.plan),
    ...(described.length > 0 && { agents: Object.fromEntries(described) }),
    tasks: tasks.map((task) => taskInShort(task, known)),
  };
}

/** A task with nothing that goes unsaid. */
export const taskInShort = ({ review, gate, ...one }: Task, known = knownNames([])): JsonObject => ({
  ...withoutDefaults(
    { ...one, details: one.details.map((line) => writtenDetail(line, known)) },
    DEFAULTS.task,
  ),
  // Without a type, a task with a review would be read as one.
  ...(review && { type: one.type, review: withoutDefaults(review, reviewDefaults(review.template)) }),
  ...(gate && { gate: withoutDefaults(gate, DEFAULTS.gate) }),
});

/** An agent with nothing that goes unsaid. */
export const agentInShort = (one: Agent): JsonObject => withoutDefaults(one, DEFAULTS.agent);

function withoutDefaults(value: object, defaults: Record<string, unknown>): JsonObject {
  const kept = Object.entries(value as Record<string, Json | undefined>).flatMap(([field, set]) =>
    set !== undefined && (ALWAYS.has(field) || !isSameJson(set, getOwn(defaults, field)))
      ? [[field, set] as const]
      : [],
  );
  return Object.fromEntries(kept);
}
