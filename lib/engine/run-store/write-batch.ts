import type { Sql } from "postgres";
import { toJsonText } from "@/db/json-text";
import * as comments from "@/db/queries/run-store/write-comments";
import * as people from "@/db/queries/run-store/write-decisions";
import { insertCommands, upsertTasks, writeEvents } from "@/db/queries/run-store/write-events";
import * as examples from "@/db/queries/run-store/write-examples";
import { insertFinishedMission } from "@/db/queries/run-store/write-finished-mission";
import * as lessons from "@/db/queries/run-store/write-lessons";
import * as payloads from "@/db/queries/run-store/write-payloads";
import { insertPlanVersions, writeCritiques } from "@/db/queries/run-store/write-payloads";
import { initializeRun, setParent, setParking } from "@/db/queries/run-store/write-run";
import type { BLOB_USES } from "@/db/schema/settings/retention";
import { byteLength } from "@/lib/core/bytes";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { RunEvent, RunState } from "@/lib/core/run";
import type { Blob } from "@/lib/core/stored-value";
import type { PayloadRows, TrajectoryStepRow } from "../types";
import { type Answered, type Batch, keptRows, storesReply } from "./decide-batch";
import type { Parking } from "./parking";
import { commentWritesOf } from "./project-comments";
import { approvalRowOf, auditRowsOf, decisionRowsOf } from "./project-decisions";
import { exampleUseRowsOf } from "./project-examples";
import {
  finishedMissionOf,
  lessonUseRowsOf,
  proposedLessonRowsOf,
  writtenVersionsOf,
} from "./project-lessons";
import {
  attemptRowsOf,
  changedTasks,
  critiqueRowsOf,
  planVersionRowsOf,
  progressOf,
  replanRowsOf,
  runRowOf,
  taskRowOf,
} from "./project-run";

type Statement = PromiseLike<unknown>;
type BlobUse = (typeof BLOB_USES)[number];
type HeldBlob = Blob & { uses: BlobUse[] };

export type Write = {
  state: RunState;
  batch: Batch;
  /** Submissions whose stored reply is a refusal by the run store itself; their rows are written all the same. */
  refused: Answered[];
  parking: Parking;
  /** Whether the marks differ from what the row says. */
  parkingChanged: boolean;
  nowMs: number;
};

/** Every statement of a commit, unsent: events, replies, payload rows, and the projections that were touched. */
export function writeStatements(sql: Sql, write: Write): Statement[] {
  const { state, batch, refused, nowMs } = write;
  const answered = [...batch.answered, ...refused];
  const rows = mergeRows(answered.map(keptRows));
  const blobs = [...(rows.blobs ?? []), ...unadoptedPlans(rows, batch)];
  return [
    ...mainStatements(sql, write, answered.filter(storesReply).map(commandRowOf)),
    ...planStatements(sql, state, batch, rows),
    ...decisionStatements(sql, state, batch, answered, nowMs),
    ...payloadStatements(
      sql,
      state,
      { ...rows, blobs: heldBlobs(blobs.map(withUses(rows, batch)), rows) },
      nowMs,
    ),
    ...forkStatements(sql, state, batch),
    ...lessonStatements(sql, state, batch, nowMs),
    ...exampleStatements(sql, state, batch),
    ...commentStatements(sql, state, batch),
  ];
}

/** What is stored as text arrives as text: the shortest, which nobody has to take apart and write again. */
const eventRowOf = ({ actor, payload, ...event }: RunEvent) => {
  return { ...event, actor: toJsonText(actor), payload: toJsonText(payload) };
};

const stepRowOf = ({ body, verbatim, summary, start, ...step }: TrajectoryStepRow) => ({
  ...step,
  body: toJsonText(body),
  verbatim: toJsonText(verbatim),
  ...(summary && { summary: toJsonText(summary) }),
  ...(start && { start: toJsonText(start) }),
});

export const commandRowOf = ({ submission: { envelope, inputDigest }, reply }: Answered) => {
  return { id: envelope.id, type: envelope.command.type, inputDigest, reply };
};

function mainStatements(sql: Sql, write: Write, commands: object[]): Statement[] {
  const { state, batch, parking, nowMs } = write;
  const { runId, workspaceId } = state;
  const { events, copied, touched } = batch;
  if (events.length > 0) {
    const changed = changedTasks(state, events, touched);
    const tasks = touched.plan ? [] : changed.map(progressOf);
    const attempts = changed.flatMap((task) => attemptRowsOf(task, copied.length > 0));
    // What the copied events' model calls cost was paid by the run that they are from.
    const run = runRowOf(state, events, parking);
    const rows = { events: [...copied, ...events].map(eventRowOf), commands, tasks, attempts, run };
    return [
      writeEvents(sql, runId, workspaceId, nowMs, toJsonText(rows)),
      ...(touched.plan
        ? unlessEmpty(changed.map(taskRowOf), (text) => upsertTasks(sql, runId, workspaceId, text))
        : []),
    ];
  }
  return [
    ...unlessEmpty(commands, (text) => insertCommands(sql, runId, workspaceId, nowMs, text)),
    ...(write.parkingChanged ? [setParking(sql, runId, parking.parked, parking.wakeAtMs)] : []),
  ];
}

