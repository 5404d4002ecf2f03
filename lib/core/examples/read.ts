import { isJsonObject, type Json, parseJson } from "../json";
import { getOwn } from "../own";
import { readPlan } from "../plan";
import { readAgentExample } from "./agent";
import { type Example, type PlannerExample, plannerExample } from "./form";
import { MAX_EXAMPLES_PER_FILE } from "./limits";
import { type ExampleProblem, type ReadExample, readWith } from "./problems";

/** Reads one example, of an agent or of the planner, as it is. */
export function readExample(value: unknown): ReadExample {
  const isPlanner = typeof value === "object" && value !== null && "mission" in value && !("query" in value);
  return isPlanner ? readWith(plannerExample, plannerProblems, value) : readAgentExample(value);
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
  const path = isJsonObject(value) ? LIST_KEYS.find((key) => Array.isArray(getOwn(value, key))) : undefined;
  return path === undefined
    ? { list: [value], path: "" }
    : { list: getOwn(value as Record<string, Json[]>, path) ?? [], path };
}

/** Examples as a file that `readExamples` reads back as they are. */
export const writeExamples = (examples: readonly Example[]): string =>
  `${JSON.stringify(examples, null, 2)}\n`;
