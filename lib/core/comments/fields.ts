import type { Json } from "../json";
import { getOwn } from "../own";
import { declaredAgent } from "../plan/agents";
import type { Plan, Task, TaskType } from "../plan/schema";
import type { StoredPlan, StoredTask } from "../plan/stored";

/** Fields of a task that a comment can be about, also while they are empty; those of its agent begin with `agent.`. */
const COMMENT_FIELDS = {
  work: ["input", "details", "title", "type"],
  question: ["review", "gate"],
  agent: ["agent", "agent.prompt", "agent.tools", "agent.model"],
  checks: ["verification", "onVerificationFailure", "outputSchema", "llmReview", "qualityGate"],
  failure: ["onFailure", "maxRetries", "timeoutMs", "critical"],
} as const;

export type FieldGroup = keyof typeof COMMENT_FIELDS;
type CommentField = (typeof COMMENT_FIELDS)[FieldGroup][number];

const KNOWN: ReadonlySet<string> = new Set(Object.values(COMMENT_FIELDS).flat());

/** What a task of this type has: a gate or a review asks and is not checked, and a program or a person is no agent. */
const GROUPS: Record<TaskType, readonly FieldGroup[]> = {
  task: ["work", "agent", "checks", "failure"],
  direct: ["work", "checks", "failure"],
  synthesis_gate: ["work", "agent", "checks", "failure"],
  planning_review: ["work", "question", "failure"],
  human_review: ["work", "question", "failure"],
};
const QUESTION_OF: Partial<Record<TaskType, CommentField>> = {
  planning_review: "review",
  human_review: "gate",
};

/** The fields of a task that people may comment on, in the order in which they are offered. */
export const commentFields = ({ type }: Pick<Task, "type">): { group: FieldGroup; field: CommentField }[] =>
  GROUPS[type].flatMap((group) =>
    COMMENT_FIELDS[group]
      .filter((field) => group !== "question" || field === QUESTION_OF[type])
      .map((field) => ({ group, field })),
  );

/** The fields of its agent, which tasks have in common. */
export const AGENT_FIELDS = COMMENT_FIELDS.agent.filter((field) => field !== "agent");

/** A field's value, null for one that is empty; undefined for one that no task has. Stored and plain plans are read alike. */
export function fieldValue(
  plan: Pick<Plan | StoredPlan, "agents">,
  task: Task | StoredTask,
  field: string,
): Json | undefined {
  if (!KNOWN.has(field) && !Object.hasOwn(task, field)) return;
  const [of, own] = field.startsWith("agent.")
    ? [declaredAgent<object>(plan, task.agent), field.slice("agent.".length)]
    : [task, field];
  return getOwn(of as Record<string, Json | undefined> | undefined, own) ?? null;
}
