import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { jobTransaction, openPipeline } from "@/db/pipeline";
import { markRunFailed } from "@/db/queries/run-store/write-run";
import { domainError } from "@/lib/core/errors";
import type { Jobs } from "@/lib/core/ports";
import type { CommandReply, RunEvent } from "@/lib/core/run";
import type { Submission, TransitionOptions } from "../types";

/** A throw of the pure core: a fault of the engine, told apart from faults of the store. Match it by code. */
export class DecideFault extends Error {
  readonly code = "decide_fault";
}

/** Runs the pure core; what it throws becomes a DecideFault. */
export function guardDecide<T>(decide: () => T): T {
  try {
    return decide();
  } catch (cause) {
    throw new DecideFault(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export function isDecideFault(error: unknown): error is DecideFault {
  return error instanceof Error && "code" in error && error.code === "decide_fault";
}

/** What one transaction is to do. */
export type CommitRequest = {
  submissions: Submission[];
  options: TransitionOptions;
  /** Creates the row to lock first, in this workspace. */
  createIn?: string;
  /** What a new run begins with, in place of nothing. */
  copied?: RunEvent[];
  /** Given this refusal without being decided: the submissions whose deciding threw. */
  refused?: { submissions: Submission[]; reply: CommandReply };
  /** Called for every stored event that was caught up with. */
  onCaughtUp?: (event: RunEvent) => void;
};

/** What the senders of the commands are told: their command was not carried out, and the run waits at a gate. */
export const faultError = domainError(
  "internal",
  "The engine met a fault while deciding this; the run waits for a person.",
);
export const faultReply: CommandReply = { ok: false, error: faultError };

/**
 * The second try: opens the gate, and answers the commands so that repeats of them do not fault again. Their rows are
 * written, as what they tell did happen, unless it was the store that refused them.
 */
export function faultReportRequest(request: CommitRequest, fault: Error): CommitRequest {
  const report: Submission = {
    envelope: {
      id: `fault_${randomUUID()}`,
      actor: { kind: "system" },
      command: { type: "report_fault", message: fault.message },
    },
  };
  const { fence } = request.options;
  const bare = request.submissions.map(({ envelope }) => ({ envelope }));
  const submissions = isDecideFault(fault) ? request.submissions : bare;
  return {
    submissions: [report],
    options: fence ? { fence } : {},
    refused: { submissions, reply: faultReply },
  };
}

/** The last resort for a run that cannot even take the report: it counts as failed, and its job ends. */
export async function failRun(
  deps: { sql: Sql; jobs: Jobs },
  runId: string,
  message: string,
  { fence }: TransitionOptions,
): Promise<void> {
  const pipeline = await openPipeline(deps.sql);
  try {
    await pipeline.send([pipeline.sql.unsafe("begin"), markRunFailed(pipeline.sql, runId, message)]);
    if (fence) await deps.jobs.complete(jobTransaction(pipeline), fence.claim);
    await pipeline.send([pipeline.sql.unsafe("commit")]);
  } finally {
    await pipeline.rollback();
    pipeline.release();
  }
}
