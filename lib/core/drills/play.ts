import { digestOf } from "../bytes";
import { describeVerdict } from "../describe/policy";
import type { Json } from "../json";
import { getOwn } from "../own";
import { changesByTitle, diffPlans } from "../plan/compare/diff";
import { type PlanReach, reachOf } from "../plan/reach";
import { type Plan, plan as planSchema } from "../plan/schema";
import { patchBetween, planDigest, storePlan } from "../plan/store";
import { type CallApprovalContext, explainPolicy, toolPolicy } from "../policy";
import { apply } from "../run/apply";
import { deadline, openApproval } from "../run/decide/gates/open";
import { type DraftEvent, draft, type RunEvent } from "../run/events";
import type { LlmCall } from "../run/events/engine";
import type { ActorRef } from "../run/events/envelope";
import type { Question } from "../run/events/questions";
import type { TitledChanges } from "../run/events/reason";
import type { ItemVerdict } from "../run/gates/items";
import { type GateVerb, humanGateVerbs, silentVerb, verbsOfKind } from "../run/gates/table";
import { runSettings } from "../run/settings";
import type { ApprovalState, RunState } from "../run/state";
import { initialState } from "../run/state/initial";
import { withEnvelope } from "../run/with-envelope";
import { type StoredValue, storeValue } from "../stored-value";
import { callsOfSample } from "./calls";
import type { DrillSample } from "./sample";

/**
 * Whose drill it is, as its row has it, and the model that its calls name, where that is read. Moments in milliseconds.
 */
type DrillOpening = {
  runId: string;
  workspaceId: string;
  openedAtMs: number;
  expiresAtMs: number;
  model?: string;
};

/** How a drill was closed: by an answer, or without one. */
export type DrillClosing =
  | {
      verb: GateVerb;
      comment: string | null;
      value?: Json | null;
      items?: ItemVerdict[] | null;
      by: ActorRef;
      atMs: number;
    }
  | { verb: null; atMs: number; told?: true };

/** The moment of a sample as pages of runs take it: the folded state, its events, its gate, and its plan versions. */
export type PlayedDrill = {
  state: RunState;
  log: RunEvent[];
  gate: ApprovalState;
  plans: Plan[];
  call?: CallApprovalContext;
};

const AUTHOR: ActorRef = { kind: "person", id: "robin", name: "Robin" };
const SYSTEM: ActorRef = { kind: "system" };
const MINUTE_MS = 60_000;
/** Whatever its size: nothing of a drill is stored, and so a digest would lead nowhere. */
const inlineValue = (value: Json): StoredValue => storeValue(value, Number.POSITIVE_INFINITY).stored;
const CANCELLED = { code: "run_ended", finishReason: "cancelled" } as const;

/**
 * A sample as the run that it tells of, folded by the reducer of true runs, and no run of the engine: nothing of it is
 * stored, and no store knows its id.
 */
export function playDrill(sample: DrillSample, opening: DrillOpening, closing?: DrillClosing): PlayedDrill {
  const state = initialState(opening.runId);
  const log: RunEvent[] = [];
  const plans = [sample.plan, ...(sample.offered ? [sample.offered] : [])].map((one) =>
    planSchema.parse(one),
  );
  let at = opening.openedAtMs - (3 + (sample.results?.length ?? 0)) * MINUTE_MS;
  const happen = (event: DraftEvent, actor = SYSTEM, atMs?: number) => {
    if (event.type === "llm_called") at += event.payload.latencyMs;
    const commandId = `cmd_${digestOf([opening.runId, state.seq]).slice(0, 26)}`;
    const told = withEnvelope(state, event, { actor, commandId, at: atMs ?? at });
    apply(state, told);
    log.push(told);
  };
  const calls = callsOfSample(sample, opening.model ?? "unknown");
  const author = sample.settled ? AUTHOR : SYSTEM;
  happen(createdBy(sample, opening), AUTHOR);
  for (const one of calls.planning) happen(draft("llm_called", one));
  happen(adopted(plans[0] as Plan, sample), author);
  if (sample.kind !== "plan_approval") happen(draft("run_started", {}));
  for (const { taskId, value, checked } of sample.results ?? []) {
    at += MINUTE_MS;
    happen(draft("task_started", { taskId, attempt: 1 }));
    for (const one of calls.working.filter((one) => one.taskId === taskId)) happen(draft("llm_called", one));
    if (checked !== undefined)
      happen(draft("verification_passed", { taskId, attempt: 1, layer: "predicate", shown: checked }));
    const stored = inlineValue(value);
    const fingerprint = digestOf([taskId, value]);
    happen(draft("task_succeeded", { taskId, attempt: 1, value: stored, fingerprint, source: "attempt" }));
  }
  at = opening.openedAtMs - calls.asking.reduce((sum, { latencyMs }) => sum + latencyMs, 0);
  for (const event of askedBy(sample, state, plans, opening, calls.asking)) happen(event);
  const gate = Object.values(state.approvals)[0] as ApprovalState;
  if (closing) {
    const { approvalId } = gate;
    if (closing.verb === null && closing.told) {
      happen(draft("approval_cancelled", { approvalId, reason: CANCELLED }), SYSTEM, closing.atMs);
    } else if (closing.verb === null) {
      const silence = { approvalId, verb: silentVerb(gate), provenance: "timeout" as const };
      happen(draft("approval_expired", silence), SYSTEM, closing.atMs);
    } else {
      const { verb, comment, value = null, items, by, atMs } = closing;
      const brought = {
        ...(comment !== null && { comment }),
        ...(value !== null && { value: inlineValue(value) }),
        ...(items && { items }),
      };
      happen(draft("approval_decided", { approvalId, verb, ...brought, provenance: "person" }), by, atMs);
    }
  }
  const call = sample.call && callContextOf(sample.call);
  return {
    state,
    log,
    gate: getOwn(state.approvals, gate.approvalId) as ApprovalState,
    plans,
    ...(call && { call }),
  };
}

