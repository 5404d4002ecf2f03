import { expect } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { type Plan, readPlan, serializePlan, writePlanText } from "@/lib/core/plan";
import { inForce } from "./read-plan";

/** A messy input, with the exact plan and warnings it is to be read as. */
export type CorpusCase = {
  name: string;
  input: unknown;
  /** What of a plan's head is not left at its default. */
  head?: { title?: string; objective?: string; agents?: JsonObject };
  /** Each task as `compactTask` writes it; none where there is no plan. */
  tasks?: string[];
  /** "code path" of each warning. */
  warnings?: string[];
  /** "code path" of each error, with which there is no plan. */
  errors?: string[];
};

/** `id !type @agent "title" <- dependencies {other fields}`, without what goes unsaid. */
function compactPlan(plan: Plan): { head: JsonObject; tasks: string[] } {
  const { tasks, ...head } = JSON.parse(serializePlan(plan)) as JsonObject & { tasks: JsonObject[] };
  if (head.title === "Untitled plan") delete head.title;
  return { head, tasks: tasks.map(compactTask) };
}

function compactTask({
  id,
  title,
  type = "task",
  agent = "default",
  dependsOn = [],
  ...rest
}: JsonObject): string {
  const parts = [
    String(id),
    type === "task" ? "" : `!${String(type)}`,
    agent === "default" ? "" : `@${String(agent)}`,
    title === id ? "" : JSON.stringify(title),
    (dependsOn as Json[]).length === 0 ? "" : `<- ${(dependsOn as Json[]).join(" ")}`,
    Object.keys(rest).length === 0 ? "" : JSON.stringify(rest),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Reads the input, and holds the plan to the case and to both ways of writing it back. */
export function expectReadsAs({ input, head = {}, tasks, warnings = [], errors = [] }: CorpusCase): void {
  const read = readPlan(input);
  expect(read.errors.map(({ code, path }) => `${code} ${path}`)).toEqual(errors);
  if (errors.length > 0) return;
  const plan = read.plan as Plan;
  expect({
    ...compactPlan(plan),
    warnings: read.warnings.map(({ code, path }) => `${code} ${path}`),
  }).toEqual({
    head,
    tasks,
    warnings,
  });
  for (const written of [serializePlan(plan), writePlanText(plan)]) {
    expect(readPlan(written, inForce(plan))).toEqual({ plan, warnings: [], errors: [] });
  }
}