function planStatements(sql: Sql, state: RunState, batch: Batch, rows: PayloadRows): Statement[] {
  const { runId, workspaceId } = state;
  const { touched } = batch;
  const events = [...batch.copied, ...batch.events];
  const statements: Statement[] = [];
  const [first] = events;
  if (first?.type === "run_created") {
    const { mission, attachments = [] } = first.payload;
    const { tags, template } = state;
    const { actor, at } = batch.events[0] ?? first;
    const facts = { createdBy: toJsonText(actor), createdAt: at };
    statements.push(initializeRun(sql, { id: runId, mission, tags, template, ...facts }));
    const files = attachments.map(({ id }) => id);
    if (files.length > 0) statements.push(payloads.linkAttachments(sql, runId, workspaceId, files));
  }
  if (touched.plan) {
    const plans = new Map(rows.plans?.map(({ digest, plan }) => [digest, plan]));
    const versions = planVersionRowsOf(events, plans);
    statements.push(...unlessEmpty(versions, (text) => insertPlanVersions(sql, runId, workspaceId, text)));
  }
  const judgements = critiqueRowsOf(events);
  return [...statements, ...unlessEmpty(judgements, (text) => writeCritiques(sql, runId, text))];
}

function decisionStatements(
  sql: Sql,
  state: RunState,
  batch: Batch,
  answered: Answered[],
  nowMs: number,
): Statement[] {
  const { runId: run, workspaceId: workspace } = state;
  const approvals = [...batch.touched.approvals].flatMap((id) => getOwn(state.approvals, id) ?? []);
  const events = [...batch.copied, ...batch.events];
  return [
    ...unlessEmpty(approvals.map(approvalRowOf(state)), (text) =>
      people.upsertApprovals(sql, run, workspace, text),
    ),
    ...unlessEmpty(decisionRowsOf(state, events), (text) =>
      people.upsertDecisions(sql, run, workspace, text),
    ),
    ...unlessEmpty(replanRowsOf(state, events), (text) => people.upsertReplans(sql, run, workspace, text)),
    ...unlessEmpty(auditRowsOf(answered, batch.events, nowMs), (text) =>
      people.insertAudit(sql, run, workspace, text),
    ),
  ];
}

/** What prompts carried, which plan came of it, and what an ended run leaves to later ones. */
function lessonStatements(sql: Sql, state: RunState, { copied, events }: Batch, nowMs: number): Statement[] {
  const { runId: run, workspaceId: workspace, lessonsShown } = state;
  const all = [...copied, ...events];
  const hasEnded = events.some(({ type }) => type === "run_finished");
  const proposed = hasEnded ? proposedLessonRowsOf(state) : [];
  return [
    ...(lessonsShown
      ? unlessEmpty(lessonUseRowsOf(all), (text) => lessons.insertUses(sql, run, workspace, text))
      : []),
    ...(lessonsShown
      ? unlessEmpty(writtenVersionsOf(all), (text) => lessons.linkVersions(sql, run, text))
      : []),
    ...unlessEmpty(proposed, (text) => lessons.propose(sql, workspace, nowMs, text)),
    ...(hasEnded ? [insertFinishedMission(sql, run, workspace, finishedMissionOf(state))] : []),
  ];
}

function exampleStatements(
  sql: Sql,
  { runId, workspaceId, examplesShown }: RunState,
  { copied, events }: Batch,
): Statement[] {
  if (!examplesShown) return [];
  const uses = exampleUseRowsOf(runId, [...copied, ...events]);
  return unlessEmpty(uses, (text) => examples.insertUses(sql, runId, workspaceId, text));
}

/** Comments belong to the run in which they were made: of copied events nothing follows for them. */
function commentStatements(sql: Sql, state: RunState, { events }: Batch): Statement[] {
  const { runId: run } = state;
  return commentWritesOf(events, state).flatMap(({ seq, declined, returned, sent, answered }) => [
    ...(declined === undefined ? [] : [comments.withdrawAnswers(sql, run, seq, declined)]),
    ...(returned ? [comments.returnComments(sql, run, seq)] : []),
    ...(sent ? [comments.sendComments(sql, run, seq, sent)] : []),
    ...(answered ? [comments.answerComments(sql, run, seq, answered)] : []),
  ]);
}

