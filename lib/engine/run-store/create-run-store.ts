import type { Sql } from "postgres";
import { isStoreRefusal, withRetries } from "@/db/failures";

import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Jobs, Log } from "@/lib/core/ports";
import { initialState, type RunEvent, type RunState } from "@/lib/core/run";
import type { Notify } from "../notify";
import type { RunStore, TransitionResult } from "../types";
import { type Commit, commitOnce } from "./commit";
import {
  type CommitRequest,
  failRun,
  faultError,
  faultReply,
  faultReportRequest,
  isDecideFault,
} from "./fault";
import { loadNewer, loadStored } from "./load-state";
import { isIdle, type ShouldPark } from "./parking";
import { createSnapshots } from "./snapshots";

type StateCache = {
  /** Takes the state out: whoever has it changes it, and puts it back only when the change is committed. */
  take(runId: string): RunState | undefined;
  put(state: RunState): void;
};

type RunLocks = {
  /** Runs the work when nobody else in this process works on the run, in the order of the calls. */
  withLock<T>(runId: string, work: () => Promise<T>): Promise<T>;
};

export type RunStoreDeps = {
  sql: Sql;
  jobs: Jobs;
  log: Log;
  notify: Notify;
  /** When a lease may end; by default, when the run needs no worker. */
  shouldPark?: ShouldPark;
  /** Folded states kept in memory. */
  maxCachedRuns?: number;
};

/** The one way in which a run changes (docs/engine.md, "The door"). */
export function createRunStore(deps: RunStoreDeps): RunStore {
  const { sql, jobs, log, notify, shouldPark = isIdle, maxCachedRuns = 200 } = deps;
  const cache = createStateCache(maxCachedRuns);
  const locks = createRunLocks();
  const snapshots = createSnapshots({ sql, log, maxRuns: maxCachedRuns });

  /** Repeats a commit until its outcome is known or there is no hope: the command ids make repeats harmless. */
  function commitWithRetry(runId: string, request: CommitRequest): Promise<Commit> {
    const own = ownEvents(request);
    const once = async (): Promise<Commit> => {
      const known = cache.take(runId) ?? (request.createIn === undefined ? undefined : initialState(runId));
      const state = known ?? (await loadStored(sql, snapshots, runId, own));
      own.begin(state.seq);
      const done = await commitOnce({ sql, jobs, shouldPark }, state, own.request);
      if (done.state.seq > 0) cache.put(done.state);
      return { ...done, events: [...own.found(), ...done.events] };
    };
    return withRetries(once, (error, tries) => {
      log.warn({ runId, err: error, tries }, "A commit failed and is tried again");
      own.retry();
    });
  }

  async function load(runId: string): Promise<RunState | undefined> {
    const known = cache.take(runId);
    const state = await (known ? loadNewer(sql, known) : loadStored(sql, snapshots, runId));
    if (state.seq === 0) return;
    cache.put(state);
    return state;
  }

  async function commitOrReport(runId: string, request: CommitRequest): Promise<Commit> {
    try {
      return await commitUnlessRefused(runId, request);
    } catch (error) {
      if (!isFault(error)) throw error;
      log.error({ runId, err: error.cause ?? error }, "A commit is a fault; the run goes to a gate");
      if (request.createIn !== undefined) throw new DomainFailure(faultError);
      return await report(runId, request, error);
    }
  }

  /** What the store refuses is given to it once more, on a state loaded anew. */
  async function commitUnlessRefused(runId: string, request: CommitRequest): Promise<Commit> {
    try {
      return await commitWithRetry(runId, request);
    } catch (error) {
      if (!isStoreRefusal(error)) throw error;
      log.warn({ runId, err: error }, "The store refused a commit; it is tried once more");
      return await commitWithRetry(runId, request);
    }
  }

  async function report(runId: string, request: CommitRequest, fault: Error): Promise<Commit> {
    try {
      const done = await commitWithRetry(runId, faultReportRequest(request, fault));
      return { ...done, replies: request.submissions.map(() => faultReply) };
    } catch (error) {
      if (!isFault(error)) throw error;
      log.error({ runId, err: error.cause ?? error }, "The run cannot even take the report of a fault");
      await failRun(deps, runId, fault.message, request.options);
      throw new DomainFailure(faultError);
    }
  }

  async function submit(runId: string, request: CommitRequest): Promise<TransitionResult> {
    const { replies, events, state, parked, enqueued } = await locks.withLock(runId, () =>
      commitOrReport(runId, request),
    );
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
      return await submit(runId, { submissions: [submission], options: {}, createIn: command.workspaceId });
    },
    forkRun: (runId, submission, copied) =>
      submit(runId, { submissions: [submission], options: {}, createIn: workspaceOf(copied), copied }),
    peek: (runId) => locks.withLock(runId, () => withRetries(() => load(runId))).catch(withoutDetails),
  };
}

/** For `catch`: readers are told of a fault without its words. */
function withoutDetails(error: unknown): never {
  throw isDecideFault(error) ? Object.assign(new DomainFailure(faultError), { cause: error }) : error;
}

/** No repeat helps: the pure core threw, or the store does not take what it decided. */
const isFault = (error: unknown): error is Error => isDecideFault(error) || isStoreRefusal(error);

function workspaceOf([first]: RunEvent[]): string {
  if (first?.type === "run_created") return first.payload.workspaceId;
  throw new DomainFailure(domainError("invalid_input", "A run begins with the event `run_created`."));
}

/**
 * Watches a request through its tries. A commit whose outcome was lost may have happened: then its events are found
 * when the state is loaded again, and belong to the result.
 */
function ownEvents(request: CommitRequest) {
  const ids = new Set(request.submissions.map(({ envelope }) => envelope.id));
  const { followUp } = request.options;
  let found: RunEvent[] = [];
  let retried = false;
  let firstSeq: number | undefined;
  const onEvent = (event: RunEvent): void => {
    if (retried && ids.has(event.commandId)) found.push(event);
  };
  const watched: CommitRequest["options"] = {
    ...request.options,
    ...(followUp && {
      followUp(state) {
        const further = followUp(state);
        for (const { envelope } of further) ids.add(envelope.id);
        return further;
      },
    }),
  };
  return {
    request: { ...request, options: watched, onCaughtUp: onEvent },
    onEvent,
    /** What may be its own is looked for among the events after this one. */
    get upToSeq() {
      return firstSeq ?? Number.POSITIVE_INFINITY;
    },
    begin(seq: number) {
      firstSeq ??= seq;
    },
    found: () => found,
    retry() {
      retried = true;
      found = [];
    },
  };
}

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

/** Folded states of the runs used last, as of their last known commit. */
function createStateCache(maxRuns: number): StateCache {
  const states = new Map<string, RunState>();
  return {
    take(runId) {
      const state = states.get(runId);
      states.delete(runId);
      return state;
    },
    put(state) {
      states.set(state.runId, state);
      const [oldest] = states.keys();
      if (states.size > maxRuns && oldest !== undefined) states.delete(oldest);
    },
  };
}
