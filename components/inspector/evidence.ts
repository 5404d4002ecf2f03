import type { RunState, TaskState } from "@/lib/core/run/state";

/** One reason to believe a result, or not to. */
export type EvidenceLine = {
  verdict: "passed" | "failed" | "accepted" | "refused" | "none";
  text: string;
  /** What kind of check it was. */
  kind: string;
};

const ACCEPTING: ReadonlySet<string> = new Set(["approve", "edit", "respond", "accept"]);

/** The checks a task's results went through and the people who answered for it, oldest first. */
export function evidenceOf(state: RunState, task: TaskState): EvidenceLine[] {
  const lines = [...refusedAttempts(task), ...passedChecks(task), ...answers(state, task)];
  if (lines.length > 0 || task.status !== "succeeded" || task.spec.type === "planning_review") return lines;
  return [
    { verdict: "none", text: "No check was asked for; the result is as the agent gave it.", kind: "none" },
  ];
}

function refusedAttempts(task: TaskState): EvidenceLine[] {
  return task.attempts
    .filter(({ code }) => code === "schema_mismatch" || code === "empty_result")
    .map(({ attempt, code, diagnosis }) => ({
      verdict: "failed",
      text: `Attempt ${attempt}: ${diagnosis ?? "refused"}`,
      kind: code === "empty_result" ? "content" : "schema",
    }));
}

function passedChecks(task: TaskState): EvidenceLine[] {
  if (task.status !== "succeeded" || task.spec.outputSchema === undefined) return [];
  return [{ verdict: "passed", text: "The result has the form that was asked for.", kind: "schema" }];
}

function answers(state: RunState, task: TaskState): EvidenceLine[] {
  return Object.values(state.approvals)
    .filter(({ taskId, decided }) => taskId === task.id && decided?.by.kind === "person")
    .sort((a, b) => a.openedSeq - b.openedSeq)
    .flatMap(({ decided }) => {
      if (decided?.by.kind !== "person") return [];
      const accepted = ACCEPTING.has(decided.verb);
      const why = decided.comment ? `: “${decided.comment}”` : "";
      return {
        verdict: accepted ? ("accepted" as const) : ("refused" as const),
        text: `${accepted ? "Accepted" : decided.verb} by ${decided.by.name}${why}`,
        kind: "person",
      };
    });
}
