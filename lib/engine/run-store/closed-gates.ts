import type { Sql } from "postgres";
import { toJsonText } from "@/db/json-text";
import { openPipeline } from "@/db/pipeline";
import { catchUpQuery } from "@/db/queries/run-store/read-run";
import { insertAudit } from "@/db/queries/run-store/write-decisions";
import { insertCommands } from "@/db/queries/run-store/write-events";
import { getOwn } from "@/lib/core/own";
import type { CommandReply } from "@/lib/core/run/commands";
import { isRefused } from "@/lib/core/run/decide";
import { decideApproval } from "@/lib/core/run/decide/gates/answer";
import type { RunState } from "@/lib/core/run/state";
import type { Submission } from "../types";
import { isReusedId, reusedIdReply } from "./decide-batch";
import { auditRowsOf } from "./project-decisions";
import { commandRowOf } from "./write-batch";

/** Answers that came too late, each with its refusal, and the state that says so. */
export type TooLate = {
  state: Readonly<RunState>;
  answers: { submission: Submission; reply: CommandReply }[];
};

type ClosedGates = {
  /** Writes down what was refused, all that wait at once in one go, and gives the replies, in order. */
  record(tooLate: TooLate): Promise<CommandReply[]>;
};

/**
 * What people get who answer gates that are closed by what this process knows; undefined when that does not hold of
 * all submissions. A gate that is closed never opens again, so nobody has to wait for the run's lock to hear it.
 */
export function tooLateFor(state: RunState | undefined, submissions: Submission[]): TooLate | undefined {
  if (!state || submissions.length === 0) return;
  const answers = submissions.flatMap((submission) => {
    const { command } = submission.envelope;
    if (command.type !== "decide_approval") return [];
    const gate = getOwn(state.approvals, command.approvalId);
    if (!gate || gate.status === "open") return [];
    const refusal = decideApproval(state, command, state.lastAt);
    return isRefused(refusal) ? [{ submission, reply: { ok: false, error: refusal } as CommandReply }] : [];
  });
  return answers.length === submissions.length ? { state, answers } : undefined;
}

type Waiting = { tooLate: TooLate; resolve(replies: CommandReply[]): void; reject(error: unknown): void };

/** Keeps replies and audit of answers that came too late: one write at a time for a run, for all that came in the meantime. */
export function createClosedGates({ sql }: { sql: Sql }): ClosedGates {
  const waitingOf = new Map<string, Waiting[]>();

  async function recordAll(runId: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0);
      try {
        const replies = await write(
          sql,
          some.flatMap(({ tooLate }) => tooLate.answers),
          some[0]?.tooLate.state,
        );
        let from = 0;
        for (const { tooLate, resolve } of some) {
          resolve(replies.slice(from, from + tooLate.answers.length));
          from += tooLate.answers.length;
        }
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    waitingOf.delete(runId);
  }

  return {
    record: (tooLate) =>
      new Promise((resolve, reject) => {
        const { runId } = tooLate.state;
        const one = { tooLate, resolve, reject };
        const waiting = waitingOf.get(runId);
        if (waiting) return void waiting.push(one);
        const first = [one];
        waitingOf.set(runId, first);
        void recordAll(runId, first);
      }),
  };
}

/** A command that got a reply before gets that reply; the others are refused, and the refusal is theirs from now on. */
async function write(
  sql: Sql,
  answers: TooLate["answers"],
  state: Readonly<RunState> | undefined,
): Promise<CommandReply[]> {
  if (!state) return [];
  const { runId, workspaceId } = state;
  const ids = answers.map(({ submission }) => submission.envelope.id);
  const pipeline = await openPipeline(sql);
  try {
    const [[known]] = await pipeline.send([catchUpQuery(pipeline.sql, runId, state.seq, ids)]);
    const replies = answers.map(({ submission, reply }) => {
      const { id } = submission.envelope;
      if (isReusedId(submission, getOwn(known?.digests, id))) return reusedIdReply(runId);
      return getOwn(known?.replies, id) ?? reply;
    });
    const fresh = answers.filter(({ submission }, n) => {
      const { id } = submission.envelope;
      return getOwn(known?.replies, id) === undefined && ids.indexOf(id) === n;
    });
    if (fresh.length === 0) return replies;
    const now = known?.now ?? state.lastAt;
    const commands = insertCommands(
      pipeline.sql,
      runId,
      workspaceId,
      now,
      toJsonText(fresh.map(commandRowOf)),
    );
    await pipeline.send([
      pipeline.sql.unsafe("begin"),
      pipeline.sql`${commands} on conflict do nothing`,
      insertAudit(pipeline.sql, runId, workspaceId, toJsonText(auditRowsOf(fresh, [], now))),
      pipeline.sql.unsafe("commit"),
    ]);
    return replies;
  } catch (error) {
    await pipeline.rollback();
    throw error;
  } finally {
    pipeline.release();
  }
}
