import { commentsQuery } from "@/lib/client/late-reads";
import { planVersionQuery } from "@/lib/client/query";
import { formatRejection } from "@/lib/core/describe/gates/rejection";
import { type DrillClosing, playDrill } from "@/lib/core/drills/play";
import type { DrillSample } from "@/lib/core/drills/sample";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import type { Plan } from "@/lib/core/plan/schema";
import type { ApprovalStatus } from "@/lib/core/run/events/approvals";
import type { ApprovalKind } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingForCall } from "@/lib/testing/runs/waiting-gate";
import { type ApprovalContext, approvalContextQuery } from "../approvals/context/use-approval-context";

/** A run at a gate, with what the server tells a panel of it in addition to the state. */
export type GateStory = {
  state: RunState;
  gate: ApprovalState;
  plans: readonly Plan[];
  context: ApprovalContext;
};

const OPENED_AT = Date.UTC(2026, 0, 1);
/** Late enough for there to be time left. */
const EXPIRES_AT = Date.UTC(2100, 0, 1);

type Costing = { usd: number; modelCalls: number };

const contextOf = ({ usd, modelCalls }: Costing, more: Partial<ApprovalContext> = {}): ApprovalContext => ({
  cost: { usd, knownUsd: usd, unknownCalls: 0, modelCalls },
  toFinish: null,
  proposal: null,
  shown: null,
  tail: null,
  tailActs: [],
  files: [],
  models: [],
  ...more,
});

/** The moment that a drill shows, as a true gate. */
function storyOfDrill(sample: DrillSample, closing?: DrillClosing): GateStory {
  const opening = { runId: "run_1", workspaceId: "local", openedAtMs: OPENED_AT, expiresAtMs: EXPIRES_AT };
  const { state, gate, plans, call } = playDrill(sample, opening, closing);
  const context = contextOf(sample.cost, { ...rejectingAt(state, gate), ...(call && { call }) });
  return { state, gate, plans, context };
}

function rejectingAt(state: RunState, gate: ApprovalState): Pick<ApprovalContext, "rejecting"> {
  const rejecting = formatRejection(state, gate);
  return rejecting === undefined ? {} : { rejecting };
}

/** What the panel of a story asks the server for, as pages have it in their cache. */
export function queriesOf({ state, gate, plans, context }: GateStory) {
  const { runId } = state;
  const { approvalId, planVersion: version } = gate;
  return [
    { queryKey: approvalContextQuery({ runId, approvalId, version }).queryKey, data: context },
    { queryKey: commentsQuery(state).queryKey, data: { items: [] } },
    { queryKey: planVersionQuery(runId, 1).queryKey, data: { plan: plans[0] } },
  ];
}

function ofDrill(kind: ApprovalKind, closing?: DrillClosing): GateStory {
  const sample = DRILL_SAMPLES.find((one) => one.kind === kind);
  if (!sample) throw new Error(`there is no drill about ${kind}`);
  return storyOfDrill(sample, closing);
}

/** The last gate that a run has opened. */
function ofWorld(world: RunWorld, more: Partial<ApprovalContext> = {}): GateStory {
  const gate = Object.values(world.state.approvals).at(-1);
  if (!gate) throw new Error("no gate opened");
  const told = { ...rejectingAt(world.state, gate), ...more };
  const context = contextOf({ usd: 0.0312, modelCalls: 7 }, told);
  return { state: world.state, gate, plans: world.plan ? [world.plan] : [], context };
}

/** Stories by name, each told once: what is drawn of a run changes nothing in it. */
function toldOnce<K extends string, T>(stories: Record<K, () => T>): Record<K, () => T> {
  const told = new Map<string, T>();
  const once = ([name, tell]: [string, () => T]) => [
    name,
    () => {
      const known = told.get(name) ?? tell();
      told.set(name, known);
      return known;
    },
  ];
  return Object.fromEntries(Object.entries<() => T>(stories).map(once));
}

