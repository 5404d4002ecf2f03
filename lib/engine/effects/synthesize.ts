import { synthesis as synthesisRole } from "@/lib/agents/synthesis";
import type { Json } from "@/lib/core/json";
import type { Usage } from "@/lib/core/ports";
import { storeValue } from "@/lib/core/stored-value";
import { callRole, type RoleAnswer } from "../call-role";
import { criteriaFor, endWithResult } from "./check-result";
import type { EffectContext, Ending, Report } from "./effect";
import { blockedAttempt, failedAttempt, infrastructureFailure, unreadableAttempt } from "./failures";
import { feedbackOf } from "./feedback";
import { persistAnswer, persistedAnswer } from "./kept-answer";
import { namedResults } from "./upstream-results";
import { inputText, missingDiagnosis, readWork, type Work } from "./work";

/** Below this many characters a text compresses nothing. */
const MIN_TEXT_CHARS = 10;

/** One model turn over the full results of the gate's dependencies (docs/engine.md, "Synthesis gates"). */
export async function synthesize(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  if (work.missing.length > 0) return blockedAttempt(context, missingDiagnosis(work.missing));
  const earlier = await persistedAnswer(context);
  if (earlier !== undefined) return endWithAnswer(context, work, earlier, []);
  const answer = await ask(context, work);
  if (answer.ok) {
    const isJudged = criteriaFor(context, work) !== undefined;
    const persisted = isJudged ? [persistAnswer(context, answer.text)] : [];
    return endWithAnswer(context, work, answer.text, [usageReport(context, answer.usage), ...persisted]);
  }
  return answer.code === "unreadable"
    ? unreadableAttempt(context, answer)
    : infrastructureFailure(context, answer);
}

function ask(context: EffectContext, work: Work): Promise<RoleAnswer<Json>> {
  const state = context.state();
  const { id, title, details } = work.task;
  const feedback = feedbackOf(state, context);
  const { model } = work.agent;
  const input = {
    mission: state.mission,
    task: { id, title, details, input: inputText(work.input) },
    results: namedResults(state, work),
    ...(feedback && { feedback }),
  };
  return callRole(context, synthesisRole, input, model === undefined ? {} : { agentModelId: model });
}

async function endWithAnswer(
  context: EffectContext,
  work: Work,
  text: string,
  before: Report[],
): Promise<Ending> {
  const read = synthesisRole.parse(text);
  if (!read.ok) return unreadableAttempt(context, read);
  if (!isEmpty(read.value)) return endWithResult(context, work, read.value, before);
  const { stored } = storeValue(read.value);
  const diagnosis = "The synthesis came out empty: it must hold what the tasks after it need.";
  return [...before, ...failedAttempt(context, { code: "empty_result", diagnosis, output: stored })];
}

/** How much the turn read and wrote: the run warns when it is too much. */
function usageReport({ key, taskId, attempt }: EffectContext, { inputTokens, outputTokens }: Usage): Report {
  const known = {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  };
  return { suffix: "taken", command: { type: "synthesis_taken", key, taskId, attempt, ...known } };
}

function isEmpty(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === "string") return value.trim().length < MIN_TEXT_CHARS;
  return typeof value === "object" && Object.keys(value).length === 0;
}