function payloadStatements(sql: Sql, state: RunState, rows: PayloadRows, nowMs: number): Statement[] {
  const { runId: run, workspaceId: workspace } = state;
  return [
    ...unlessEmpty(rows.steps?.map(stepRowOf), (text) =>
      payloads.upsertSteps(sql, run, workspace, nowMs, text),
    ),
    ...unlessEmpty(rows.toolCalls, (text) => payloads.upsertToolCalls(sql, run, workspace, nowMs, text)),
    ...unlessEmpty(rows.modelCalls, (text) => payloads.insertModelCalls(sql, run, workspace, nowMs, text)),
    ...unlessEmpty(rows.blobs, (text) => payloads.insertBlobs(sql, run, workspace, text)),
  ];
}

/** A fork takes along what its parent's attempts had done. */
function forkStatements(sql: Sql, { runId, parent }: RunState, { copied }: Batch): Statement[] {
  const last = copied.at(-1);
  if (!last || !parent) return [];
  return [
    setParent(sql, runId, parent),
    payloads.copySteps(sql, parent.runId, runId, last.at),
    payloads.copyToolCalls(sql, parent.runId, runId, last.at),
    payloads.copyBlobUses(sql, parent.runId, runId),
  ];
}

/**
 * With what the run holds a blob as (docs/operations.md, "Retention"): the output of a tool call that nothing but the
 * call's own end names may go before the run does.
 */
function withUses({ toolCalls = [] }: PayloadRows, { events }: Batch): (blob: Blob) => HeldBlob {
  const outputs = new Set(toolCalls.flatMap(({ artifact }) => artifact ?? []));
  const others =
    outputs.size === 0 ? "" : JSON.stringify(events.filter(({ type }) => type !== "tool_finished"));
  return (blob) => {
    if (!outputs.has(blob.digest)) return { ...blob, uses: ["state"] };
    return { ...blob, uses: others.includes(blob.digest) ? ["state", "payload"] : ["payload"] };
  };
}

/** With those that only readers need; one that is both is held as both. */
function heldBlobs(blobs: HeldBlob[], { payloadBlobs = [] }: PayloadRows): HeldBlob[] {
  const held = new Map(blobs.map((blob) => [blob.digest, blob]));
  for (const blob of payloadBlobs) {
    const uses = new Set<BlobUse>([...(held.get(blob.digest)?.uses ?? []), "payload"]);
    held.set(blob.digest, { ...blob, uses: [...uses] });
  }
  return [...held.values()];
}

/** Plans that were offered and not adopted in the same commit wait among the blobs for their adoption. */
function unadoptedPlans(rows: PayloadRows, batch: Batch): Blob[] {
  const adopted = new Set(
    [...batch.copied, ...batch.events].map((event) =>
      event.type === "plan_version_adopted" ? event.payload.digest : "",
    ),
  );
  const unadopted = rows.plans?.filter(({ digest }) => !adopted.has(digest)) ?? [];
  return unadopted.map(({ digest, plan }) => ({
    digest,
    bytes: byteLength(JSON.stringify(plan)),
    body: plan as Json,
  }));
}

/** No statement for no rows. */
function unlessEmpty(
  rows: readonly object[] | undefined,
  statement: (text: string) => Statement,
): Statement[] {
  return rows && rows.length > 0 ? [statement(toJsonText(rows))] : [];
}

/** The rows of a whole commit, one a key: of two with the same key the later one says more. */
function mergeRows(parts: (PayloadRows | undefined)[]): PayloadRows {
  const all = parts.filter((part) => part !== undefined);
  const plans = lastByKey(
    all.flatMap(({ plans = [] }) => plans),
    ({ digest }) => digest,
  );
  return {
    plans,
    blobs: lastByKey(
      all.flatMap(({ blobs = [] }) => blobs),
      ({ digest }) => digest,
    ),
    payloadBlobs: all.flatMap(({ payloadBlobs = [] }) => payloadBlobs),
    steps: lastByKey(
      all.flatMap(({ steps = [] }) => steps),
      ({ taskId, attempt, step }) => JSON.stringify([taskId, attempt, step]),
    ),
    toolCalls: lastByKey(
      all.flatMap(({ toolCalls = [] }) => toolCalls),
      ({ key }) => key,
    ),
    modelCalls: lastByKey(
      all.flatMap(({ modelCalls = [] }) => modelCalls),
      ({ callId }) => callId,
    ),
  };
}

function lastByKey<Row>(rows: Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}
