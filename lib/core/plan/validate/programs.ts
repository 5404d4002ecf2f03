import type { Json } from "../../json";
import { check, looksAtData, resultsAskedIn, toolsNamedIn, verify } from "../../lisp";
import { getOwn } from "../../own";
import { nearest } from "../../suggest";
import { isBuiltInAgent } from "../agents";
import { predicateOf } from "../defaults";
import { placeholdersOf } from "../interpolate";
import { resultNames, stemOf } from "../result-names";
import { resultsByName } from "../results-by-name";
import type { Issue, IssueCode, Plan, Task } from "../schema";
import { outputJsonSchema } from "./output-schema";
import { forbiddenInPrograms, type ToolContext } from "./tools";
import { sketchedValue, typicalValue, typicalValues } from "./typical-value";

/**
 * What keeps a task's predicates, and the program of a direct task, from being evaluated, each fault with its place in
 * the source (docs/plans.md, "Validation"), and the tools that a policy does not let programs call.
 */
export function programIssues(plan: Plan, context: ToolContext): Issue[] {
  return plan.tasks.flatMap((task) => [
    ...(task.type === "direct" ? directIssues(plan, task, context) : []),
    ...predicateIssues(task, task.verification, "verification"),
    ...constantIssues(task),
    ...triedOnIssues(plan, task),
    ...predicateIssues(task, task.review?.condition, "review.condition"),
    ...resultIssues(plan, task),
  ]);
}

/** Results that programs, predicates and conditions name and that are not among those which they are given. */
function resultIssues(plan: Plan, task: Task): Issue[] {
  const { id, type, input, dependsOn, verification, review } = task;
  const sources: [string, string, unknown][] = [
    ["The program", "input", type === "direct" ? input : undefined],
    ["The verification", "verification", verification],
    ["The review.condition", "review.condition", review?.condition],
  ];
  const asked = sources.flatMap(([what, path, source]) =>
    typeof source === "string" ? resultsAskedIn(source).map((one) => ({ ...one, what, path })) : [],
  );
  if (asked.length === 0) return [];
  const known = plan.tasks.map((one) => one.id);
  const uses = placeholdersOf(input, new Set(known)).map((one) => one.id);
  const given = [...dependsOn, ...uses, ...(review?.previousTasks ?? [])];
  const has = (ids: readonly string[], name: string) => {
    const names = new Set([...ids, ...ids.map(resultNames(ids))]);
    return names.has(name) || names.has(stemOf(name));
  };
  return asked
    .filter(({ name }) => !has(given, name))
    .map(({ name, line, column, what, path }): Issue => {
      const at = `${what} of "${id}" asks for the result "${name}" in line ${line}, column ${column}`;
      const near = nearest(name, given);
      const why = has(known, name)
        ? `it does not depend on "${name}". Add "${name}" to its dependencies.`
        : `no task "${name}" exists.${near ? ` Did you mean "${near}"?` : ""}`;
      return { severity: "error", code: "unknown_placeholder", message: `${at}: ${why}`, taskId: id, path };
    });
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
    const named = new Set(toolsNamedIn(input));
    return [
      ...sourceIssues(`The program of "${id}"`, check(input, { tools }), at),
      ...[...forbiddenInPrograms(plan, context, task.agent)].flatMap(([name, reason]): Issue[] => {
        if (!named.has(name)) return [];
        const message = `The program of "${id}" may not call the tool "${name}": ${reason}`;
        return [{ severity: "error", ...at, code: "forbidden_tool", message }];
      }),
    ];
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

/** A check that lets every result pass would make each of them verified. */
function constantIssues(task: Task): Issue[] {
  const { id } = task;
  const source = predicateOf(task);
  if (source === undefined || check(source).length > 0 || looksAtData(source)) return [];
  if (verify(source, {}).outcome !== "passed") return [];
  const message = `The verification of "${id}" looks at no data, so it lets every result pass. Have it look at data/result, or leave it out.`;
  return [{ severity: "error", code: "invalid_verification", message, taskId: id, path: "verification" }];
}

/**
 * Faults of a check that show only when it runs, such as a text where a function is wanted: found on a result of the form
 * that the schema asks for, else the one that the input sketches. A check that comes to no judgement of the schema's own
 * form, whatever its values are, is at fault too; a key that the schema does not name may be there.
 */
function triedOnIssues({ tasks }: Plan, task: Task): Issue[] {
  const { id, verification = "", dependsOn } = task;
  const result = formOf(task);
  if (result === undefined || check(verification).length > 0) return [];
  const resultOf = (of: string) => {
    const source = tasks.find((one) => one.id === of);
    return (source && formOf(source)) ?? null;
  };
  const depends = resultsByName(dependsOn, resultOf);
  const others = { depends, results: depends, input: "", mission: "" };
  const tried = verify(verification, { ...others, result });
  const at = { taskId: id, code: "invalid_verification", path: "verification" } as const;
  const what = `The verification of "${id}"`;
  if (tried.outcome === "error" && FAULTS.has(tried.error.code))
    return sourceIssues(what, [{ ...tried.error, severity: "error" }], at);
  const judgesNothing = (value: Json) => {
    const verdict = verify(verification, { ...others, result: value });
    return verdict.outcome === "failed" && verdict.isDataFault === true && !verdict.isAbsent;
  };
  if (tried.outcome !== "failed" || dependsOn.length > 0) return [];
  const values = typicalValues(outputJsonSchema(task));
  if (values.length === 0 || !values.every(judgesNothing)) return [];
  const message = `${what} comes to no judgement of a result of its outputSchema: ${tried.diagnosis}`;
  return [{ severity: "error", ...at, message }];
}

function formOf(task: Task): Json | undefined {
  const schema = outputJsonSchema(task);
  if (schema !== undefined) return typicalValue(schema);
  return typeof task.input === "string" ? sketchedValue(task.input) : undefined;
}

/** No data makes these right. */
const FAULTS: ReadonlySet<string> = new Set(["not_callable", "arity_error"]);

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
