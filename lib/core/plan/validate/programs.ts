import type { Json } from "../../json";
import { check } from "../../lisp";
import { getOwn } from "../../own";
import { isBuiltInAgent } from "../agents";
import type { Issue, IssueCode, Plan, Task } from "../schema";
import { forbiddenInPrograms, type ToolContext } from "./tools";

/**
 * What keeps a task's predicates, and the program of a direct task, from being evaluated, each fault with its place in
 * the source (docs/plans.md, "Validation"), and the tools that a policy does not let programs call.
 */
export function programIssues(plan: Plan, context: ToolContext): Issue[] {
  return plan.tasks.flatMap((task) => [
    ...(task.type === "direct" ? directIssues(plan, task, context) : []),
    ...predicateIssues(task, task.verification, "verification"),
    ...predicateIssues(task, task.review?.condition, "review.condition"),
  ]);
}

/** The tools of a direct task: those of the agent it names, else every one there is. */
function directTools({ agents }: Plan, { agent }: Task, { tools }: ToolContext): readonly string[] {
  return isBuiltInAgent(agent) ? tools.map(({ name }) => name) : (getOwn(agents, agent)?.tools ?? []);
}

function directIssues(plan: Plan, task: Task, context: ToolContext): Issue[] {
  const { id, input } = task;
  const at = { taskId: id, code: "invalid_direct_input", path: "input" } as const;
  if (typeof input === "string" && input.trim() !== "") {
    const tools = directTools(plan, task, context);
    return [
      ...sourceIssues(`The program of "${id}"`, check(input, { tools }), at),
      ...[...forbiddenInPrograms(plan, context, task.agent)].flatMap(([name, reason]): Issue[] => {
        if (!callsTool(input, name, tools)) return [];
        const message = `The program of "${id}" may not call the tool "${name}": ${reason}`;
        return [{ severity: "error", ...at, code: "forbidden_tool", message }];
      }),
    ];
  }
  const message = `"${id}" is a direct task: its input must be the text of a program.`;
  return [{ severity: "error", ...at, message }];
}

/** A program calls a tool when there is more wrong with it where the tool is missing. */
function callsTool(source: string, name: string, tools: readonly string[]): boolean {
  if (!source.includes(`tool/${name}`)) return false;
  const others = tools.filter((tool) => tool !== name);
  return check(source, { tools: others }).length > check(source, { tools }).length;
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
