import { type GateSpec, gateSpec, type ReviewSpec, reviewSpec, type Task } from "./schema";

/** The review of a task with every default filled in; it reviews its dependencies unless it names other tasks. */
export function reviewOf(task: Pick<Task, "review" | "dependsOn">): ReviewSpec {
  const review = task.review ?? reviewSpec.parse({});
  return review.previousTasks.length > 0 ? review : { ...review, previousTasks: task.dependsOn };
}

/** The human gate of a task with every default filled in; its prompt is the title unless it has one. */
export function gateOf(task: Pick<Task, "gate" | "title">): GateSpec {
  const gate = task.gate ?? gateSpec.parse({});
  return gate.prompt === "" ? { ...gate, prompt: task.title } : gate;
}
