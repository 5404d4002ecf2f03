import { usedIds } from "../interpolate";
import type { Task } from "../schema";
import { isReview, type PlanFacts } from "./facts";
import { createFinding } from "./finding";
import type { Finding } from "./types";

// Strings, comments, and runs of anything else but white space and brackets. A string without an end takes the rest,
// so that a text full of quotes is read once only.
const TOKEN = /"((?:[^"\\]|\\.)*)"?|;[^\n]*|[^\s,()[\]{}"]+/gs;

/** Rules about what tasks take from each other. */

/** A dependency that no task has as its id. */
export function missingDependency({ tasks, byId }: PlanFacts): Finding[] {
  return tasks.flatMap((task) =>
    dependenciesOf(task)
      .filter((id) => !byId.has(id))
      .map((id) => {
        const message = `"${task.id}" depends on "${id}", which is not a task of the plan.`;
        const recommendation = `Correct the dependency of "${task.id}" on "${id}", or remove it.`;
        const subject = { edge: { from: id, to: task.id } };
        return createFinding("missing_dependency", "critical", subject, { message, recommendation });
      }),
  );
}

/**
 * A dependency whose result is never referred to. Gates and reviews use all of theirs, and waiting for a review is
 * its own purpose.
 */
export function disconnectedFlow({ tasks, byId, hasAllTools }: PlanFacts): Finding[] {
  const ids = new Set(byId.keys());
  return tasks.flatMap((task) => {
    if (task.type === "synthesis_gate" || isReview(task)) return [];
    // A step in words has its work in its title and no place to name a result, and is shown all of them.
    if (task.type === "task" && task.input === "" && hasAllTools(task)) return [];
    const sources = dependenciesOf(task).filter((id) => {
      const source = byId.get(id);
      return source !== undefined && !isReview(source);
    });
    if (sources.length === 0) return [];
    const used = referencesOf(task, ids);
    const unused = sources.filter((id) => !used.has(id));
    const severity = unused.length < sources.length ? "info" : "warning";
    return unused.map((id) => {
      const message = `"${task.id}" waits for "${id}" and does not refer to its result.`;
      const recommendation = `Use {{results.${id}}} in the input of "${task.id}", or remove the dependency.`;
      return createFinding(
        "disconnected_flow",
        severity,
        { edge: { from: id, to: task.id } },
        { message, recommendation },
      );
    });
  });
}

/** A result before the last level that leads nowhere. */
export function orphanTask({ byLevel, dependents }: PlanFacts): Finding[] {
  return byLevel.slice(0, -1).flatMap((tasks) =>
    tasks
      .filter(({ id }) => !dependents.has(id))
      .map(({ id }) => {
        const message = `Nothing depends on "${id}", and the plan continues without it.`;
        const recommendation = `Let a later task use the result of "${id}", or drop the task.`;
        return createFinding("orphan_task", "info", { taskId: id }, { message, recommendation });
      }),
  );
}

function dependenciesOf(task: Task): string[] {
  return [...new Set(task.dependsOn)];
}

/** What the input, the program or the predicate of a task names: all ids that it uses are among it. */
function referencesOf({ type, input, verification = "" }: Task, ids: ReadonlySet<string>): Set<string> {
  const predicate = verification.includes("data/depends") ? namesIn(verification) : [];
  const read = type === "direct" ? (typeof input === "string" ? namesIn(input) : []) : usedIds(input, ids);
  return new Set([...predicate, ...read]);
}

/**
 * The texts, keywords and symbols of a program, as keys of a map are written: `"a b"`, `:a` and `a` are all names.
 * Read without parsing, so that a program that is not in order yet has them too. Linear in its length.
 */
function namesIn(program: string): Set<string> {
  const names = new Set<string>();
  for (const [token, text] of program.matchAll(TOKEN)) {
    if (text !== undefined) names.add(text.replace(/\\(.)/gs, "$1"));
    else if (!token.startsWith(";")) names.add(token.replace(/^[:'#]+/, ""));
  }
  return names;
}
