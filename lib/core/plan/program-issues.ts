import type { Json } from "../json";
import { check } from "../lisp";
import { isBuiltInAgent } from "./agents";
import type { Issue, IssueCode, Plan, Task } from "./schema";

/**
 * What keeps a task's predicates, and the program of a direct task, from being evaluated, each fault with its place in
 * the source (docs/plans.md, "Validation"). `allowed` are the tools that may be used at all.
 */
export function programIssues(plan: Plan, allowed: readonly string[]): Issue[] {
  return plan.tasks.flatMap((task) => [
    ...(task.type === "direct" ? directIssues(task, directTools(plan, task, allowed)) : []),
    ...predicateIssues(task, task.verification, "verification"),
    ...predicateIssues(task, task.review?.condition, "review.condition"),
  ]);
}

/** The tools of a direct task: those of the agent it names, else every one that is allowed. */
function directTools({ agents }: Plan, { agent }: Task, allowed: readonly string[]): readonly string[] {
  return isBuiltInAgent(agent) ? allowed : (agents[agent]?.tools ?? []);
}

function directIssues({ id, input }: Task, tools: readonly string[]): Issue[] {
  const at = { taskId: id, code: "invalid_direct_input", path: "input" } as const;
  if (typeof input === "string" && input.trim() !== "") {
    return sourceIssues(`The program of "${id}"`, check(input, { tools }), at);
  }
  const message = `"${id}" is a direct task: its input must be the text of a program.`;
  return [{ severity: "error", ...at, message }];
}

function predicateIssues({ id }: Task, source: Json | undefined, path: string): Issue[] {
  if (typeof source !== "string") return [];
  const at = { taskId: id, code: "invalid_verification", path } as const;
  if (source.trim() !== "") return sourceIssues(`The ${path} of "${id}"`, check(source), at);
  const message = `The ${path} of "${id}" is empty: write a predicate or leave it out.`;
  return [{ severity: "error", ...at, message }];
}

function sourceIssues(
  what: string,
  found: ReturnType<typeof check>,
  at: { taskId: string; code: IssueCode; path: string },
): Issue[] {
  return found.map(({ severity, code, message, line, column }) => ({
    severity,
    ...at,
    message: `${what} has a fault in line ${line}, column ${column} (${code}): ${message}`,
  }));
}
