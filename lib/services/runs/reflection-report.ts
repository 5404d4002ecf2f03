import type { Json } from "@/lib/core/json";
import type { AttemptReflection, RunState, TaskState } from "@/lib/core/run/state";
import type { StoredValue } from "@/lib/core/stored-value";

/**
 * What critics said of a run's final answer, the answers in order (docs/cli.md); null where nobody
 * criticised it. `outcome` is null while that goes on.
 */
export function reflectionReport(
  { reflection, settings }: Readonly<RunState>,
  fullValue: (value: StoredValue) => Json,
) {
  if (!reflection) return null;
  const { answers, accepted } = reflection;
  const kept = accepted && answers[accepted.kept];
  return {
    outcome: accepted?.outcome ?? null,
    passed: accepted?.outcome === "passed",
    requiresFollowup: accepted?.outcome === "requires_followup",
    score: accepted?.score ?? null,
    threshold: settings.reflection.threshold,
    revisions: answers.length - 1,
    feedback: kept?.critique?.feedback ?? null,
    questions: accepted?.questions ?? [],
    /** Why it went no further. */
    reason: accepted?.reason ?? null,
    answers: answers.map(({ value, critique }, index) => ({
      answer: fullValue(value),
      kept: accepted?.kept === index,
      score: critique?.score ?? null,
      feedback: critique?.feedback ?? null,
      issues: critique?.issues ?? [],
      suggestions: critique?.suggestions ?? [],
    })),
  };
}

/** The same of the answers of a task's agent, in its last attempt. */
export function taskReflectionReport({ attempts }: Pick<TaskState, "attempts">) {
  const reflection = attempts.at(-1)?.reflection;
  if (!reflection) return null;
  const { critiques, last, outcome, score, questions, reason }: AttemptReflection = reflection;
  return {
    outcome: outcome ?? null,
    passed: outcome === "passed",
    requiresFollowup: outcome === "requires_followup",
    score: score ?? null,
    revisions: Math.max(0, critiques - 1),
    feedback: last?.feedback ?? null,
    questions: questions ?? [],
    reason: reason ?? null,
  };
}
