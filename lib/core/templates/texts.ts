import type { Json } from "../json";
import type { Agent, Plan, Task } from "../plan/schema";

/** A parameter in a text, with its name. References to results have dots and are none. */
export const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_-]{0,39})\s*\}\}/g;

/** `isValue`: where a number may stand for the text. */
type Change = (text: string, isValue: boolean) => string | number;

/**
 * The plan with each text changed that may hold parameters: title, objective, prompts, inputs, details, and the words
 * of reviews and gates. Programs, predicates, names and references are code, and stay as they are.
 */
export function mapPlanTexts(plan: Plan, change: Change): Plan {
  const text = (one: string) => String(change(one, false));
  const agents = Object.entries(plan.agents).map(([name, agent]): [string, Agent] => [
    name,
    { ...agent, prompt: text(agent.prompt) },
  ]);
  return {
    ...plan,
    title: text(plan.title),
    ...(plan.objective !== undefined && { objective: text(plan.objective) }),
    agents: Object.fromEntries(agents),
    tasks: plan.tasks.map((task) => mapTask(task, text, change)),
  };
}

function mapTask(task: Task, text: (one: string) => string, change: Change): Task {
  const { review, gate, llmReview } = task;
  return {
    ...task,
    title: text(task.title),
    input: task.type === "direct" ? task.input : mapValue(task.input, change, false),
    details: task.details.map(text),
    llmReview: typeof llmReview === "string" ? text(llmReview) : llmReview,
    ...(review && {
      review: {
        ...review,
        focus: text(review.focus),
        decisionPoints: review.decisionPoints.map(text),
        potentialOutcomes: review.potentialOutcomes.map((one) => ({ ...one, when: text(one.when) })),
      },
    }),
    ...(gate && { gate: { ...gate, prompt: text(gate.prompt) } }),
  };
}

/** The input itself is a text for an agent; parts of a structured one are values. */
function mapValue(value: Json, change: Change, inside: boolean): Json {
  if (typeof value === "string") return change(value, inside);
  if (Array.isArray(value)) return value.map((item) => mapValue(item, change, true));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValue(item, change, true)]));
}

/** The names of the parameters in a plan's texts, each once, in the order in which they are first read. */
export function paramsOf(plan: Plan): string[] {
  const names = new Set<string>();
  mapPlanTexts(plan, (text) => {
    for (const [, name = ""] of text.matchAll(PLACEHOLDER)) names.add(name);
    return text;
  });
  return [...names];
}
