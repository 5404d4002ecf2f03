import fc from "fast-check";
import { isSameJson, type JsonObject } from "@/lib/core/json";
import {
  critiquePlan,
  diffPlans,
  levels,
  readPlan,
  toMermaid,
  validatePlan,
  writePlanText,
} from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { fold } from "@/lib/core/run/fold";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "./random-run";
import { RunWorld } from "./run-world";

/** Names that every object has, that change an object, or that look like others. */
export const FOREIGN_NAMES = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype", "__defineGetter__"],
  ...["e\u0301tape", "\u00e9tape", "ｃｏｎｓｔｒｕｃｔｏｒ", "Constructor", "CONSTRUCTOR"],
];

type Failure = { seed: number; problems: string[] };

/**
 * Plays a random run for each seed twice: as it is, and with a foreign name for every task, title, agent, tool, form field and
 * result. Both must go the same way, and whatever is made of a plan has to take these names.
 */
export function playForeignNames(seed: number, seeds: number): { cases: number; failures: Failure[] } {
  const failures: Failure[] = [];
  const story = fc.record({
    plan: planArb,
    tape: tapeArb,
    settings: settingsArb,
    names: fc.shuffledSubarray(FOREIGN_NAMES, { minLength: FOREIGN_NAMES.length }),
  });
  for (let one = seed; one < seed + seeds; one += 1) {
    const [drawn] = fc.sample(story, { seed: one, numRuns: 1 });
    if (!drawn) continue;
    const problems = problemsOf(drawn.plan, drawn.names, (plan) => {
      const world = new RunWorld({ plan, settings: drawn.settings });
      play(world, drawn.tape, () => undefined);
      bringToEnd(world, () => undefined);
      return world;
    });
    if (problems.length > 0) failures.push({ seed: one, problems });
  }
  return { cases: seeds, failures };
}

function problemsOf(plain: Plan, names: readonly string[], playPlan: (plan: Plan) => RunWorld): string[] {
  // Some orders go by name: the usual names stand in the same one.
  const sorted = [...names].sort();
  const usual = renamed(
    plain,
    names.map((name) => `task_${10 + sorted.indexOf(name)}`),
  );
  const foreign = renamed(plain, names);
  try {
    const [expected = [], found = []] = [usual, foreign].map((plan) => told(throughText(plan), playPlan));
    const at = expected.findIndex((one, index) => one !== found[index]);
    return at < 0 && found.length === expected.length ? [] : [`${at}: ${found[at]}, not ${expected[at]}`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The plan with these names for its tasks, and one of them for everything else that has a name. */
function renamed(plan: Plan, names: readonly string[]): Plan {
  const idOf = new Map(plan.tasks.map(({ id }, index) => [id, names[index] as string]));
  const nameOf = (id: string) => idOf.get(id) ?? id;
  const [other = "x"] = [...names].reverse();
  const form = { type: "object", properties: Object.fromEntries([[other, { type: "string" }]]) };
  return {
    ...plan,
    agents: Object.fromEntries([[other, { prompt: "Work.", tools: [other] }]]),
    tasks: plan.tasks.map((task) => ({
      ...task,
      id: nameOf(task.id),
      title: nameOf(task.id),
      dependsOn: task.dependsOn.map(nameOf),
      ...(task.type === "task" && { agent: other }),
      ...(task.gate && { gate: { ...task.gate, form } }),
      ...(task.review && {
        review: { ...task.review, previousTasks: (task.review.previousTasks ?? []).map(nameOf) },
      }),
      input:
        typeof task.input === "string"
          ? task.input.replace(/\{\{results\.(\w+)\}\}/, (_, id: string) => `{{results.${nameOf(id)}}}`)
          : task.input,
    })),
  };
}

/** The plan as it is read back from its text, drawn, judged and compared on the way. */
function throughText(plan: Plan): Plan {
  const { plan: read, errors } = readPlan(writePlanText(plan));
  if (!read) throw new Error(`the text is not read back: ${errors.map(({ message }) => message).join(" ")}`);
  if (!isSameJson(read.tasks as never, plan.tasks as never))
    throw new Error("the text is read back otherwise");
  toMermaid(read);
  levels(read);
  critiquePlan(read);
  if (diffPlans(plan, read).changed.length > 0) throw new Error("it differs from itself");
  return read;
}

/** What came of it, without a name. */
function told(plan: Plan, playPlan: (plan: Plan) => RunWorld): string[] {
  const world = playPlan(plan);
  const stored = JSON.parse(JSON.stringify(world.events)) as typeof world.events;
  if (!isSame(fold("run_1", stored), world.state)) throw new Error("it folds otherwise");
  const end = [statusOf(world.state), world.state.finished?.reason ?? "not finished"];
  const statuses = plan.tasks.map(({ id }) => world.status(id) ?? "gone");
  return [
    ...validatePlan(plan, { tools: [] }).map(({ code }) => code),
    ...world.types(),
    ...statuses,
    ...end,
  ];
}

const isSame = (a: object, b: object): boolean => isSameJson(a as JsonObject, b as JsonObject);
