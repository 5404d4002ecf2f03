import { localPerson as actor } from "@/lib/auth/actor";
import { asDomainError } from "@/lib/core/errors";
import type { EventOf, Payload, RunEvent } from "@/lib/core/run/events";
import { type GateVerb, gateRow, isBinding, needOf } from "@/lib/core/run/gates/table";
import { isTerminalRun } from "@/lib/core/run/status";
import type { Services } from "@/lib/services/registry";
import type { RunReport } from "@/lib/services/runs/exports/report";

type Gate = Pick<Payload<"approval_opened">, "kind" | "verbs" | "requiresReason">;

/** What a gate says to a rule that it does not take an answer from; it then waits for its people. */
const LEFT_TO_PEOPLE: ReadonlySet<string> = new Set([
  "already_decided",
  "superseded",
  "expired",
  "forbidden",
  "not_allowed_now",
  "invalid_input",
]);

/** Gate that a rule let pass, with its answer. */
export type PassedGate = RunReport["openApprovals"][number] & { verb: GateVerb };

export type FollowOptions = {
  runId: string;
  /** Number of the last event that was already seen. */
  after: number;
  onEvent: (event: RunEvent) => void;
  /** Answer gates by the rule of a `--yes` session. */
  yes: boolean;
  /** Hears of what that rule let pass, as it was read before. */
  onPassed?(gate: PassedGate): void;
  signal: AbortSignal;
};

/** Follows a run until it ends, until only a person can move it, or until the signal fires. */
export async function followRun(services: Services, options: FollowOptions): Promise<void> {
  const { runId, after, signal } = options;
  if (await hasSettled(services, runId, after)) return;
  const stop = new AbortController();
  const input = { runId, after, signal: AbortSignal.any([signal, stop.signal]) };
  const { batches } = await services.runs.watch({ actor, input });
  for await (const events of batches) {
    for (const event of events) {
      options.onEvent(event);
      if (options.yes && event.type === "approval_opened") await answer(services, event, options);
    }
    const last = events.at(-1)?.seq;
    if (last !== undefined && (await hasSettled(services, runId, last))) stop.abort();
  }
}

/** True when this event is the run's last, and nothing will follow it unless a person acts. */
async function hasSettled(services: Services, runId: string, seq: number): Promise<boolean> {
  const run = await services.runs.get({ actor, input: { runId } });
  return run.seq === seq && (run.status === "waiting" || isTerminalRun(run.status));
}

/** A gate that was answered or closed in the meantime, or that binds other people, is none of the rule's business. */
async function answer(
  services: Services,
  { payload }: EventOf<"approval_opened">,
  { runId, onPassed }: FollowOptions,
): Promise<void> {
  const verb = sessionAnswer(payload);
  if (verb === undefined) return;
  const { approvalId, digest } = payload;
  const gate = isBinding(verb) ? await openGate(services, runId, approvalId) : undefined;
  const input = { approvalId, verb, digest, provenance: "session_rule" as const };
  try {
    await services.approvals.decide({ actor: { ...actor, channel: "terminal" }, input });
    if (gate) onPassed?.({ ...gate, verb });
  } catch (thrown) {
    if (!LEFT_TO_PEOPLE.has(asDomainError(thrown)?.code ?? "")) throw thrown;
  }
}

/** A gate as people are shown it; undefined where it is no longer open. */
async function openGate(services: Services, runId: string, approvalId: string) {
  const { openApprovals } = await services.runs.report({ actor, input: { runId } });
  return openApprovals.find((one) => one.approvalId === approvalId);
}

/**
 * The verb that the rule of a `--yes` session gives this gate, or undefined when only a person may answer, as where a
 * review has no readable proposal, or a refusal takes a reason.
 */
export function sessionAnswer({ kind, verbs, requiresReason }: Gate): GateVerb | undefined {
  const verb = gateRow(kind).bySession;
  if (verb === undefined || !verbs.includes(verb)) return;
  return needOf(verb, { requiresReason }) === "comment" ? undefined : verb;
}