/** A run that waits at a gate of each kind. */
export const GATE_STORIES = toldOnce<ApprovalKind, GateStory>({
  plan_approval: () => ofDrill("plan_approval"),
  control_waiver: () => ofDrill("control_waiver"),
  plan_change: () => ofDrill("plan_change"),
  answer_release: () => ofDrill("answer_release"),
  plan_refinement: () => ofDrill("plan_refinement"),
  human_review: () => ofDrill("human_review"),
  review_decision: () => {
    const story = ofDrill("review_decision");
    return { ...story, context: { ...story.context, agreement: { decided: 12, agreed: 10 } } };
  },
  tool_approval: () => ofDrill("tool_approval"),
  tool_input: () => {
    const question = "Which region should the servers run in?";
    const pause = { reason: "await_input" as const, options: ["europe-west", "europe-south"] };
    return ofWorld(waitingForCall({ kind: "tool_input", tool: "ask_human", prompt: question, pause }));
  },
  unknown_outcome: () => ofWorld(waitingForCall({})),
  budget: () => {
    const world = startedWorld({ maxTokens: 1_000 });
    reserve(world, "a", { tokens: 1_200 });
    return ofWorld(world);
  },
  replan_failed: () => {
    const plan = planOf(
      { id: "a", title: "Collect", maxRetries: 0 },
      { id: "b", title: "Publish", dependsOn: ["a"] },
    );
    const world = startedWorld({}, plan);
    world.fail("a", "The source is gone.");
    world.start();
    const issues = [{ code: "cycle", message: "Tasks wait for each other.", taskId: "b" }];
    const key = world.keyOfKind("replan");
    world.send({ type: "replan_unwritten", key, reason: statedReason("invalid twice"), issues });
    return ofWorld(world);
  },
  model_unavailable: () => {
    const world = startedWorld({ modelPatienceMs: 0 });
    const error = { code: "auth", message: "The provider refused the credentials." };
    world.send({ type: "effect_failed", key: world.keyOf("a").key, error, model: "openai:large" });
    return ofWorld(world, { models: [{ id: "openai:small", simulated: false }] });
  },
  engine_fault: () => {
    const world = startedWorld({});
    for (let n = 0; n < 5; n += 1) world.send({ type: "take_lease", workerId: `w${n}` });
    return ofWorld(world);
  },
});

/** A gate in each way in which it takes no more answers. */
export const CLOSED_STORIES = toldOnce<Exclude<ApprovalStatus, "open">, GateStory>({
  decided: () =>
    ofDrill("review_decision", {
      verb: "REPLAN",
      comment: "The canary is above its limit.",
      by: ANNA,
      atMs: OPENED_AT + 60_000,
    }),
  expired: () => ofDrill("plan_change", { verb: null, atMs: OPENED_AT + 60_000 }),
  cancelled: () => ofDrill("answer_release", { verb: null, atMs: OPENED_AT + 60_000, told: true }),
  superseded: () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    world.start();
    world.plan = planOf({ id: "a", title: "Collect" });
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(world.plan) });
    world.edit(planOf({ id: "a", title: "Collect" }, { id: "b", title: "Check" }), "It has to be checked.");
    return { ...ofWorld(world), gate: Object.values(world.state.approvals)[0] as ApprovalState };
  },
});

/** A human gate whose answer changed the value that it showed. */
export function editedGate(): GateStory {
  const value = { total: 1_240, currency: "EUR" };
  const world = new RunWorld({ plan: planOf({ id: "ask", title: "Check the total", type: "human_review" }) });
  world.start();
  const shown = storeValue({ ...value, total: 1_420 }).stored;
  world.send({
    type: "gate_shown",
    shown,
    digest: "d1",
    prompt: "Is the total right?",
    ...world.keyOf("ask"),
  });
  const { approvalId } = ofWorld(world).gate;
  const answer = {
    verb: "edit",
    value: storeValue(value).stored,
    comment: "Two digits were swapped.",
  } as const;
  world.send({ type: "decide_approval", approvalId, provenance: "person", ...answer }, ANNA);
  return ofWorld(world);
}

/** The same under names of its own: what is typed at one specimen stays there. */
export function storyNamed({ state, gate, ...rest }: GateStory, name: string): GateStory {
  const named = (approvalId: string) => `${approvalId}-${name}`;
  const approvals = Object.fromEntries(
    Object.values(state.approvals).map((one) => {
      const approvalId = named(one.approvalId);
      return [approvalId, { ...one, approvalId }];
    }),
  );
  const openApprovals = Object.fromEntries(
    Object.entries(state.openApprovals).map(([approvalId, open]) => [named(approvalId), open]),
  );
  const tasks = Object.fromEntries(
    Object.entries(state.tasks).map(([id, task]) => [
      id,
      task.approvalId === undefined ? task : { ...task, approvalId: named(task.approvalId) },
    ]),
  );
  return {
    ...rest,
    gate: { ...gate, approvalId: named(gate.approvalId) },
    state: { ...state, runId: `run_${name}`, tasks, approvals, openApprovals },
  };
}
