import type { OrmOrTx } from "@/db/client";
import { readAttachments, readRunAttachment } from "@/db/queries/attachments";
import { findExamples, readShownExamples } from "@/db/queries/learning/find-examples";
import { findLessons } from "@/db/queries/learning/find-lessons";
import { findMissions } from "@/db/queries/learning/find-missions";
import { readArtifact, readBlobs } from "@/db/queries/read-blobs";
import { readSteps, readToolCalls, readWritingCalls } from "@/db/queries/runs/read-attempts";
import { readOfferedPatches } from "@/db/queries/runs/read-events";
import { readRunSums } from "@/db/queries/runs/read-runs";
import { readTemplates } from "@/db/queries/templates";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { ownReviews } from "@/lib/core/templates/reviews";
import type { ToolCallRow } from "../types";
import type { EffectReads } from "./effect";

type StoredToolCall = Awaited<ReturnType<typeof readToolCalls>>[number];

/** What effects read, from the database. A database that does not answer is `unavailable`: nobody's failed attempt. */
export function createStoredReads(db: OrmOrTx): EffectReads {
  return {
    values: (workspaceId, digests) => orUnavailable(readBlobs(db, { workspaceId, digests })),
    offeredPatches: (runId, digests) => orUnavailable(readOfferedPatches(db, { runId, digests })),
    async attempt(runId, taskId, attempt) {
      const one = { runId, taskId, attempt };
      const [steps, calls] = await orUnavailable(Promise.all([readSteps(db, one), readToolCalls(db, one)]));
      const rows = steps.map(({ step, body, verbatim, summary, start }) => ({
        taskId,
        attempt,
        step,
        body,
        verbatim,
        ...(summary !== null && { summary }),
        ...(start !== null && { start }),
      }));
      return { steps: rows, toolCalls: calls.map(toRow) };
    },
    artifact: (runId, digest) => orUnavailable(readArtifact(db, { runId, digest })),
    async writingCalls(runId, of) {
      const calls = await orUnavailable(readWritingCalls(db, { runId, of }));
      return calls.map(({ ok, output, error, artifact, startedAt: _begun, finishedAt, ...call }) => ({
        ...call,
        ...(finishedAt && ok === null && { isInDoubt: true as const }),
        ...(artifact !== null && { artifact }),
        ...(finishedAt && { output: output ?? error, finishedAtMs: finishedAt.getTime() }),
      }));
    },
    async previews(workspaceId, ids) {
      const rows = await orUnavailable(readAttachments(db, { workspaceId, ids }));
      return new Map(rows.map(({ id, preview }) => [id, preview]));
    },
    missions: (wanted) => orUnavailable(findMissions(db, wanted)),
    lessons: (wanted) => orUnavailable(findLessons(db, wanted)),
    examples: (wanted) => orUnavailable(findExamples(db, wanted)),
    shownExamples: (reader, refs) => orUnavailable(readShownExamples(db, reader, refs)),
    async reviews(workspaceId) {
      const wanted = { workspaceId, kind: "review", archived: false } as const;
      return ownReviews(await orUnavailable(readTemplates(db, wanted)));
    },
    attachment: (runId, id) => orUnavailable(readRunAttachment(db, { runId, id })),
    async costMicroUsd(runId) {
      const sums = await orUnavailable(readRunSums(db, runId));
      return sums && sums.uncostedCalls === 0 ? sums.costMicroUsd : undefined;
    },
  };
}

async function orUnavailable<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new DomainFailure(domainError("unavailable", `The database did not answer: ${message}`));
  }
}

/** A stored call as the run store was given it: what is null there was absent. */
function toRow(call: StoredToolCall): ToolCallRow {
  const { key, idempotencyKey, taskId, attempt, step, callId, tool, sideEffects, args, status } = call;
  return {
    key,
    idempotencyKey,
    taskId,
    attempt,
    step,
    callId,
    tool,
    sideEffects,
    args,
    status,
    ...(call.ok !== null && { ok: call.ok }),
    ...(call.status === "finished" && call.ok && { output: call.output }),
    ...(call.artifact !== null && { artifact: call.artifact }),
    ...(call.error !== null && { error: call.error }),
    ...(call.latencyMs !== null && { latencyMs: call.latencyMs }),
  };
}
