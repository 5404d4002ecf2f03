import type { Plan, Task, TaskType } from "@/lib/core/plan/schema";

const TYPE_LABELS: Record<TaskType, string> = {
  task: "task",
  direct: "program",
  synthesis_gate: "synthesis gate",
  planning_review: "planning review",
  human_review: "human gate",
};
const FAILURE_LABELS: Record<Task["onFailure"], string> = {
  stop: "the run stops",
  skip: "it is skipped",
  retry: "it is tried again",
  replan: "the rest is planned anew",
};
const SHOWN_CHARS = 600;

/** What was read of a task, as names and words; what goes without saying is left out. */
export function taskRows(task: Task, plan: Plan): [name: string, value: string][] {
  const { id, type, agent, dependsOn, input, details, maxRetries, onFailure, review, outputSchema } = task;
  const titles = new Map(plan.tasks.map((one) => [one.id, one.title]));
  const rows: [string, string][] = [
    ["Id", id],
    [
      "Kind",
      type === "task"
        ? agent === "default"
          ? "task of the default agent"
          : `task of the agent ${agent}`
        : TYPE_LABELS[type],
    ],
    ["After", dependsOn.map((one) => titles.get(one) || one).join(", ") || "nothing: it can start at once"],
    ["Input", input === "" ? "" : truncated(typeof input === "string" ? input : JSON.stringify(input))],
    ["Details", truncated(details.join("\n"))],
    ["Reviews", review?.focus ?? ""],
    ["Reviewers", reviewersText(review)],
    ["Result", outputSchema === undefined ? "" : truncated(schemaText(outputSchema))],
    [
      "If it fails",
      `${maxRetries === 0 ? "" : `${maxRetries + 1} attempts, then `}${FAILURE_LABELS[onFailure]}`,
    ],
  ];
  return rows.filter(([, value]) => value !== "");
}

function reviewersText(review: Task["review"]): string {
  const names = review?.reviewers ?? [];
  return names.length > 1 ? `${names.join(", ")} (${review?.consensus})` : names.join();
}

const schemaText = (schema: NonNullable<Task["outputSchema"]>): string =>
  typeof schema === "string" ? schema : JSON.stringify(schema);

const truncated = (text: string): string =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
