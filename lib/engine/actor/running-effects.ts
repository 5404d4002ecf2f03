import { asDomainError } from "@/lib/core/errors";
import { newCommandId } from "@/lib/core/ids";
import { getOwn } from "@/lib/core/own";
import type { Command, CommandReply } from "@/lib/core/run/commands";
import { openApprovalOf } from "@/lib/core/run/decide/gates/open";
import { type LlmCall, llmCall } from "@/lib/core/run/events/engine";
import { isOvertaken } from "@/lib/core/run/gates/equal-calls";
import { type Effect, isBeside, type RunState } from "@/lib/core/run/state";
import type { Blob } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { statedDiagnosis } from "@/lib/engine/effects/failures";
import { EFFECTS } from "../effects";
import type { BareEffectContext, EffectServices, Report } from "../effects/effect";
import { failedAttempt, MAX_DIAGNOSIS_CHARS } from "../effects/failures";
import { isNoBudgetError } from "../model/reservations";
import { toolsOfRun } from "../simulated-tools";
import type { ModelCallRow, Submission } from "../types";
import type { Lease } from "../worker/leases";

type StartedEffect = Exclude<Effect, { kind: "wake" }>;

type EffectHost = {
  services: EffectServices;
  runId: string;
  epoch(): number;
  lease: Lease;
  state(): Readonly<RunState>;
  catchUp(): Promise<boolean>;
  stopReason(): "paused" | "shutdown" | undefined;
  submit(submissions: Submission[], settled: (replies: CommandReply[]) => void): void;
  submission(command: Command, id?: string): Submission;
  /** An effect left its slot. */
  slotReleased(): void;
};

type RunningEffects = {
  launch(work: StartedEffect): void;
  has(key: string): boolean;
  size(): number;
  abortUnless(isWanted: (key: string) => boolean): void;
  /** Aborts everything and frees the slots at once: nobody waits for these effects any more. */
  abandon(): void;
};

/** A model call and its prompt, where that is to be kept. */
type RecordedCall = { row: ModelCallRow; prompt: Blob | undefined };
type EffectInFlight = { controller: AbortController; holdsSlot: boolean };

