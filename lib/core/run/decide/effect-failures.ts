import { getOwn } from "../../own";
import type { StoredValue } from "../../stored-value";
import type { WorkerCommand } from "../commands";
import { readEffectKey } from "../effects/keys";
import { type DraftEvent, draft } from "../events";
import { verbsOfKind } from "../gates/table";
import type { ApprovalState, FaultState, RunState } from "../state";
import { openApproval, openApprovalOf } from "./gates/open";
import { lateResult } from "./late-results";
import { refinementFailed } from "./plan/refine";
import { type Decided, refuse } from "./refuse";
import { endByRule } from "./retrospect";

type EffectFailed = Extract<WorkerCommand, { type: "effect_failed" }>;
type Fault = Omit<FaultState, "at">;

const MAX_BACKOFF_MS = 30_000;
const MAX_MESSAGE_CHARS = 500;
const MAX_MODEL_ID_CHARS = 200;

/** The model answers, but not this: whether it can be reached says nothing. */
const REQUEST_REFUSALS = ["bad_request", "context_overflow", "unreadable_answer"];

/** Failures that the same request meets again whenever it is sent: no patience helps. */
const PERMANENT_FAILURES: ReadonlySet<string> = new Set(["auth", "unknown_model", ...REQUEST_REFUSALS]);

/**
 * The infrastructure failed, and no attempt is burnt: the effect backs off, and when patience is at its end the run
 * asks a person, once for all that waits (docs/engine.md, "When a model cannot be reached").
 */
export function decideEffectFailed(state: RunState, command: EffectFailed, now: number): DraftEvent[] {
  const { key, model, retryAfterMs = 0, isFollowed = false } = command;
  const work = getOwn(state.inFlight, key);
  if (!work) return lateResult(key, command.type);
  const { code: failure, message: text } = command.error;
  const reason = { code: "model_failed", failure, text: text.slice(0, MAX_MESSAGE_CHARS) } as const;
  if (state.phase === "retrospect") return endByRule(state, reason, key);
  const { kind, taskId = "" } = work;
  if (kind === "critique_approach") return [draft("approach_critiqued", { failed: reason }, key)];
  if (kind === "reason_task") return [draft("task_reasoned", { taskId, said: null, problem: reason }, key)];
  const { asked } = state.refinements ?? {};
  if (kind === "refine" && asked) return [refinementFailed(asked.number, reason, key)];
  const { since, failures } = getOwn(state.faults, key) ?? { since: now, failures: 0 };
  const { modelRetryDelayMs, modelPatienceMs } = state.settings;
  const delayMs = Math.min(modelRetryDelayMs * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS);
  const fault: Fault = {
    code: command.error.code,
    message: command.error.message.slice(0, MAX_MESSAGE_CHARS),
    since,
    failures: failures + 1,
    notBefore: now + Math.max(delayMs, retryAfterMs),
    ...(model !== undefined && { model }),
  };
  const { code, message, ...facts } = fault;
  const failed = draft("effect_failed", { key, error: { code, message }, ...facts }, key);
  if (model !== undefined && (isFollowed || getOwn(state.replacementModels, model) !== undefined)) {
    return [failed, ...restartAttempt(state, key, model)];
  }
  const patient = !PERMANENT_FAILURES.has(code) && now - since < modelPatienceMs;
  if (patient || openApprovalOf(state, "model_unavailable")) return [failed];
  return [failed, unavailableGate(state, fault)];
}

function unavailableGate(state: RunState, { model, code, message, since, failures }: Fault): DraftEvent {
  const kind = "model_unavailable";
  const facts = { code, said: message, since, failures };
  return openApproval(state, {
    kind,
    question: { about: "model" },
    verbs: verbsOfKind(kind).filter((verb) => verb !== "other" || model !== undefined),
    subject: model === undefined ? facts : { model, ...facts, revived: recoveries(state, model) },
  });
}

/** How often this model was found to answer, and then failed again: the next look takes its time. */
function recoveries(state: RunState, model: string): number {
  return Object.values(state.approvals).filter(
    ({ kind, subject, decided }) =>
      kind === "model_unavailable" && subject?.model === model && decided?.provenance === "auto",
  ).length;
}

/** Why this cannot take the model's place; undefined when it can. */
export function replacementRefusal(
  { subject }: ApprovalState,
  value: StoredValue | undefined,
): Decided | undefined {
  const by = modelIdIn(value);
  if (by === undefined)
    return refuse("invalid_input", '"other" needs a value: the id of the model to ask instead.');
  if (by === subject?.model) return refuse("invalid_input", `${by} is the one that cannot be reached.`);
  return;
}

/** From here on the run asks another model instead; attempts that had begun with this one start over. */
export function replaceModel(
  state: RunState,
  { approvalId, subject }: ApprovalState,
  value: StoredValue | undefined,
): DraftEvent[] {
  const model = String(subject?.model);
  const replaced = draft("model_replaced", { model, by: String(modelIdIn(value)), approvalId });
  const waiting = Object.keys(state.faults).filter((key) => getOwn(state.faults, key)?.model === model);
  return [replaced, ...waiting.flatMap((key) => restartAttempt(state, key, model))];
}

function modelIdIn(value: StoredValue | undefined): string | undefined {
  const id = value && "inline" in value ? value.inline : undefined;
  if (typeof id !== "string" || id.trim() === "" || id.length > MAX_MODEL_ID_CHARS) return;
  return id.trim();
}

/** What a model has said is sent back only to itself: an attempt with turns of its own cannot continue with another. */
function restartAttempt(state: RunState, key: string, model: string): DraftEvent[] {
  const { taskId = "", kind } = readEffectKey(state.runId, key);
  const task = getOwn(state.tasks, taskId);
  const current = task?.attempts.at(-1);
  if (kind !== "run_attempt" || !task || !getOwn(state.active, taskId) || !current?.steps) return [];
  if (current.model !== model) return [];
  const reason = { code: "model_unreachable", model } as const;
  return [draft("attempt_restarted", { taskId, attempt: task.attempt + 1, reason })];
}
