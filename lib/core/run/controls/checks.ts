import { digestOf } from "../../bytes";
import type { Json } from "../../json";
import type { StoredTask } from "../../plan/stored";
import { CHECK_WEAKNESSES, type Weakness } from "./weaknesses";

type CheckPart = (typeof CHECK_WEAKNESSES)[number];

/**
 * What a task's result is held against because a person wrote it or approved it, part by part, by digest of the form in
 * which plan versions are compared; `work` is the task's own. A model's own checks are not held (docs/engine.md, "Controls").
 */
export type HeldCheck = {
  taskId: string;
  lineage: string;
  work: string;
  parts: Partial<Record<CheckPart, string>>;
};

/** A task of the new version that lacks parts of its check; a task that is gone counts with all that no other took over. */
export type ChangedCheck = { taskId: string; weaknesses: Weakness[] };

/** The checks of a version that a person wrote or approved. */
export const heldChecksOf = (tasks: readonly StoredTask[]): HeldCheck[] =>
  tasks.flatMap((task) => {
    const parts = partsOf(task);
    return Object.keys(parts).length > 0
      ? [{ taskId: task.id, lineage: task.lineage, work: task.workDigest, parts }]
      : [];
  });

/**
 * Where the checks of people stand in a next version: under their task, else at one that had none of them and takes over
 * what the task was for: it descends from the task, or is the same work under another id. The same check on any other task
 * judges something else. `over` are tasks whose results are not judged any more, whatever the version says of them.
 */
export function carryChecks(
  held: readonly HeldCheck[],
  tasks: readonly StoredTask[],
  over: ReadonlySet<string>,
): { kept: HeldCheck[]; changed: ChangedCheck[] } {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const holders = new Set(held.map(({ taskId }) => taskId));
  const free = new Set(tasks.filter(({ id }) => !holders.has(id) && !over.has(id)));
  const kept: HeldCheck[] = [];
  const changed: ChangedCheck[] = [];
  for (const one of held) {
    const { taskId, lineage, work, parts } = one;
    if (over.has(taskId)) {
      kept.push(one);
      continue;
    }
    const successors = [...free].filter((task) => task.lineage === lineage || task.workDigest === work);
    const by = byId.get(taskId) ?? successors.find((task) => isCarried(parts, task)) ?? successors[0];
    if (by) free.delete(by);
    const now = by ? partsOf(by) : {};
    const lost = missingOf(parts, now);
    const rest = Object.entries(parts).filter(([part]) => !lost.includes(part as CheckPart));
    const at = by?.id ?? taskId;
    if (lost.length > 0) changed.push({ taskId: at, weaknesses: lost });
    if (rest.length > 0) kept.push({ ...one, taskId: at, parts: Object.fromEntries(rest) });
  }
  return { kept, changed };
}

function partsOf({ verification, outputSchema, llmReview }: StoredTask): HeldCheck["parts"] {
  const digest = (value: unknown) => digestOf(value as Json);
  return {
    ...(verification !== undefined && {
      predicate: digest(typeof verification === "string" ? tokensOf(verification) : verification),
    }),
    ...(outputSchema !== undefined && { schema: digest(outputSchema) }),
    ...(llmReview !== false && llmReview !== "" && { model_review: digest(llmReview) }),
  };
}

/** What a predicate is read from: all of it but white space, commas and comments (docs/predicates.md, "Values"). */
const TOKEN = /"(?:\\.|[^"\\])*"|;[^\n]*|[()[\]{}]|[^\s,;"()[\]{}]+|\S/g;

const tokensOf = (predicate: string): string[] =>
  (predicate.match(TOKEN) ?? []).filter((token) => token !== "," && !token.startsWith(";"));

const missingOf = (parts: HeldCheck["parts"], now: HeldCheck["parts"]): CheckPart[] =>
  CHECK_WEAKNESSES.filter((part) => parts[part] !== undefined && parts[part] !== now[part]);

const isCarried = (parts: HeldCheck["parts"], task: StoredTask): boolean =>
  missingOf(parts, partsOf(task)).length === 0;
