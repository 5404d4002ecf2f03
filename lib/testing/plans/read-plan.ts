import { expect } from "vitest";
import { type Plan, readPlan, type Task } from "@/lib/core/plan";
import { settledWords } from "@/lib/core/plan/read/report";

/** Reading plans in tests: a plan that has to be readable, and what is interesting of it. */

/** Options that read a plan whose words are settled: it is in force, or was. */
export const inForce = (plan: Plan) => ({ settled: settledWords(plan) });

export function readValid(json: unknown) {
  const { plan, warnings, errors } = readPlan(json);
  expect(errors).toEqual([]);
  return { plan: plan as Plan, tasks: (plan as Plan).tasks, warnings };
}

/** The tasks of a plan that has to be readable without a warning. */
export function readClean(json: unknown): Task[] {
  const { tasks, warnings } = readValid(json);
  expect(warnings).toEqual([]);
  return tasks;
}

export function graph(tasks: readonly Task[]): Record<string, string[]> {
  return Object.fromEntries(tasks.map((task) => [task.id, task.dependsOn]));
}

/** Code and path of each warning. */
export function warningsOf(json: unknown): string[] {
  return readValid(json).warnings.map(({ code, path }) => `${code} ${path}`);
}

/** Code and path of each error of a plan that must not be readable. */
export function errorsOf(json: unknown): string[] {
  const { plan, errors } = readPlan(json);
  expect(plan).toBeUndefined();
  return errors.map(({ code, path }) => `${code} ${path}`);
}
