import { isSameJson } from "../json";
import { changedFields } from "./compare/diff";
import { workDigest } from "./compare/fingerprint";
import { reviewDefaults } from "./defaults";
import { type GateSpec, gateSpec, type Plan, type ReviewSpec, type Task, task as taskSchema } from "./schema";
import { BUILT_IN_AGENTS } from "./words";

/** What a tail says of a task that stays: the same work, or other work (docs/plans.md, "Replacing the tail"). */

/** Tasks of which something is still to happen, and who says what becomes of them. */
export type AtWork = { ids: ReadonlySet<string>; saidBy: "model" | "person" };

const UNSAID = taskSchema.parse({ id: "x", title: "" });
const WORK_FIELDS = Object.keys(taskSchema.shape) as (keyof Task)[];
/** Fields that only say which task is meant, or that are compared by themselves. */
const NAMING: ReadonlySet<keyof Task> = new Set(["id", "title", "type", "agent", "dependsOn", "replaces"]);

/** A task that stands by its title alone: nothing is said of its work, or nothing but defaults. */
export function isNamedOnly(task: Task, kept: Task): boolean {
  if (task.title !== kept.title || ![kept.type, UNSAID.type].includes(task.type)) return false;
  if (isSaid(task.agent, kept.agent)) return false;
  return WORK_FIELDS.every((field) => NAMING.has(field) || isUnsaid(task, field));
}

const isSaid = (agent: string, kept: string): boolean =>
  agent !== kept && !BUILT_IN_AGENTS.some((builtIn) => builtIn === agent);

function isUnsaid(task: Task, field: keyof Task): boolean {
  const value = task[field];
  if (value === undefined || isSameJson(value, UNSAID[field])) return true;
  if (field === "gate") return isSameJson(value, gateSpec.parse({}));
  return field === "review" && isSameJson({ ...task.review, previousTasks: [] }, reviewDefaults());
}

/** Every field of its own is as the kept task has it. */
const hasSameFields = (task: Task, kept: Task): boolean => changedFields(kept, task).length === 0;

/** All of it is as the kept task has it, what it waits for as well. */
export const isSaidInFull = (task: Task, kept: Task): boolean =>
  hasSameFields(task, kept) && isSameJson([...task.dependsOn].sort(), [...kept.dependsOn].sort());

/** The plans in which the two stand: that of the tail has its agents. */
type Plans = { tail: Pick<Plan, "agents">; current: Plan };

/** The same work as the kept task's, apart from what the two wait for. */
export function isSameWork(task: Task, kept: Task, { tail, current }: Plans, atWork?: AtWork): boolean {
  const digestIn = (one: Task, plan: Pick<Plan, "agents">) => workDigest(one, plan);
  const asKept = digestIn(kept, current);
  const isAtWork = atWork?.ids.has(kept.id);
  if (isAtWork && atWork?.saidBy === "person")
    return isAsked(kept)
      ? hasSameFields(task, kept) && digestIn(task, tail) === asKept
      : digestIn(task, tail) === asKept;
  if (task.title !== kept.title || task.input !== "" || task.details.length > 0)
    return digestIn(task, tail) === asKept;
  return !isAtWork || digestIn(withUnsaid(task, kept), tail) === asKept;
}

/** People are asked by it, or a reviewer whose word they may hold: any change is one of what they are asked. */
const isAsked = ({ type }: Task): boolean => type === "human_review" || type === "planning_review";

/** The kept task with what its mention says otherwise. The words of a question are no term of it. */
function withUnsaid(task: Task, kept: Task): Task {
  const { gate, review } = kept;
  const said = WORK_FIELDS.filter((field) => !NAMING.has(field) && !isUnsaid(task, field));
  return {
    ...kept,
    ...Object.fromEntries(said.map((field) => [field, task[field]])),
    ...(isSaid(task.agent, kept.agent) && { agent: task.agent }),
    ...(gate && { gate: task.gate ? { ...keptOfGate(gate, task.gate), prompt: gate.prompt } : gate }),
    ...(review && { review: task.review ? withTermsOf(review, task.review) : review }),
  };
}

const REVIEW_TERMS = [
  ...(["requiresHumanApproval", "approvalTimeoutSeconds", "onTimeout", "condition"] as const),
  ...(["reviewers", "consensus", "template"] as const),
];

function withTermsOf(old: ReviewSpec, said: ReviewSpec): ReviewSpec {
  const unsaid = reviewDefaults();
  const terms = REVIEW_TERMS.filter((term) => !isSameJson(said[term] ?? null, unsaid[term] ?? null));
  return { ...old, ...Object.fromEntries(terms.map((term) => [term, said[term]])) };
}

/**
 * A gate asks whom it asked, on the terms on which it asked them; a deadline comes with what it leads to, but none that lets
 * pass what the tail has people asked about.
 */
export function keptOfGate(old: GateSpec, gate: GateSpec): GateSpec {
  const kept = { ...gate };
  if (kept.assignees.length === 0) kept.assignees = old.assignees;
  const asksThemAll = old.assignees.every((one) => kept.assignees.includes(one));
  if (asksThemAll) kept.quorum = Math.max(kept.quorum, old.quorum);
  if (old.fourEyes) kept.fourEyes = true;
  if (old.requiresReason) kept.requiresReason = true;
  if (kept.timeoutSeconds === undefined && old.timeoutSeconds !== undefined && !isGivenAway(old, kept)) {
    const { timeoutSeconds, onTimeout, escalateTo } = old;
    Object.assign(kept, { timeoutSeconds, onTimeout }, escalateTo && { escalateTo });
  }
  return kept;
}

/** In the end nobody would be asked, or others than the gate names otherwise than before. */
const isGivenAway = ({ onTimeout, assignees }: GateSpec, kept: GateSpec): boolean =>
  onTimeout === "approve" || (onTimeout === "escalate" && !isSameJson(assignees, kept.assignees));
