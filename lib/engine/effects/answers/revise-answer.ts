import { revision } from "@/lib/agents/revision";
import { withSimulatedSentence } from "@/lib/core/describe/simulated";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import type { AnswerState } from "@/lib/core/run/state";
import { storeFinalAnswer } from "@/lib/core/run/truncate/summary";
import { callRole } from "../../model/call-role";
import { type EffectContext, type Ending, endWith } from "../effect";
import { reflectionStop } from "../failures";
import { lastAnswers, planOutcome } from "../plan-outcome";
import { bodyOf, inputText, loadBodies, refsOfValues } from "../work";

/** Has the final answer rewritten, with what its critic found wrong. */
export async function reviseAnswer(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const { mission, workspaceId } = context.state();
  const { value, critique } = lastAnswers(context).last as AnswerState &
    Required<Pick<AnswerState, "critique">>;
  const previous = bodyOf(value, await loadBodies(context, workspaceId, refsOfValues([value])));
  const facts = { mission, previousAnswer: inputText(previous), critique };
  const outcome = await planOutcome(context);
  const written = await callRole(context, revision, { ...facts, ...outcome }, { advisory: true });
  if (!written.ok)
    return endWith({ type: "reflection_stopped", key, ...reflectionStop(written, "revision_failed") });
  const reported = withSimulatedSentence(written.value, simulatedToolsOf(context.state()));
  const { stored, blob } = storeFinalAnswer(reported);
  return endWith({ type: "answer_revised", key, value: stored }, blob && { blobs: [blob] });
}
