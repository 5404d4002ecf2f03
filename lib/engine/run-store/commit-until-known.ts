import { randomUUID } from "node:crypto";
import { isStoreRefusal, isTransientFailure, MAX_TRIES, pauseBeforeRetry } from "@/db/failures";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Log } from "@/lib/core/ports";
import type { RunEvent } from "@/lib/core/run";
import type { CommandReply } from "@/lib/core/run/commands";
import type { Submission } from "../types";
import { type Commit, type CommitDeps, type CommitRequest, commitOnce } from "./commit";
import { isDecideFault } from "./fault";
import type { States } from "./load-state";
import { setAside } from "./set-aside";

type CommitLoopDeps = CommitDeps & { states: States; log: Log; unknown: UnknownCommits };

/**
 * What becomes of a commit that failed (docs/engine.md, "Faults"). All but `rethrow` begin with a state loaded afresh:
 * the one that was in a failed commit is thrown away.
 * - `overtaken`: it was decided on the run as it was known, which it was no more, and is decided again;
 * - `reconnect`: nobody knows whether it happened, so its own events are looked for, and it is repeated;
 * - `reload`: the store refused it, perhaps because of the state, and gets it once more;
 * - `report`: no repeat helps, so a commit in its place opens an `engine_fault` gate and refuses the commands;
 * - `give_up`: not even the report can be made, so the run is set aside;
 * - `rethrow`: it is an answer for the caller, or the connection stays away.
 */
type Remedy = "overtaken" | "reconnect" | "reload" | "report" | "give_up" | "rethrow";

type Progress = { tries: number; reloaded: boolean; reporting: boolean };

function remedyFor(
  error: unknown,
  { tries, reloaded, reporting }: Progress,
  { creating, assumed }: { creating: boolean; assumed: boolean },
): Remedy {
  if (assumed && isUnheldLock(error)) return "overtaken";
  if (isTransientFailure(error)) return tries < MAX_TRIES ? "reconnect" : "rethrow";
  if (isStoreRefusal(error) && !reloaded) return "reload";
  if (!isStoreRefusal(error) && !isDecideFault(error)) return "rethrow";
  // A run that never came to be has no gate to report at.
  return reporting || creating ? "give_up" : "report";
}

/** What `lockUnchangedRun` fails with. */
const isUnheldLock = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "22012";

/** Commits a request until its outcome is known or there is no hope: the command ids make repeats harmless. */
export async function commitUntilKnown(
  deps: CommitLoopDeps,
  runId: string,
  asked: CommitRequest,
): Promise<Commit> {
  const { states, log, unknown } = deps;
  const creating = asked.createIn !== undefined;
  let attempt = watchOwnEvents(asked, unknown.take(runId));
  let progress: Progress = { tries: 1, reloaded: false, reporting: false };
  for (;;) {
    let assumedNowMs: number | undefined;
    try {
      const state = await states.take(runId, { ...attempt.loading(), isNew: creating });
      attempt.begin(state.seq);
      const { request } = attempt;
      const { undisturbed, fence } = request.options;
      if (undisturbed && fence?.epoch === state.epoch && !attempt.isRepeated())
        assumedNowMs = deps.databaseTime.nowMs();
      const done = await commitOnce(deps, state, { ...request, assumedNowMs });
      if (done.state.seq > 0) states.put(done.state);
      const replies = progress.reporting ? asked.submissions.map(() => faultReply) : done.replies;
      return { ...done, replies, events: [...attempt.ownEvents(), ...done.events] };
    } catch (error) {
      switch (remedyFor(error, progress, { creating, assumed: assumedNowMs !== undefined })) {
        case "overtaken":
          attempt.repeat();
          break;
        case "reconnect":
          log.warn({ runId, err: error, tries: progress.tries }, "A commit failed and is tried again");
          await pauseBeforeRetry(progress.tries);
          attempt.repeat();
          progress = { ...progress, tries: progress.tries + 1 };
          break;
        case "reload":
          log.warn({ runId, err: error }, "The store refused a commit; it is tried once more");
          attempt.repeat();
          progress = { ...progress, tries: 1, reloaded: true };
          break;
        case "report":
          log.error({ runId, err: causeOf(error) }, "A commit is a fault; the run goes to a gate");
          attempt = watchOwnEvents(faultReportFor(asked, error));
          progress = { tries: 1, reloaded: true, reporting: true };
          break;
        case "give_up":
          log.error({ runId, err: causeOf(error) }, "A fault cannot be reported; the run is given up");
          if (!creating) await giveUp(deps, runId, asked, error);
          throw new DomainFailure(faultError);
        case "rethrow":
          // Its sender may come again with the same submissions.
          if (isTransientFailure(error)) unknown.put(runId, attempt.traces());
          throw error;
      }
    }
  }
}