/** The effects of one run that are in flight in this process, until their end is committed. */
export function createRunningEffects(host: EffectHost): RunningEffects {
  const running = new Map<string, EffectInFlight>();
  /** Digests that are known to be stored: what many attempts share is sent once in a lease. */
  const stored = new Set<string>();

  function launch(work: StartedEffect): void {
    const inFlight: EffectInFlight = { controller: new AbortController(), holdsSlot: !isBeside(work) };
    running.set(work.key, inFlight);
    const calls: RecordedCall[] = [];
    const context = contextOf(work, inFlight.controller.signal, calls);
    const end = (ending: Report[]) => {
      releaseSlot(inFlight);
      const unused = context.claimStart() ? unusedStart(work.key) : [];
      reportEnd(work.key, [...callsReport(calls), ...unused, ...toSubmissions(work.key, ending)]);
    };
    // What cannot be reported is this effect's fault alone: other runs share the process.
    void performEffect(context)
      .then(end)
      .catch((thrown) => {
        host.services.log.error(
          { key: work.key, err: thrown },
          "What an effect brought could not be reported",
        );
        calls.length = 0;
        end(failureOf(context, thrown));
      });
  }

  /** What was reserved with the start is given back by an effect that has called no model. */
  function unusedStart(key: string): Submission[] {
    if (!getOwn(host.state().ledger.reservations, key)) return [];
    return [host.submission({ type: "cancel_reservation", reservationId: key })];
  }

  function releaseSlot(inFlight: EffectInFlight): void {
    if (inFlight.holdsSlot) host.slotReleased();
    inFlight.holdsSlot = false;
  }

  function contextOf(work: StartedEffect, signal: AbortSignal, calls: RecordedCall[]): BareEffectContext {
    let isClaimed = false;
    return {
      ...host.services,
      runId: host.runId,
      key: work.key,
      kind: work.kind,
      taskId: work.taskId ?? "",
      attempt: work.attempt ?? 1,
      signal,
      epoch: host.epoch(),
      lease: host.lease,
      state: host.state,
      catchUp: host.catchUp,
      stopReason: host.stopReason,
      claimStart() {
        const isFirst = !isClaimed;
        isClaimed = true;
        return isFirst;
      },
      record: (row, prompt) => void calls.push({ row, prompt }),
      commit: (reports) =>
        new Promise((resolve) => {
          const extra = callsReport(calls);
          const own = toSubmissions(work.key, reports);
          submit([...extra, ...own], (replies) => {
            reportRefusal(work.key, replies);
            resolve(replies.slice(extra.length));
          });
        }),
    };
  }

  /** What these carry is stored once the replies are there. */
  function submit(submissions: Submission[], settled: (replies: CommandReply[]) => void): void {
    const sent = submissions.flatMap(({ rows }) => rows?.payloadBlobs ?? []);
    host.submit(submissions.map(withoutStored), (replies) => {
      if (replies.every(({ ok }) => ok)) for (const { digest } of sent) stored.add(digest);
      settled(replies);
    });
  }

  function withoutStored(submission: Submission): Submission {
    const { payloadBlobs = [], ...rows } = submission.rows ?? {};
    if (payloadBlobs.length === 0) return submission;
    return {
      ...submission,
      rows: { ...rows, payloadBlobs: payloadBlobs.filter(({ digest }) => !stored.has(digest)) },
    };
  }

  /** The model calls since the last commit; the next one takes them along. */
  function callsReport(calls: RecordedCall[]): Submission[] {
    if (calls.length === 0) return [];
    const recorded = calls.splice(0);
    const modelCalls = recorded.map(({ row }) => row);
    const facts = modelCalls.map(callFacts);
    const payloadBlobs = recorded.flatMap(({ prompt }) => prompt ?? []);
    const rows = { modelCalls, ...(payloadBlobs.length > 0 && { payloadBlobs }) };
    return [{ ...host.submission({ type: "record_calls", calls: facts }), rows }];
  }

  function toSubmissions(key: string, reports: Report[]): Submission[] {
    return reports.map(({ suffix, command, rows }) => {
      const id = suffix === "" ? newCommandId(host.services.ids) : `${key}#${suffix}`;
      return { ...host.submission(command, id), ...(rows && { rows }) };
    });
  }

  function reportEnd(key: string, submissions: Submission[]): void {
    if (submissions.length === 0) return void running.delete(key);
    const forget = () => void running.delete(key);
    // Until a refusal is reported it counts as running, or it would be launched again.
    submit(submissions, (replies) => reportRefusal(key, replies, forget) || forget());
  }

  /**
   * Only a fault of ours is refused here, and the same work would be refused again: a person is asked, and the work
   * is wanted again when they say so; but the start of a call that an equal one overtook, which its effect rules again. False when there is nothing to tell; else `told` is called when it is committed.
   */
  function reportRefusal(key: string, replies: CommandReply[], onReported = () => {}): boolean {
    const refused = replies.find((reply) => reply.ok === false && !isOvertaken(reply.error));
    if (refused?.ok !== false) return false;
    const { error } = refused;
    host.services.log.error({ key, error }, "What an effect reported was refused");
    const state = host.state();
    if (!getOwn(state.inFlight, key)) return false;
    const fault = {
      code: "report_refused",
      effect: key,
      errorCode: error.code,
      message: error.message,
    } as const;
    // The run store has asked already when it met a fault itself.
    const isAsked = openApprovalOf(state, "engine_fault") !== undefined;
    const report = isAsked ? [] : [host.submission({ type: "report_fault", fault })];
    host.submit([...report, host.submission({ type: "release", keys: [key], cause: "refused" })], onReported);
    return true;
  }

  return {
    launch,
    has: (key) => running.has(key),
    size: () => running.size,
    abortUnless(isWanted) {
      for (const [key, { controller }] of running) if (!isWanted(key)) controller.abort();
    },
    abandon() {
      for (const inFlight of running.values()) {
        inFlight.controller.abort();
        releaseSlot(inFlight);
      }
    },
  };
}

/**
 * Runs one effect to its reports. Never rejects: a throw ends the attempt of a task with code `error`, and anything
 * else as a failure of the infrastructure; what is no longer wanted ends in silence.
 */
async function performEffect(context: BareEffectContext): Promise<Report[]> {
  try {
    const setup = await context.workspaces.open(context.state().workspaceId);
    const tools = toolsOfRun(setup, context.state());
    const ending = await EFFECTS[context.kind]({ ...context, ...setup, tools });
    if (ending !== null) return ending;
    return [repeatable({ type: "release", keys: [context.key], cause: context.stopReason() ?? "given_up" })];
  } catch (thrown) {
    if (context.signal.aborted || isNoBudgetError(thrown) || isLeaseLost(thrown)) return [];
    context.log.error({ key: context.key, err: thrown }, "An effect failed");
    return failureOf(context, thrown);
  }
}

/** The actor learns the same from its next commit. */
const isLeaseLost = (thrown: unknown): boolean => asDomainError(thrown)?.code === "lease_lost";

function failureOf(context: BareEffectContext, thrown: unknown): Report[] {
  const { key, taskId } = context;
  const known = asDomainError(thrown);
  const message = cutText(thrown instanceof Error ? thrown.message : String(thrown), MAX_DIAGNOSIS_CHARS);
  if (known?.code === "unavailable" || taskId === "" || isBeside(context)) {
    return [repeatable({ type: "effect_failed", key, error: { code: known?.code ?? "error", message } })];
  }
  return failedAttempt(context, { code: "error", diagnosis: statedDiagnosis(message) });
}

/** A call is on record whatever is wrong with what it reports: what cannot be read of it is unknown. */
function callFacts(row: ModelCallRow): LlmCall {
  const read = llmCall.safeParse(row);
  if (read.success) return read.data;
  const { callId, role, model } = row;
  const { reservationId, atMost, failure } = row;
  return { callId, role, model, latencyMs: 0, reservationId, atMost, failure };
}

/** A report that may come again for the same key: without a suffix it gets an id of its own. */
function repeatable(command: Report["command"]): Report {
  return { suffix: "", command };
}
