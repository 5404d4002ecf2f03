import { checkRepair } from "@/lib/agents/check-repair";
import type { Json } from "@/lib/core/json";
import type { Verdict } from "@/lib/core/lisp";
import { isTriedAgain } from "@/lib/core/run/decide/tasks/failure";
import { checkAuthor } from "@/lib/core/run/decide/tasks/repair-check";
import type { SimpleReason } from "@/lib/core/run/events/reason";
import { repairedCheck } from "@/lib/core/run/selectors";
import { callRole } from "../model/call-role";
import type { EffectContext } from "./effect";
import { failedCallReason, type InfrastructureFailure } from "./failures";
import { detailsOf, inputText, taskIn, type Work } from "./work";

/** Characters of a predicate that is written again: as many as an event has room for. */
const MAX_CHECK_CHARS = 3_000;

/** Calls without an answer that leave the check as it is: nobody is asked about them. */
const GIVES_NO_ADVICE: ReadonlySet<string> = new Set(["context_overflow", "no_budget"]);

/**
 * Has the predicate of a task written again that could not be evaluated on its result, by the role that wrote it, in one
 * question (docs/engine.md, "Repaired checks"). Gives the one that counts from now on; undefined where it stays as it is.
 * `beforeModel` commits what no waiting model may hold up.
 */
export async function writeCheckAgain(
  context: EffectContext,
  work: Work,
  { result, verdict }: { result: Json; verdict: Verdict },
  beforeModel: () => Promise<void>,
): Promise<string | undefined | { unavailable: InfrastructureFailure }> {
  const { key, taskId, attempt } = context;
  const { verification: check } = work.task;
  const author = isFaulty(context, verdict) && checkAuthor(context.state(), taskIn(context.state(), taskId));
  if (!author || check === undefined || verdict.outcome === "passed") return;
  await beforeModel();
  const { id, title } = work.task;
  const task = { id, title, details: detailsOf(work), input: inputText(work.input) };
  const asked = { task, check, fault: verdict.diagnosis, result };
  const answer = await callRole(context, checkRepair(author), asked, { advisory: true });
  if (!answer.ok && answer.code !== "unreadable" && !GIVES_NO_ADVICE.has(answer.code))
    return { unavailable: answer };
  const written = answer.ok ? answer.value.verification : undefined;
  const outcome = outcomeOf(written, answer.ok ? KEPT : failedCallReason(answer));
  const command = { type: "check_repaired" as const, key, taskId, attempt, ...outcome };
  await context.commit([{ suffix: "check", command }]);
  context.signal.throwIfAborted();
  return repairedCheck(taskIn(context.state(), taskId));
}

const KEPT: SimpleReason = { code: "check_kept" };

const outcomeOf = (written: string | null | undefined, problem: SimpleReason) => {
  if (typeof written !== "string") return { problem };
  return written.length > MAX_CHECK_CHARS ? { problem: KEPT } : { verification: written };
};

/**
 * The check itself has a fault, or data is not as it needs it and no other attempt would bring other data: until then the
 * result is taken to be at fault.
 */
function isFaulty({ state, taskId }: EffectContext, verdict: Verdict): boolean {
  if (verdict.outcome === "error") return true;
  const isLast = () => !isTriedAgain(state(), taskIn(state(), taskId), "check_failed");
  return verdict.outcome === "failed" && verdict.isDataFault === true && isLast();
}
