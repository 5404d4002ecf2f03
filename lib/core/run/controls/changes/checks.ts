import { digestOf } from "../../../bytes";
import type { Json } from "../../../json";
import { dataReadIn, formOfSource } from "../../../lisp";
import { type CheckSettings, criteriaOf } from "../../../plan/criteria";
import { type PlanReach, reachIn } from "../../../plan/reach";
import type { LongText, StoredTask } from "../../../plan/stored";
import { tasksBehind } from "../obligations";
import { named, workMeasured } from "../release/measured";
import { type ControlSettings, isPeoplesReview } from "../terms/peoples-review";
import { CHECK_WEAKNESSES, type Weakness } from "../terms/weaknesses";
import { comesFromSame, sourceOf } from "./check-source";
import { type CheckedTasks, type CheckPart, type HeldCheck, holdsBackActs } from "./held-checks";

/** A task of the new version that lacks parts of its check; a task that is gone counts with all that no other took over. */
export type ChangedCheck = { taskId: string; weaknesses: Weakness[] };

/**
 * The checks of a version that a person wrote or approved. The setting that has models judge critical results checks the whole
 * plan: it is held at the tasks before acts, so that not every task is one of which models may take nothing away.
 */
export const heldChecksOf = (
  tasks: readonly StoredTask[],
  reach: PlanReach | undefined,
  settings: CheckedBy,
): HeldCheck[] => {
  const acting = tasks.filter((task) => reachIn(reach, task).length > 0);
  return tasks.flatMap((task) => {
    if (!hasCheck(partsOf(task, settings))) return [];
    const behind = tasksBehind(tasks, task.id);
    const tools = acting.filter(({ id }) => behind.has(id)).flatMap((one) => reachIn(reach, one));
    const { id: taskId, lineage, workDigest: work } = task;
    const all = partsOf(task, settings);
    const isBeforeAct = holdsBackActs({ parts: all, tools });
    const parts = isBeforeAct ? all : partsOf(task, { llmReviewCritical: false });
    if (!hasCheck(parts)) return [];
    const given = withSource(tasks, task, parts, settings);
    // By what it measures a check is held where something acts behind it.
    if (!isBeforeAct) delete given.measure;
    return [{ taskId, lineage, work, parts: given, tools: [...new Set(tools)].sort() }];
  });
};

/**
 * Where the checks of people stand in a next version: under their task, else at one that had none of them and takes over
 * what the task was for: it descends from the task, or is the same work under another id. The same check on any other task
 * judges something else. A task that failed stays in the plan, and is not the one that is done instead of it.
 */
export function carryChecks(
  held: readonly HeldCheck[],
  tasks: readonly StoredTask[],
  { over, answered }: CheckedTasks,
  settings: CheckedBy,
): { carried: { was: HeldCheck; now: HeldCheck }[]; changed: (ChangedCheck & { was: HeldCheck })[] } {
  const byId = new Map(tasks.filter(({ id }) => !answered.has(id)).map((task) => [task.id, task]));
  const holders = new Set(held.map(({ taskId }) => taskId));
  const free = new Set([...byId.values()].filter(({ id }) => !holders.has(id) && !over.has(id)));
  const partsNow = (task: StoredTask) => withSource(tasks, task, partsOf(task, settings), settings);
  const carried: ReturnType<typeof carryChecks>["carried"] = [];
  const changed: ReturnType<typeof carryChecks>["changed"] = [];
  for (const was of held) {
    const { taskId, lineage, work, parts } = was;
    if (over.has(taskId)) {
      carried.push({ was, now: was });
      continue;
    }
    const successors = [...free].filter((task) => task.lineage === lineage || task.workDigest === work);
    const by =
      byId.get(taskId) ?? successors.find((task) => isCarried(parts, partsNow(task))) ?? successors[0];
    if (by) free.delete(by);
    const now = by ? partsNow(by) : {};
    const lost = missingOf(parts, now);
    const rest = Object.fromEntries(
      Object.entries(parts).filter(([part]) => !lost.includes(part as CheckPart)),
    );
    const at = by?.id ?? taskId;
    if (lost.length > 0) changed.push({ taskId: at, weaknesses: lost, was });
    if (hasCheck(rest)) carried.push({ was, now: { ...was, taskId: at, parts: rest } });
  }
  return { carried, changed };
}

