import type { OfferedPlan, WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { RunState } from "../state";
import { openApproval } from "./approvals";
import { adoptDraft } from "./create";
import { finishRun } from "./finish";
import { lateResult } from "./late";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

export function decidePlanDrafted(state: RunState, command: Report<"plan_drafted">): DraftEvent[] {
  if (!state.inFlight[command.key]) return lateResult(command.key, command.type);
  const { plan, key } = command;
  const cause =
    state.planFeedback === undefined ? "drafted for the mission" : `changed as asked: ${state.planFeedback}`;
  const adopted = adoptDraft(state, plan, { origin: "planner", cause, author: "planner", key });
  return state.settings.planApproval
    ? [...adopted, planGate(state, plan)]
    : [...adopted, draft("run_started", {})];
}

/** The gate of a drafted plan is bound to the plan's own digest. */
function planGate(state: RunState, plan: OfferedPlan): DraftEvent {
  return openApproval(state, {
    kind: "plan_approval",
    prompt: `Run this plan? ${plan.patch.title} (${plan.patch.order.length} tasks)`,
    digest: plan.digest,
    planVersion: state.planVersion + 1,
    verbs: ["approve", "request_changes", "reject"],
  });
}

/** The planner's plan had errors, and still had them after they were shown to it. */
export function decidePlanRefused(
  state: RunState,
  command: Report<"plan_refused">,
  now: number,
): DraftEvent[] {
  if (!state.inFlight[command.key]) return lateResult(command.key, command.type);
  const issues = command.issues.slice(0, 20);
  const message = `No valid plan was written: ${issues[0]?.message ?? "unknown reason"}`;
  return [
    draft("plan_rejected", { issues }, command.key),
    ...finishRun(state, "plan_rejected", now, { message }),
  ];
}

export function decideAnswerReady(
  state: RunState,
  command: Report<"answer_ready">,
  now: number,
): DraftEvent[] {
  if (!state.inFlight[command.key]) return lateResult(command.key, command.type);
  const written = draft("answer_written", { value: command.value }, command.key);
  return [written, ...finishRun(state, state.finishing ?? "answer_complete", now, { answer: command.value })];
}
