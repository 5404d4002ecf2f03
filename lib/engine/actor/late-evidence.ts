import { asDomainError } from "@/lib/core/errors";
import { changesOutside } from "@/lib/core/policy";
import type { Clock, Log } from "@/lib/core/ports";
import type { RunStore, Submission } from "../types";

type LateEvidenceDeps = { runStore: RunStore; clock: Clock; log: Log; runId: string };

const RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;
/** With the delays above about a quarter of an hour: longer partitions leave the question to people. */
const MAX_TRIES = 200;

/**
 * Tells what an actor that is gone still knows: the ends of calls that change something outside, and which of
 * them it never began. They are evidence and need no lease; everything else that it has to tell is lost with its lease (docs/engine.md, "Late evidence").
 */
export async function submitLateEvidence(
  { runStore, clock, log, runId }: LateEvidenceDeps,
  submissions: readonly Submission[],
): Promise<void> {
  const evidence = submissions.flatMap(lateCallReport);
  for (let tries = 1; evidence.length > 0 && tries <= MAX_TRIES; tries += 1) {
    try {
      await runStore.transition(runId, evidence);
      return;
    } catch (error) {
      log.warn({ runId, err: error, tries }, "The late end of a tool call could not be told");
      if (isFinalRefusal(error)) return;
      await clock.sleep(Math.min(RETRY_DELAY_MS * 2 ** tries, MAX_RETRY_DELAY_MS));
    }
  }
}

function lateCallReport({ envelope, rows }: Submission): Submission[] {
  const { id, actor, command } = envelope;
  if (command.type === "call_not_begun") return [{ envelope }];
  if (command.type !== "tool_finished" || !rows?.toolCalls?.some(changesOutside)) return [];
  const { key, taskId, attempt, step, callId, output, error } = command;
  const report = {
    type: "call_ended_late" as const,
    key,
    taskId,
    attempt,
    step,
    callId,
    ...(output && { value: output }),
    ...(error !== undefined && { error }),
  };
  return [{ envelope: { id: `${id}-late`, actor, command: report }, rows }];
}

/** A refusal that no repeat can change: the lease is gone, or this process cannot read or decide the run. */
export function isFinalRefusal(error: unknown): boolean {
  const known = asDomainError(error);
  return known !== undefined && known.code !== "unavailable";
}