const createdBy = ({ mission }: DrillSample, { workspaceId }: DrillOpening): DraftEvent =>
  draft("run_created", { mission, workspaceId, settings: runSettings.parse({}), tags: [] });

/** By which tools the tasks of a sample's plan may change something outside. */
function reachOfSample(plan: Plan, { effects = {} }: DrillSample): PlanReach {
  const tools = Object.entries(effects).map(([name, sideEffects]) => ({ name, sideEffects }));
  return reachOf(plan, tools);
}

function adopted(plan: Plan, sample: DrillSample): DraftEvent {
  const { settled = false } = sample;
  return draft("plan_version_adopted", {
    version: 1,
    origin: settled ? "person" : "planner",
    author: settled ? "Robin" : "planner",
    cause: { code: settled ? "plan_given" : "plan_drafted" },
    digest: planDigest(plan),
    patch: patchBetween(undefined, storePlan(plan).plan),
    reach: reachOfSample(plan, sample),
  });
}

/** What leads to the gate, and the gate itself. */
function askedBy(
  sample: DrillSample,
  state: RunState,
  plans: readonly Plan[],
  { openedAtMs, expiresAtMs }: DrillOpening,
  calls: readonly LlmCall[],
): DraftEvent[] {
  const { kind, asking: taskId, call, control, shown = call?.args } = sample;
  const changes = changesOf(plans);
  const question = questionOf(sample, state, changes);
  const value = shown === undefined ? undefined : inlineValue(shown);
  const subject: Record<string, string | number> | undefined = call
    ? { callId: "call_1", tool: call.tool, attempt: 1, step: 1 }
    : control === undefined
      ? undefined
      : { control };
  const opened = openApproval(state, {
    kind,
    verbs: kind === "human_review" ? humanGateVerbs({}) : verbsOfKind(kind),
    planVersion: plans.length,
    ...(sample.prompt !== undefined && { prompt: sample.prompt }),
    ...(question && { question }),
    ...(taskId !== undefined && { taskId }),
    ...(value && { shown: value }),
    ...(subject && { subject }),
    ...deadlineOf(kind, openedAtMs, expiresAtMs),
  }) as Extract<DraftEvent, { type: "approval_opened" }>;
  return [
    ...(taskId === undefined ? [] : [draft("task_started", { taskId, attempt: 1 })]),
    ...calls.map((one) => draft("llm_called", one)),
    ...offeredBy(sample, plans),
    ...(sample.proposal && taskId !== undefined
      ? [draft("review_proposed", { taskId, attempt: 1, proposal: sample.proposal })]
      : []),
    opened,
    ...(taskId === undefined
      ? []
      : [draft("task_waiting", { taskId, attempt: 1, approvalId: opened.payload.approvalId })]),
  ];
}

/** Gates of these kinds have a deadline in true runs. */
const deadlineOf = (kind: DrillSample["kind"], openedAtMs: number, expiresAtMs: number) =>
  kind === "review_decision" || kind === "plan_change"
    ? {
        ...deadline(openedAtMs, Math.round((expiresAtMs - openedAtMs) / 1_000)),
        onTimeout: kind === "plan_change" ? ("reject" as const) : ("abort" as const),
      }
    : {};

function offeredBy(sample: DrillSample, [before, after]: readonly Plan[]): DraftEvent[] {
  const { control = "" } = sample;
  if (!before || !after) return [];
  return [
    draft("plan_version_offered", {
      version: 2,
      parent: 1,
      origin: "replan",
      author: "replanner",
      digest: planDigest(after),
      cause: { code: "replan_requested" },
      patch: patchBetween(storePlan(before).plan, storePlan(after).plan),
      reach: reachOfSample(after, sample),
      warnings: [],
      controls: [control],
    }),
  ];
}

function questionOf(sample: DrillSample, state: RunState, changes: TitledChanges): Question | undefined {
  const { question, proposal, call, asking = "" } = sample;
  if (call) {
    const { tool, summary } = call;
    return { about: "call", tool, summary, reasons: [{ code: "policy", policy: verdictOf(call).reason }] };
  }
  if (proposal) {
    const { decision, reasoning } = proposal;
    return { about: "review", title: String(getOwn(state.tasks, asking)?.spec.title), decision, reasoning };
  }
  const changesPlan = question?.about === "control" || question?.about === "plan_change";
  return changesPlan ? { ...question, changes } : question;
}

function changesOf([before, after]: readonly Plan[]): TitledChanges {
  if (!before || !after) return { added: [], changed: [], removed: [] };
  return changesByTitle(diffPlans(before, after));
}

function verdictOf({ tool, policy, policyName, args }: NonNullable<DrillSample["call"]>) {
  const source = { level: "workspace" as const, name: policyName };
  return explainPolicy({ ...toolPolicy.parse(policy), source }, { name: tool }, args);
}

function callContextOf(call: NonNullable<DrillSample["call"]>): CallApprovalContext {
  const verdict = describeVerdict(verdictOf(call));
  const { decision, reason } = verdict;
  return { inputSchema: call.inputSchema, decision, reason, policies: [verdict] };
}
