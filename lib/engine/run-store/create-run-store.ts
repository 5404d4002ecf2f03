import type { Sql } from "postgres";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Jobs } from "@/lib/core/job-ports";
import type { Clock, Log } from "@/lib/core/ports";
import type { RunEvent, RunState } from "@/lib/core/run";
import type { Outside } from "../notifications/planned-deliveries";
import type { Notify } from "../notify";
import type { RunStore, TransitionResult } from "../types";
import { createClosedGates, type TooLate, tooLateFor } from "./closed-gates";
import type { Commit, CommitRequest } from "./commit";
import { commitUntilKnown, createUnknownCommits, withoutDetails } from "./commit-until-known";
import { createDatabaseTime } from "./database-time";
import { createStates } from "./load-state";
import { isIdle, type ShouldPark } from "./parking";
import { createSnapshots } from "./snapshots";

export type RunStoreDeps = {
  sql: Sql;
  jobs: Jobs;
  log: Log;
  notify: Notify;
  /** By which the database's time is known for a moment; without it every transition reads the run before it is decided. */
  clock?: Pick<Clock, "monotonicMs">;
  /** Who outside the console hears of what happens in runs; nobody where absent. */
  outside?: Outside;
  /** When a lease may end; by default, when the run needs no worker. */
  shouldPark?: ShouldPark;
  /** Folded states kept in memory. */
  maxCachedRuns?: number;
};

/**
 * The one way in which a run changes (docs/engine.md, "The run store"): every verb waits for its run's turn, commits
 * until the outcome is known, and tells the other processes.
 */
export function createRunStore(deps: RunStoreDeps): RunStore {
  const { sql, jobs, log, notify, shouldPark = isIdle, maxCachedRuns = 200 } = deps;
  const snapshots = createSnapshots({ sql, log, maxRuns: maxCachedRuns });
  const states = createStates({ sql, snapshots, maxCachedRuns });
  const locks = createRunLocks();
  const unknown = createUnknownCommits();
  const databaseTime = createDatabaseTime(deps.clock);

  const { outside } = deps;
  const commitDeps = { sql, jobs, log, shouldPark, states, unknown, databaseTime, outside };
  const closedGates = createClosedGates({ sql });
  const peeks = new Map<string, Promise<Readonly<RunState> | undefined>>();

  async function submit(runId: string, request: CommitRequest): Promise<TransitionResult> {
    const { fence } = request.options;
    const tooLate = () => (fence ? undefined : tooLateFor(states.known(runId), request.submissions));
    const done =
      tooLate() ??
      (await locks.withLock<TooLate | Commit>(
        runId,
        async () => tooLate() ?? (await commitUntilKnown(commitDeps, runId, request)),
      ));
    if ("answers" in done) {
      const { state } = done;
      return { replies: await closedGates.record(done), events: [], state, parked: false };
    }
    const { replies, events, state, parked, enqueued } = done;
    // The next one in turn has the state already, but changes it only when the store has answered.
    if (request.options.fence) snapshots.storeIfDue(state, events);
    const people = request.submissions.some(({ envelope }) => envelope.actor.kind === "person");
    if (events.length > 0 || enqueued) notify(runId, state.seq, { people, enqueued });
    return { replies, events, state, parked };
  }

  return {
    transition: (runId, submissions, options = {}) => submit(runId, { submissions, options }),
    async createRun(runId, submission) {
      const { command } = submission.envelope;
      if (command.type !== "create") {
        throw new DomainFailure(domainError("invalid_input", "A run begins with the command `create`."));
      }
      return submit(runId, { submissions: [submission], options: {}, createIn: command.workspaceId });
    },
    async forkRun(runId, submission, copied) {
      return submit(runId, { submissions: [submission], options: {}, createIn: workspaceOf(copied), copied });
    },
    peek(runId) {
      // A reading that has not begun serves all who ask for it.
      const waiting = peeks.get(runId);
      if (waiting) return waiting;
      const reading = locks.withLock(runId, () => {
        peeks.delete(runId);
        return states.readNewest(runId);
      });
      const peek = reading.catch(withoutDetails);
      peeks.set(runId, peek);
      return peek;
    },
    known: (runId) => states.known(runId),
  };
}

/** The workspace of the run that these events begin. Throws `invalid_input` unless they begin one. */
function workspaceOf([first]: RunEvent[]): string {
  if (first?.type === "run_created") return first.payload.workspaceId;
  throw new DomainFailure(domainError("invalid_input", "A run begins with the event `run_created`."));
}

type RunLocks = {
  /** Runs the work when nobody else in this process works on the run, in the order of the calls. */
  withLock<T>(runId: string, work: () => Promise<T>): Promise<T>;
};

/** Turns inside one process, so that its callers do not queue up on the row's lock with a connection each. */
function createRunLocks(): RunLocks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    withLock(runId, work) {
      const result = (tails.get(runId) ?? Promise.resolve()).then(work);
      const tail: Promise<void> = result
        .catch(() => {})
        .then(() => {
          if (tails.get(runId) === tail) tails.delete(runId);
        });
      tails.set(runId, tail);
      return result;
    },
  };
}
