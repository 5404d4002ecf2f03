import { expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { leftAfterRevision } from "./answered";
import { createFinding } from "./finding";
import type { Finding, FindingCode, FindingSeverity } from "./types";

const TASKS: TaskDraft[] = [
  { id: "a", input: "look" },
  { id: "b", input: "tell", dependsOn: ["a"] },
  { id: "c", input: "end", dependsOn: ["b"] },
];
const before = planOf(...TASKS);
const revised = (changes: Record<string, Partial<TaskDraft>>) =>
  planOf(...TASKS.map((task) => ({ ...task, ...changes[task.id] })));
const found = (code: FindingCode, severity: FindingSeverity, taskId?: string): Finding =>
  createFinding(code, severity, taskId ? { taskId } : {}, {
    message: `${code} ${taskId}`,
    recommendation: "so",
  });
const GAP = found("data_flow_gap", "warning", "a");
const NOTE = found("semantic_issue", "info", "b");

it("a revision of the tasks that were found fault with leaves what was said of others", () => {
  expect(leftAfterRevision(before, revised({ a: { input: "look twice" } }), [GAP, NOTE])).toEqual([NOTE]);
  const both = revised({ a: { input: "look twice" }, b: { dependsOn: [] } });
  expect(leftAfterRevision(before, both, [GAP, NOTE])).toEqual([]);
  const rule = found("unverified_critical", "warning", "c");
  expect(leftAfterRevision(before, revised({ a: { input: "x" } }), [GAP, rule])).toEqual([]);
});

it.each<[string, ReturnType<typeof planOf>, Finding[]]>([
  ["it leaves a grave one as it was", revised({ b: { input: "tell it" } }), [GAP, NOTE]],
  ["it changes nothing", before, [GAP]],
  ["it goes beyond them", revised({ a: { input: "x" }, c: { input: "x" } }), [GAP, NOTE]],
  ["it adds a task", planOf(...TASKS, { id: "d" }), [GAP]],
  ["it drops one", planOf(...TASKS.slice(0, 2)), [GAP]],
  ["the mission fails by it", revised({ a: { input: "x" } }), [{ ...GAP, severity: "critical" }]],
  ["nobody is asked", revised({ a: { input: "x" } }), [found("person_needed", "warning", "a")]],
  ["it is about the whole plan", revised({ a: { input: "x" } }), [GAP, found("error_handling", "warning")]],
  ["no model found anything grave", revised({ b: { input: "x" } }), [NOTE]],
])("a model judges again where %s", (_, after, findings) => {
  expect(leftAfterRevision(before, after, findings)).toBeUndefined();
});
