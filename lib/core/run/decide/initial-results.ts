import type { DomainError } from "../../errors";
import { fingerprint } from "../../plan/fingerprint";
import type { StoredTask } from "../../plan/stored";
import type { StoredValue } from "../../stored-value";
import type { CreateCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import { refuse } from "./refuse";

type Results = Record<string, StoredValue>;

/** Results can only be given to tasks of a plan that comes with the run. */
export function unknownResultTask({ plan, initialResults = {} }: CreateCommand): DomainError | undefined {
  const tasks = new Set(plan?.patch.order);
  const unknown = Object.keys(initialResults).find((id) => !tasks.has(id));
  if (unknown === undefined) return;
  return refuse("invalid_input", `There is no task "${unknown}" in the plan that could have a result.`);
}

/** The tasks that are done before the run begins, in the plan's order (docs/engine.md, "Results given in advance"). */
export function initialSuccesses(tasks: readonly StoredTask[], results: Results): DraftEvent[] {
  const specs = new Map(tasks.map((task) => [task.id, task]));
  const known = new Map<string, string>();
  const fingerprintOf = (id: string): string => {
    const made = known.get(id) ?? fingerprintWith(specs.get(id) as StoredTask, results, fingerprintOf);
    known.set(id, made);
    return made;
  };
  return tasks.flatMap(({ id: taskId }) => {
    const value = Object.hasOwn(results, taskId) ? results[taskId] : undefined;
    if (!value) return [];
    const facts = { taskId, attempt: 1, value, fingerprint: fingerprintOf(taskId) };
    return draft("task_succeeded", { ...facts, source: "initial" });
  });
}

/** A dependency without a result was consumed by nobody. */
function fingerprintWith(spec: StoredTask, results: Results, of: (id: string) => string): string {
  const consumed = spec.dependsOn.map((id) => {
    const result = Object.hasOwn(results, id) ? results[id] : undefined;
    return { id, fingerprint: result ? of(id) : "", resultDigest: result?.digest ?? null };
  });
  return fingerprint(spec.workDigest, consumed);
}
