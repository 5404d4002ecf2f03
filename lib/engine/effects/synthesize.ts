import { synthesis as synthesisRole } from "@/lib/agents/synthesis";
import type { Json } from "@/lib/core/json";
import { storeValue } from "@/lib/core/stored-value";
import { callRole } from "../call-role";
import { endWithResult } from "./check-result";
import type { EffectContext, Ending } from "./effect";
import { blockedAttempt, failedAttempt, infrastructureFailure, unreadableAttempt } from "./failures";
import { feedbackOf } from "./feedback";
import { namedResults } from "./upstream-results";
import { inputText, missingDiagnosis, readWork } from "./work";

/** Below this many characters a text compresses nothing. */
const MIN_TEXT_CHARS = 10;

/** One model turn over the full results of the gate's dependencies (docs/engine.md, "Synthesis gates"). */
export async function synthesize(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  if (work.missing.length > 0) return blockedAttempt(context, missingDiagnosis(work.missing));
  const state = context.state();
  const { id, title, details } = work.task;
  const feedback = feedbackOf(state, context);
  const answer = await callRole(
    context,
    synthesisRole,
    {
      mission: state.mission,
      task: { id, title, details, input: inputText(work.input) },
      results: namedResults(state, work),
      ...(feedback && { feedback }),
    },
    work.agent.model === undefined ? {} : { agentModelId: work.agent.model },
  );
  if (!answer.ok)
    return answer.code === "unreadable"
      ? unreadableAttempt(context, answer)
      : infrastructureFailure(context, answer);
  if (isEmpty(answer.value)) {
    const { stored } = storeValue(answer.value);
    const diagnosis = "The synthesis came out empty: it must hold what the tasks after it need.";
    return failedAttempt(context, { code: "empty_result", diagnosis, output: stored });
  }
  return endWithResult(context, work, answer.value);
}

function isEmpty(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === "string") return value.trim().length < MIN_TEXT_CHARS;
  return typeof value === "object" && Object.keys(value).length === 0;
}
