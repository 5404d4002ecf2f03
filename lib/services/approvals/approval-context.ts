import { z } from "zod";
import { readAgreement } from "@/db/queries/insights/read-agreement";
import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import { readRunSums } from "@/db/queries/runs/read-runs";
import type { AttachmentNote } from "@/lib/core/attachments";
import { AGREEMENT_WEEKS, type AgreementCounts } from "@/lib/core/describe/gates/agreement";
import { formatRejection } from "@/lib/core/describe/gates/rejection";
import { describeVerdict } from "@/lib/core/describe/policy";
import type { Forecast } from "@/lib/core/forecast";
import { restOfRun } from "@/lib/core/forecast/rest-of-run";
import type { ProposalForecast } from "@/lib/core/forecast/views";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { Plan } from "@/lib/core/plan/schema";
import { type CallApprovalContext, explainPolicy, strictestOf } from "@/lib/core/policy";
import { SIMULATED_TAG } from "@/lib/core/ports";
import type { ServedTool } from "@/lib/core/run/gates/served-tools";
import { heldDigest } from "@/lib/core/run/gates/shown";
import { type ApprovalKind, gateRow, isAboutCall } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { namedApproval, namedTask } from "@/lib/core/run/state/ready";
import { isTerminalTask } from "@/lib/core/run/status";
import { policiesOfTask } from "@/lib/core/run/tool-policies";
import { DEMO_TAG } from "@/lib/core/scenarios";
import type { TailAct } from "@/lib/core/views";
import type { ServiceContext } from "../context";
import { orDrill, type ShownDrill } from "../drills/shown";
import { type Cost, costOf } from "../runs/costs";
import { resolveValues } from "../runs/resolve-values";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { alternativeModels } from "./check-answer";
import { forecastProposal } from "./forecast-proposal";
import { filesOf, placedTail, releasesInHand, servedAt, tailActs } from "./releases";

type ApprovalContext = {
  cost: Cost;
  /** What the tasks that are left are expected to take; null where there is no plan, or it cannot be said. */
  toFinish: Forecast | null;
  /** The plan that waits here, and what it would take in place of the one that is shown beside it. */
  proposal: ProposalForecast | null;
  /** What the gate shows, in full; null when it shows no value. */
  shown: Json;
  /** The plan that the reviewer proposes in place of what is left; null when it wrote none. */
  tail: Plan | null;
  /** The tasks of that tail that act outside and come free with it, up to its own gates, and what flows into these. */
  tailActs: TailAct[];
  /** The files that came with the mission, with the first lines that agents are given. */
  files: AttachmentNote[];
  /** Words of MCP servers on the tools by which released work acts, or which its agents know; or of what a person lets act by hand. */
  servedTools?: ServedTool[] | undefined;
  /** The models that may be asked in place of the one that the gate is about. */
  models: { id: string; simulated: boolean }[];
  /** What is left of the plan in force, without the asking task. Absent before there is a plan. */
  remaining?: Plan | undefined;
  /** The plan version in force: a tail that is written here is written for it. Absent of a drill. */
  planVersion?: number;
  /** Of a gate about a call: what its tool takes, and what policies say of it. */
  call?: CallApprovalContext | undefined;
  /** What rejecting leads to by the plan and the run; absent where that is the same at all gates of the kind. */
  rejecting?: string | undefined;
  /** How often people agreed with what models proposed at gates of this kind, or at reviews; absent where nothing is proposed. */
  agreement?: AgreementCounts | undefined;
  /** Of a held decision: names it as it is, for the one who overrides it. */
  heldDigest?: string | undefined;
  /**
   * What a person lets act who skips the task or gives it a result or words, in full, and the digest that their command takes;
   * absent where it takes none.
   */
  inHand?: { digest: string; releases: string[] } | undefined;
};

/** Takes `approvalId` of a gate, or `taskId` of a review whose decision is held. Throws `not_found` for an unknown run. */
export const readApprovalContext = defineVerb({
  name: "approvals/context",
  capability: "view",
  description:
    "What a decision needs in addition to the state: the shown value in full, the proposed tail and which of its tasks act outside (`tailActs`), the `files` of the mission with their first lines, what is left of the plan and its version (`planVersion`), money, `toFinish`, of a plan that waits the `proposal` (`{proposed, instead: {version, forecast}}`, forecasts), what tools do (`servedTools`: what MCP servers say of those by which the release acts, or what a held decision or a command on a task lets act, and of those that its agents know; `takes` is the schema, as text, and `reads` marks what only reads), of a `call` what its tool takes and what policies say of it, the `models` that may be asked instead of one that cannot be reached, what `rejecting` leads to here, of a held decision its digest (`heldDigest`), and of a task (`taskId`) what commands on it let act (`inHand`: `{digest, releases}`)",
  see: ["costs.md#forecasts"],
  routes: [{ at: "GET /api/v1/runs/{id}/approval-context", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    approvalId: z.string().max(200).optional(),
    taskId: z.string().max(200).optional(),
  }),
  run: ({ ctx, input }): Promise<ApprovalContext> =>
    contextOf(ctx, input).catch(orDrill(ctx, input.runId, (drill) => drillContext(ctx, drill))),
});

