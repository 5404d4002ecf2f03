import type { OrmOrTx, Transact } from "@/db/client";
import {
  expireDrills,
  insertDrill,
  readDrillReviewers,
  readDrillSetup,
  readSentDrills,
} from "@/db/queries/drills";
import { digestOf } from "@/lib/core/bytes";
import { describeQuestion } from "@/lib/core/describe/gates/questions";
import { chanceOf, chooseSample, DRILL_OPEN_MS, isDrillDue } from "@/lib/core/drills/choose";
import { type PlayedDrill, playDrill } from "@/lib/core/drills/play";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import { newRunId } from "@/lib/core/ids";
import type { Clock, Ids, Workspaces } from "@/lib/core/ports";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { ApprovalKind } from "@/lib/core/run/gates/table";
import type { Outside } from "../notifications/planned-deliveries";
import { tellOfDrill } from "../notifications/tell-of-drill";

type DrillDeps = {
  db: OrmOrTx;
  transact: Transact;
  ids: Ids;
  clock: Pick<Clock, "nowMs">;
  /** By which people outside the console hear of gates. */
  workspaces: Pick<Workspaces, "open">;
  deliveries: Outside["deliveries"];
  /** Tells lists and pages of a drill's run, as of any other, that something has happened in it. */
  notifyRun(runId: string, seq: number): void;
};

type NewDrill = {
  workspaceId: string;
  person: { id: string; name: string };
  kind?: ApprovalKind | undefined;
  /** Absent of one that comes by itself. */
  sentBy?: ActorRef;
};

/**
 * Puts a drill into a person's inbox (docs/drills.md). It writes a row of drills, and no run. Undefined where they have
 * one open, or there is none of the kind; who opens it tells of it, lists by `notifyRun` once it is committed.
 */
export async function openDrill(
  { db, ids, clock }: Pick<DrillDeps, "db" | "ids" | "clock">,
  { workspaceId, person, kind, sentBy }: NewDrill,
): Promise<Pick<PlayedDrill, "state" | "gate"> | undefined> {
  const nowMs = clock.nowMs();
  const owner = { workspaceId, personId: person.id };
  await expireDrills(db, { ...owner, nowMs });
  const lastSentMs = await readSentDrills(db, owner);
  const runId = newRunId(ids);
  const sample = chooseSample(DRILL_SAMPLES, { lastSentMs, chance: chanceOf(digestOf(runId)), kind });
  if (!sample) return;
  const expiresAtMs = nowMs + DRILL_OPEN_MS;
  const { gate, state } = playDrill(sample, { runId, workspaceId, openedAtMs: nowMs, expiresAtMs });
  const isOpened = await insertDrill(db, {
    id: gate.approvalId,
    runId,
    ...owner,
    personName: person.name,
    sample: sample.name,
    kind: sample.kind,
    mission: sample.mission,
    prompt: describeQuestion(gate),
    openedAt: new Date(nowMs),
    expiresAt: new Date(expiresAtMs),
    ...(sentBy && { sentBy }),
  });
  return isOpened ? { state, gate } : undefined;
}

/** One look through a workspace: closes the drills whose time is over, and opens those that are due. */
export async function openDueDrills(deps: DrillDeps, workspaceId: string): Promise<void> {
  const { db, transact, clock, notifyRun } = deps;
  const nowMs = clock.nowMs();
  for (const { runId } of await expireDrills(db, { workspaceId, nowMs })) notifyRun(runId, 1);
  const { enabled, perWeek } = await readDrillSetup(db, workspaceId);
  if (!enabled || perWeek === 0) return;
  for (const { personId, name, joinedAt } of await readDrillReviewers(db, workspaceId)) {
    const sent = await readSentDrills(db, { workspaceId, personId });
    const sinceMs = Math.max(joinedAt.getTime(), ...sent.values());
    const chance = chanceOf(digestOf([workspaceId, personId, sinceMs]));
    if (!isDrillDue({ nowMs, sinceMs, perWeek, chance })) continue;
    const opened = await transact(async (tx, jobs) => {
      const drill = await openDrill({ ...deps, db: tx }, { workspaceId, person: { id: personId, name } });
      if (drill) await tellOfDrill(deps, { tx, jobs }, { ...drill, personId });
      return drill;
    });
    if (opened) notifyRun(opened.state.runId, opened.state.seq);
  }
}
