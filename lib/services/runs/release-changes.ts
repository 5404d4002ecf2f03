import { readEventsAfter } from "@/db/queries/runs/read-events";
import { releaseChanges } from "@/lib/core/describe/gates/release";
import { asDomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { isJsonObject } from "@/lib/core/json";
import { fold, initialState } from "@/lib/core/run";
import type { EventType } from "@/lib/core/run/events";
import type { ReleaseFacts } from "@/lib/core/run/events/release";
import { inHand } from "@/lib/core/run/gates/in-hand";
import { namedTask } from "@/lib/core/run/state/ready";
import type { ServiceContext } from "../context";
import { storedRun } from "../submit";

type Asked = { type: string; taskId?: string | undefined; digest?: string | undefined };

/**
 * For `catch`: where a person takes a task in hand that lets something else act than they saw, the refusal is thrown on with the
 * changes in words (`details.released`). Everything else is thrown on as it is.
 */
export const rethrowWithReleaseChanges =
  (ctx: ServiceContext, runId: string, { type, taskId, digest }: Asked) =>
  async (thrown: unknown): Promise<never> => {
    const known = asDomainError(thrown);
    if (known?.code !== "superseded" || taskId === undefined || digest === undefined) throw thrown;
    // A held decision has its own digest, and its panel shows it again.
    if (type === "override_review") throw thrown;
    const now = structuredClone(await storedRun(ctx, runId));
    const task = namedTask(now, taskId);
    const after = task && inHand(now, task)?.release;
    const before = await releaseSeen(ctx, runId, { taskId, digest });
    const released = after && before ? releaseChanges(before, after) : [];
    const details = isJsonObject(known.details) ? known.details : {};
    throw new DomainFailure(domainError("superseded", known.message, { ...details, released }));
  };

const PAGE_EVENTS = 2_000;

/** Events after which a task lets act what it did: they are many, and of the work of agents. */
const WORK: ReadonlySet<EventType> = new Set<EventType>([
  "task_step",
  "llm_called",
  "tool_started",
  "tool_finished",
  "task_detailed",
  "steps_summarized",
]);

/** What taking the task in hand would have let act when that had this digest, as the log tells it. */
async function releaseSeen(
  { db }: ServiceContext,
  runId: string,
  { taskId, digest }: { taskId: string; digest: string },
): Promise<ReleaseFacts | undefined> {
  const state = initialState(runId);
  for (;;) {
    const events = await readEventsAfter(db, { runId, afterSeq: state.seq, limit: PAGE_EVENTS });
    for (const event of events) {
      fold(runId, [event], state);
      const task = WORK.has(event.type) ? undefined : namedTask(state, taskId);
      const hand = task && inHand(state, task);
      if (hand?.digest === digest) return hand.release;
    }
    if (events.length < PAGE_EVENTS) return;
  }
}