async function contextOf(
  ctx: ServiceContext,
  input: { runId: string; approvalId?: string | undefined; taskId?: string | undefined },
): Promise<ApprovalContext> {
  const sums = await readRunSums(ctx.db, input.runId);
  const state = structuredClone(await storedRun(ctx, input.runId));
  const approval = input.approvalId === undefined ? undefined : namedApproval(state, input.approvalId);
  const taskId = approval?.taskId ?? input.taskId;
  const task = taskId === undefined ? undefined : namedTask(state, taskId);
  const placed = task && (await placedTail(ctx, state, task));
  const tail = placed?.tail ?? null;
  const [full, remaining, toFinish, agreement, files, hand] = await Promise.all([
    resolveValues(ctx, [approval?.shown]),
    remainingOf(ctx, state, taskId),
    toFinishOf(ctx, state),
    agreementOf(ctx, state, approval?.status === "open" ? approval.kind : heldKind(state, input.taskId)),
    filesOf(ctx, state),
    task && approval === undefined ? releasesInHand(ctx, state, task) : undefined,
  ]);
  const proposal = await forecastProposal(ctx, state, { approval, taskId, tail, toFinish });
  const served = await servedAt(ctx, state, { approval, task, tail: placed?.acts });
  const value = approval?.shown ? full(approval.shown) : null;
  const call = approval && callContext(ctx, state, approval, value);
  return {
    cost: costOf(sums ?? { costMicroUsd: 0, uncostedCalls: 0, modelCalls: 0 }),
    toFinish,
    proposal,
    shown: value,
    tail,
    tailActs: tailActs(placed?.acts ?? []),
    files,
    models: approval ? alternativeModels(ctx, approval).map(({ id, simulated }) => ({ id, simulated })) : [],
    servedTools: served.length > 0 ? served : undefined,
    remaining,
    planVersion: state.planVersion,
    call,
    rejecting: approval && rejectingAt(state, approval),
    agreement,
    heldDigest: task && Object.hasOwn(state.held, task.id) ? heldDigest(state, task) : undefined,
    inHand: hand,
  };
}

/** What a sample says of itself, and how people agreed at true gates; no forecast is made for a run that never was. */
async function drillContext(
  ctx: ServiceContext,
  { sample, call, state, gate }: ShownDrill,
): Promise<ApprovalContext> {
  const { usd, modelCalls } = sample.cost;
  const agreement = gate.status === "open" ? await agreementOf(ctx, state, gate.kind) : undefined;
  return {
    cost: { usd, knownUsd: usd, unknownCalls: 0, modelCalls },
    toFinish: null,
    proposal: null,
    tail: null,
    tailActs: [],
    files: [],
    models: [],
    shown: sample.shown ?? sample.call?.args ?? null,
    call,
    rejecting: rejectingAt(state, gate),
    agreement,
  };
}

/** Where a gate can still be rejected. */
export const rejectingAt = (state: Readonly<RunState>, gate: ApprovalState): string | undefined =>
  gate.status === "open" && gate.verbs.includes("reject") ? formatRejection(state, gate) : undefined;

/** Of gates that ask whether something may pass: others are no judgement of a proposal. */
async function agreementOf(
  ctx: ServiceContext,
  { tags, workspaceId }: RunState,
  kind: ApprovalKind | undefined,
): Promise<AgreementCounts | undefined> {
  if (kind === undefined || gateRow(kind).verbs.approve === undefined) return;
  const sinceMs = ctx.clock.nowMs() - AGREEMENT_WEEKS * 7 * 86_400_000;
  return readAgreement(ctx.db, { workspaceId, kind, sinceMs, demo: tags.includes(DEMO_TAG) });
}

/** A held decision is judged as one at a gate of reviews is. */
const heldKind = ({ held }: RunState, taskId: string | undefined): ApprovalKind | undefined =>
  taskId !== undefined && Object.hasOwn(held, taskId) ? "review_decision" : undefined;

/** No decision waits for a forecast that fails. */
async function toFinishOf(ctx: ServiceContext, state: RunState): Promise<Forecast | null> {
  try {
    const forecast = await ctx.forecasts.ofVersion(state, state.planVersion);
    return forecast ? restOfRun(state, forecast) : null;
  } catch (error) {
    ctx.log.warn({ err: error, runId: state.runId }, "cannot forecast the rest of a run");
    return null;
  }
}

async function remainingOf(
  ctx: ServiceContext,
  state: RunState,
  asking: string | undefined,
): Promise<Plan | undefined> {
  if (state.planVersion === 0) return;
  const { workspaceId } = ctx.actor;
  const version = { workspaceId, runId: state.runId, version: state.planVersion };
  const inForce = (await readPlanVersion(ctx.db, version))?.plan;
  if (!inForce) return;
  const isLeft = (id: string) =>
    id !== asking && !isTerminalTask(getOwn(state.tasks, id)?.status ?? "pending");
  return { ...inForce, tasks: inForce.tasks.filter((task) => isLeft(task.id)) };
}

/** The same for the call that a gate asks about; undefined where its tool is gone, and for gates about anything else. */
function callContext(
  ctx: Pick<ServiceContext, "tools" | "setup">,
  state: Readonly<RunState>,
  { kind, subject, taskId = "" }: ApprovalState,
  args: Json,
): CallApprovalContext | undefined {
  const tool = isAboutCall(kind) ? ctx.tools.find(String(subject?.tool)) : undefined;
  if (!tool) return;
  const inForce = policiesOfTask(state, ctx.setup.policies(), taskId);
  const verdicts = inForce.map((policy) => explainPolicy(policy, tool, args));
  const { decision, reason } = describeVerdict(strictestOf(verdicts));
  const simulated = tool.tags.includes(SIMULATED_TAG) ? { simulated: tool.name } : {};
  const { inputSchema } = tool;
  return { inputSchema, decision, reason, policies: verdicts.map(describeVerdict), ...simulated };
}