/** With what only the whole plan says: from what the checked result comes, what the predicate reads beside it, and who lifts the halt. */
function withSource(
  tasks: readonly StoredTask[],
  task: StoredTask,
  parts: HeldCheck["parts"],
  settings: CheckedBy,
): HeldCheck["parts"] {
  const isLifted = tasks.some(
    (one) =>
      one.type === "planning_review" &&
      one.dependsOn.includes(task.id) &&
      !isPeoplesReview(one, { reviewMode: "hold", ...settings }),
  );
  // A review that a model decides may say that the run continues.
  const refusal = parts.refusal !== undefined && !isLifted ? { refusal: `${parts.refusal} unlifted` } : {};
  if (!hasCheck(parts)) return { ...parts, ...refusal };
  const measure = measureOfCheck(tasks, task);
  const beside = { source: sourceOf(tasks, task), ...(measure !== undefined && { measure }) };
  return { ...parts, ...refusal, ...beside };
}

/** Settings of a run that say what is checked, and who decides its reviews. */
export type CheckedBy = CheckSettings & Partial<Pick<ControlSettings, "reviewMode">>;

function partsOf(task: StoredTask, settings: CheckSettings): HeldCheck["parts"] {
  const { type, verification, outputSchema } = task;
  const criteria = criteriaOf(task, settings);
  if (!CHECKED.has(type)) return {};
  const digest = (value: unknown) => digestOf(value as Json);
  const refusal = stopsOf(task).join(" ");
  return {
    ...(verification !== undefined && {
      predicate: digest(typeof verification === "string" ? formOfSource(verification) : verification),
    }),
    ...(outputSchema !== undefined && { schema: digest(outputSchema) }),
    ...(criteria !== undefined && { model_review: digest(criteria) }),
    ...(refusal !== "" && { refusal }),
  };
}

/** Reads a part of a check off its task, as the plan has it; undefined where it has none. */
export function partOfCheck(
  task: StoredTask | undefined,
  part: CheckPart,
  settings: CheckSettings,
): Json | LongText | undefined {
  if (!task) return;
  const { type, agent, input, verification, outputSchema, critical, onVerificationFailure, onFailure } = task;
  if (part === "source") return type === "direct" ? input : ({ type, agent, input } as Json);
  // The work itself is listed with what flows into the acts.
  if (part === "measure" || partsOf(task, settings)[part] === undefined) return;
  const parts: Record<Exclude<CheckPart, "source" | "measure">, Json | LongText | undefined> = {
    predicate: verification,
    schema: outputSchema,
    model_review: criteriaOf(task, settings),
    refusal: { critical, onVerificationFailure, onFailure },
  };
  return parts[part];
}

/** Nobody checks what the others come to (docs/plans.md, "Validation"). */
const CHECKED: ReadonlySet<string> = new Set(["task", "direct", "synthesis_gate"]);

/** After what nothing behind the task continues: its check has refused the result, or could not be made (docs/engine.md, "Task outcomes"). */
function stopsOf({ critical, onVerificationFailure, onFailure }: StoredTask): string[] {
  const stops = (policy: StoredTask["onFailure"]) => policy === "replan" || (policy !== "skip" && critical);
  return [...(stops(onVerificationFailure) ? ["refused"] : []), ...(stops(onFailure) ? ["failed"] : [])];
}

const hasCheck = ({ refusal: _refusal, source: _source, ...checks }: HeldCheck["parts"]): boolean =>
  Object.keys(checks).length > 0;

/** A refusal that stops more than it did is none the weaker. */
const missingOf = (parts: HeldCheck["parts"], now: HeldCheck["parts"]): CheckPart[] =>
  CHECK_WEAKNESSES.filter((part) => {
    const [held, given] = [parts[part], now[part]];
    if (held === undefined || held === given) return false;
    // Of a check that is gone nobody looks at anything.
    if (part === "source") return given !== undefined && !comesFromSame(held, given);
    if (part === "measure") return now.predicate !== undefined;
    const stops = part === "refusal" ? (given?.split(" ") ?? []) : [];
    return part !== "refusal" || !held.split(" ").every((one) => stops.includes(one));
  });

const isCarried = (parts: HeldCheck["parts"], now: HeldCheck["parts"]): boolean =>
  missingOf(parts, now).length === 0;

/** What the predicate of a task reads beside the result that it checks, in the same way; undefined where it reads nothing else. */
function measureOfCheck(tasks: readonly StoredTask[], task: StoredTask): string | undefined {
  const { verification, dependsOn, uses, input } = task;
  if (typeof verification !== "string") return;
  const read = dataReadIn(verification);
  const readsOnly = (name: string) => read !== undefined && [...read].every((one) => one === name);
  if (readsOnly("data/result")) return;
  // In the input stand the results that it names.
  const own = read === undefined || read.has("data/input") ? [input as Json] : [];
  return digestOf([named([...dependsOn, ...uses], workMeasured(tasks)), ...own]);
}
