import { getOwn } from "../own";
import { readEffectKey } from "../run/effects/keys";
import type { ApprovalState, EffectKind, RunState } from "../run/state";

const FAILURE_SENTENCES: Record<string, string> = {
  auth: "The provider rejected the API key.",
  quota: "No quota or credit left.",
  rate_limited: "The provider is rate limiting requests.",
  unavailable: "The provider is not responding or returns errors.",
  timeout: "The provider timed out.",
  cut_stream: "Responses are cut off.",
  unreadable_answer: "The provider’s response is not a model’s answer.",
  unknown_model: "Unknown model: the provider or the settings no longer have it.",
  bad_request: "The provider rejected the request.",
  context_overflow: "The request exceeds the model’s context window.",
};

/** What was wrong with a model, by the provider's code. */
export const modelFailureText = (code: string): string =>
  getOwn(FAILURE_SENTENCES, code) ?? `Failed with “${code}”.`;

/** The work of a whole run, as a sentence names it. */
const RUN_WORK: { [kind in EffectKind]?: string } = {
  plan: "the plan",
  critique_plan: "the plan critique",
  replan: "the replan",
  summarize: "the summary",
  answer: "the answer",
};

/** Titles of the tasks that wait for the model of a gate, then what else waits, in words. */
export function waitingFor(state: RunState, { subject }: Pick<ApprovalState, "subject">): string[] {
  const waiting = Object.entries(state.faults).filter(([, { model }]) => model === subject?.model);
  const names = waiting.map(([key]) => {
    const { taskId, kind } = readEffectKey(state.runId, key);
    return taskId === undefined ? RUN_WORK[kind] : getOwn(state.tasks, taskId)?.spec.title;
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** How often the model failed before the gate opened, and what waits for it: "Failed once before this gate opened." */
export function modelFailureFacts(state: RunState, gate: Pick<ApprovalState, "subject">): string {
  const { failures } = gate.subject ?? {};
  const failed = `${failures === 1 ? "Failed once" : `Failed ${failures} times`} before this gate opened.`;
  const waiting = waitingFor(state, gate);
  if (waiting.length === 0) return failed;
  return `${failed} ${waiting.join(", ")} ${waiting.length === 1 ? "is waiting" : "are waiting"} for it.`;
}