/** What the senders of the commands get: their command was not carried out, and the run waits at a gate. */
const faultError = domainError(
  "internal",
  "The engine met a fault while deciding this; the run waits for a person.",
);
const faultReply: CommandReply = { ok: false, error: faultError };

/** For `catch`: readers hear of a fault without its words. */
export function withoutDetails(error: unknown): never {
  throw isDecideFault(error) ? Object.assign(new DomainFailure(faultError), { cause: error }) : error;
}

/**
 * Opens the gate, and answers the commands so that repeats of them do not fault again. Their rows are written, as what
 * they tell did happen, unless it was the store that refused them.
 */
function faultReportFor({ submissions, options }: CommitRequest, fault: unknown): CommitRequest {
  const report: Submission = {
    envelope: {
      id: `fault_${randomUUID()}`,
      actor: { kind: "system" },
      command: { type: "report_fault", fault: { code: "thrown", message: messageOf(fault) } },
    },
  };
  const bare = submissions.map(({ envelope }) => ({ envelope }));
  return {
    submissions: [report],
    options: options.fence ? { fence: options.fence } : {},
    refused: { submissions: isDecideFault(fault) ? submissions : bare, reply: faultReply },
  };
}

const giveUp = (deps: CommitDeps, runId: string, { options }: CommitRequest, fault: unknown) =>
  setAside(deps, runId, { code: "engine_fault", message: messageOf(fault) }, options.fence?.claim);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause) || error;

/** By what a commit would be known: the ids of its commands, in events after this number. */
type Traces = { ids: ReadonlySet<string>; firstSeq: number | undefined };

/** Commits of unknown outcome that were given up for now, by run: each is found out about with the run's next. */
type UnknownCommits = {
  take(runId: string): Traces | undefined;
  put(runId: string, traces: Traces): void;
};

/** Of so many runs at most; of one that is forgotten, a repeat is decided again. */
const MAX_UNKNOWN_COMMITS = 10_000;

export function createUnknownCommits(): UnknownCommits {
  const byRun = new Map<string, Traces>();
  return {
    take(runId) {
      const traces = byRun.get(runId);
      byRun.delete(runId);
      return traces;
    },
    put(runId, traces) {
      byRun.set(runId, traces);
      const [oldest] = byRun.keys();
      if (byRun.size > MAX_UNKNOWN_COMMITS && oldest !== undefined) byRun.delete(oldest);
    },
  };
}

/**
 * Watches a request through its tries. A commit whose outcome was lost may have happened: then its events are found
 * when the state is loaded again, belong to the result, and say what its commands were answered.
 */
function watchOwnEvents(asked: CommitRequest, earlier?: Traces) {
  const ids = new Set([...(earlier?.ids ?? []), ...asked.submissions.map(({ envelope }) => envelope.id)]);
  const { followUp } = asked.options;
  let firstSeq = earlier?.firstSeq;
  let repeated = earlier !== undefined;
  let own: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    if (repeated && event.seq > (firstSeq ?? 0) && ids.has(event.commandId)) own.push(event);
  };
  const watchedOptions: CommitRequest["options"] = {
    ...asked.options,
    ...(followUp && {
      followUp(state, nth) {
        const further = followUp(state, nth);
        for (const { envelope } of further) ids.add(envelope.id);
        return further;
      },
    }),
  };
  return {
    request: {
      ...asked,
      options: watchedOptions,
      onCaughtUp: onEvent,
      alreadyAnswered: () => new Map(own.map(({ commandId, seq }) => [commandId, { ok: true, seq }])),
    } satisfies CommitRequest,
    /** What may be its own comes after the event that the first try began with. */
    loading: () => ({ onEvent, ...(firstSeq !== undefined && { upToSeq: firstSeq }) }),
    begin(seq: number) {
      firstSeq ??= seq;
    },
    repeat() {
      repeated = true;
      own = [];
    },
    isRepeated: () => repeated,
    ownEvents: () => own,
    traces: (): Traces => ({ ids, firstSeq }),
  };
}
