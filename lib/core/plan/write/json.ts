import { isSameJson, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";
import { reviewDefaults } from "../defaults";
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
  const { agents, tasks, ...head } = planSchema.parse(plan);
  const described = Object.entries(agents).map(([name, one]) => [name, agentInShort(one)]);
  const short = {
    ...withoutDefaults(head, DEFAULTS.plan),
    ...(described.length > 0 && { agents: Object.fromEntries(described) }),
    tasks: tasks.map(taskInShort),
  };
  return `${JSON.stringify(short, null, 2)}\n`;
}

/** A task with nothing that goes unsaid. */
export const taskInShort = ({ review, gate, ...one }: Task): JsonObject => ({
  ...withoutDefaults(one, DEFAULTS.task),
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
