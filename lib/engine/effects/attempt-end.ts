import { agent as agentRole } from "@/lib/agents/agent";
import { storeValue } from "@/lib/core/stored-value";
import type { Attempt } from "./attempt";
import { raiseHint } from "./attempt-budgets";
import { endWithResult } from "./check-result";
import type { EffectContext, Report } from "./effect";
import { failedAttempt } from "./failures";
import type { TrajectoryEnd } from "./trajectory-loop";

type Finished = Extract<TrajectoryEnd, { outcome: unknown }>;

/** What an agent's attempt came to, in one commit with the reports of its last step. */
export async function endOfAttempt(
  context: EffectContext,
  { work }: Attempt,
  { outcome, before }: Finished,
): Promise<Report[]> {
  if (outcome.reason !== "answer_complete") {
    const { stored, blob } = storeValue(outcome.answer);
    const hint = "budget" in outcome ? ` ${raiseHint(work, outcome.budget)}` : "";
    const failed = { code: outcome.reason, diagnosis: `${outcome.message}${hint}`, output: stored };
    return [...before, ...failedAttempt(context, failed, blob && { blobs: [blob] })];
  }
  const { answer } = outcome;
  if (typeof answer !== "string") return endWithResult(context, work, answer, before);
  const read = agentRole.parse(answer);
  if (read.ok) return endWithResult(context, work, read.value, before);
  return [...before, ...failedAttempt(context, { code: "error", diagnosis: read.problem })];
}
