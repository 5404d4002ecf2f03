import type { z } from "zod";
import { byteLength, isJsonObject, type Json, parseJson } from "../json";
import { readPlan } from "../plan";
import { actionOfJson, isJsonAction } from "../trajectory";
import { type AgentExample, agentExample, type Example, type PlannerExample, plannerExample } from "./form";
import { MAX_EXAMPLE_BYTES, MAX_EXAMPLE_STEPS, MAX_EXAMPLES_PER_FILE } from "./limits";

/** Why something is no example that can be shown. */
export type ExampleProblemCode =
  | "unreadable"
  | "empty_query"
  | "empty_mission"
  | "unreadable_step"
  | "too_many_steps"
  | "no_finish_step"
  | "unreadable_plan"
  | "too_large"
  | "too_many_examples";
/** `path` is the field, such as `steps[3]`; empty for the whole. */
export type ExampleProblem = { code: ExampleProblemCode; message: string; path: string };

export type ReadExample<One extends Example = Example> =
  | { ok: true; example: One }
  | { ok: false; problems: ExampleProblem[] };

/** Reads one example, of an agent or of the planner, as it is: nothing of it is changed or left out. */
export function readExample(value: unknown): ReadExample {
  const isPlanner = typeof value === "object" && value !== null && "mission" in value && !("query" in value);
  return isPlanner ? readWith(plannerExample, plannerProblems, value) : readAgentExample(value);
}

/** The same for one that can only be an agent's. */
export const readAgentExample = (value: unknown): ReadExample<AgentExample> =>
  readWith(agentExample, agentProblems, value);

function readWith<One extends Example>(
  schema: z.ZodType<One>,
  problemsOf: (example: One) => ExampleProblem[],
  value: unknown,
): ReadExample<One> {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.map(({ message, path }) => formProblem(path, message)),
    };
  const size = sizeProblems(parsed.data);
  const problems = size.length > 0 ? size : problemsOf(parsed.data);
  // The value itself: its fields keep their order.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, example: value as One };
}

function formProblem(path: readonly PropertyKey[], message: string): ExampleProblem {
  const field = path.reduce<string>(
    (before, key) =>
      typeof key === "number" ? `${before}[${key}]` : before ? `${before}.${String(key)}` : String(key),
    "",
  );
  return { code: "unreadable", path: field, message: `${field || "An example"}: ${message}` };
}

function agentProblems({ query, steps }: AgentExample): ExampleProblem[] {
  const problems: ExampleProblem[] = [];
  if (query.trim() === "")
    problems.push({
      code: "empty_query",
      path: "query",
      message: "The query is empty: write what was asked.",
    });
  if (steps.length > MAX_EXAMPLE_STEPS) {
    const message = `An example has at most ${MAX_EXAMPLE_STEPS} steps, actions and observations together; this one has ${steps.length}.`;
    problems.push({ code: "too_many_steps", path: "steps", message });
  }
  const answers = steps.map((step, index) => {
    const path = `steps[${index}]`;
    if (!isJsonAction(step)) {
      if (!("observation" in step)) {
        const message = `${path} is neither an action with "next_node" nor an "observation".`;
        problems.push({ code: "unreadable_step", path, message });
      }
      return false;
    }
    const read = actionOfJson(step, index + 1);
    if (!read.ok) problems.push({ code: "unreadable_step", path, message: `${path}: ${read.problem}` });
    return read.ok && read.action.toolCalls.length === 0;
  });
  if (answers.at(-1) !== true) {
    const message =
      'The last step has to be the one that finishes: "next_node" null, with the answer in "args".';
    problems.push({ code: "no_finish_step", path: "steps", message });
  }
  return problems;
}

function plannerProblems({ mission, plan }: PlannerExample): ExampleProblem[] {
  const problems: ExampleProblem[] = [];
  if (mission.trim() === "")
    problems.push({
      code: "empty_mission",
      path: "mission",
      message: "The mission is empty: write what was asked.",
    });
  const read = readPlan(plan);
  const why = read.errors[0]?.message ?? (read.plan?.tasks.length ? undefined : "It has no tasks.");
  if (why !== undefined)
    problems.push({ code: "unreadable_plan", path: "plan", message: `The plan cannot be read: ${why}` });
  return problems;
}

function sizeProblems(example: Example): ExampleProblem[] {
  const bytes = byteLength(JSON.stringify(example));
  if (bytes <= MAX_EXAMPLE_BYTES) return [];
  const message = `An example has at most ${MAX_EXAMPLE_BYTES} bytes; this one has ${bytes}.`;
  return [{ code: "too_large", path: "", message }];
}

/** Under which names a file may hold its list of examples. */
const LIST_KEYS = ["few_shot_examples", "examples"];

/**
 * Reads a file of examples: one, a list of them, or an object with a list `few_shot_examples` or `examples`. All of
 * them can be used, or none: a problem says of which one it is.
 */
export function readExamples(
  text: string,
): { ok: true; examples: Example[] } | { ok: false; problems: ExampleProblem[] } {
  const value = parseJson(text);
  if (value === undefined)
    return { ok: false, problems: [{ code: "unreadable", path: "", message: "This is no JSON." }] };
  const { list, path } = listIn(value);
  if (list.length > MAX_EXAMPLES_PER_FILE) {
    const message = `At most ${MAX_EXAMPLES_PER_FILE} examples are taken at once; these are ${list.length}.`;
    return { ok: false, problems: [{ code: "too_many_examples", path: "", message }] };
  }
  const read = list.map(readExample);
  const problems = read.flatMap((one, index) =>
    one.ok ? [] : one.problems.map((it) => within(`${path}[${index}]`, it)),
  );
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, examples: read.flatMap((one) => (one.ok ? [one.example] : [])) };
}

const within = (item: string, { path, ...problem }: ExampleProblem): ExampleProblem => ({
  ...problem,
  path: path === "" ? item : `${item}.${path}`,
});

function listIn(value: Json): { list: Json[]; path: string } {
  if (Array.isArray(value)) return { list: value, path: "" };
  const path = isJsonObject(value) ? LIST_KEYS.find((key) => Array.isArray(value[key])) : undefined;
  return path === undefined
    ? { list: [value], path: "" }
    : { list: (value as Record<string, Json[]>)[path] ?? [], path };
}

/** Examples as a file that `readExamples` reads back as they are. */
export const writeExamples = (examples: readonly Example[]): string =>
  `${JSON.stringify(examples, null, 2)}\n`;
