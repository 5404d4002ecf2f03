import { type DrillRow, readDrill, readOwnDrills } from "@/db/queries/drills";
import { describeQuestion } from "@/lib/core/describe/gates/questions";
import { type DrillClosing, type PlayedDrill, playDrill } from "@/lib/core/drills/play";
import type { DrillSample } from "@/lib/core/drills/sample";
import { sampleNamed } from "@/lib/core/drills/samples";
import type { DrillResult } from "@/lib/core/drills/view";
import { asDomainError } from "@/lib/core/errors";
import type { EventOf } from "@/lib/core/run/events";
import { termsOf } from "@/lib/core/run/gates/terms";
import type { ApprovalView, Cost, RunUsage } from "@/lib/core/views";
import type { ServiceContext } from "../context";

/** All that reading and answering a drill may use: nothing that reaches a run, a model or a tool. */
export type DrillContext = Pick<
  ServiceContext,
  "actor" | "db" | "transact" | "clock" | "commandId" | "inputDigest" | "notifyRun" | "setup"
>;

export type ShownDrill = PlayedDrill & { row: DrillRow; sample: DrillSample };

/** The caller's own drill that tells of this run, as pages of runs take it; undefined for any other id. */
export async function findDrill(
  { actor, db, clock, setup }: DrillContext,
  runId: string,
): Promise<ShownDrill | undefined> {
  const row = await readDrill(db, { workspaceId: actor.workspaceId, personId: actor.id, runId });
  return row && shownDrill(row, clock.nowMs(), setup.defaultModelOf("agent"));
}

/** The caller's open drill, by which lists of runs have the run that it tells of; undefined without one. */
export async function findOpenDrill({ actor, db, clock }: DrillContext): Promise<ShownDrill | undefined> {
  const { workspaceId, id: personId } = actor;
  const nowMs = clock.nowMs();
  const [row] = await readOwnDrills(db, { workspaceId, personId, nowMs, status: "open", limit: 1 });
  return row && shownDrill(row, nowMs);
}

/** Undefined for a row whose sample a later version has left out. `model`: what its calls name, for those who read them. */
export function shownDrill(row: DrillRow, nowMs: number, model?: string): ShownDrill | undefined {
  const sample = sampleNamed(row.sample);
  if (!sample) return;
  const { runId, workspaceId, openedAt, expiresAt } = row;
  const opening = {
    runId,
    workspaceId,
    openedAtMs: openedAt.getTime(),
    expiresAtMs: expiresAt.getTime(),
    ...(model !== undefined && { model }),
  };
  return { ...playDrill(sample, opening, closingOf(row, nowMs)), row, sample };
}

function closingOf(row: DrillRow, nowMs: number): DrillClosing | undefined {
  const { status, verb, comment, value, items, closedAt, expiresAt, personId: id, personName: name } = row;
  const atMs = (closedAt ?? expiresAt).getTime();
  if (verb !== null) return { verb, comment, value, items, by: { kind: "person", id, name }, atMs };
  if (status === "told") return { verb: null, told: true, atMs };
  return status === "expired" || expiresAt.getTime() <= nowMs ? { verb: null, atMs } : undefined;
}

/** For `catch` of what reads a run: the caller's drill in its place, where there is no such run. */
export const orDrill =
  <T>(ctx: DrillContext, runId: string, view: (drill: ShownDrill) => T | Promise<T>) =>
  async (thrown: unknown): Promise<T> => {
    if (asDomainError(thrown)?.code !== "not_found") throw thrown;
    const drill = await findDrill(ctx, runId);
    if (!drill) throw thrown;
    return view(drill);
  };

/** What a drill's sample says that its run has cost. */
export const drillCost = ({ sample: { cost } }: ShownDrill): Cost => ({
  usd: cost.usd,
  knownUsd: cost.usd,
  unknownCalls: 0,
  modelCalls: cost.modelCalls,
});

/** The model calls that led to its gate. */
export const drillCalls = ({ log }: ShownDrill): EventOf<"llm_called">[] =>
  log.filter((event) => event.type === "llm_called");

/** What they used in all. */
export function drillUsage(drill: ShownDrill): RunUsage {
  const calls = drillCalls(drill).map(({ payload }) => payload);
  const { usd, modelCalls } = drill.sample.cost;
  return {
    seq: drill.state.seq,
    modelCalls,
    knownUsd: usd,
    unknownCalls: 0,
    inputTokens: calls.reduce((sum, { inputTokens = 0 }) => sum + inputTokens, 0),
    outputTokens: calls.reduce((sum, { outputTokens = 0 }) => sum + outputTokens, 0),
  };
}

/** What became of a drill, and what was planted: nothing as long as it is open. */
export function resultOf({ gate, row, sample }: ShownDrill): DrillResult | undefined {
  return gate.status === "open" ? undefined : { outcome: row.outcome, fault: sample.fault };
}

/** A drill as lists of gates have gates; one that is closed says that it was one. */
export function drillGate(drill: ShownDrill): ApprovalView {
  const { state, gate, row } = drill;
  const { decided, shown, subject, assignees, deadlineAt, onTimeout } = gate;
  const result = resultOf(drill);
  return {
    id: row.id,
    runId: row.runId,
    mission: row.mission,
    kind: row.kind,
    prompt: describeQuestion(gate),
    taskId: gate.taskId ?? null,
    planVersion: gate.planVersion,
    digest: gate.digest,
    verbs: gate.verbs,
    shown: shown ?? null,
    subject: subject ?? null,
    assignees,
    deadlineAt: deadlineAt ?? null,
    onTimeout: onTimeout ?? null,
    terms: termsOf(state, gate),
    status: gate.status,
    openedAt: row.openedAt.getTime(),
    decided: decided
      ? {
          at: decided.at,
          by: decided.by,
          verb: decided.verb,
          comment: decided.comment ?? null,
          provenance: "person",
        }
      : null,
    ...(result && { drill: result }),
  };
}

/** The same for rows of a list. */
export const drillGates = (rows: readonly DrillRow[], nowMs: number): ApprovalView[] =>
  rows.flatMap((row) => {
    const drill = shownDrill(row, nowMs);
    return drill ? [drillGate(drill)] : [];
  });
