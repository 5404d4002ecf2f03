import { revision } from "@/lib/agents/revision";
import { keepFinalAnswer } from "@/lib/core/run/keep-summary";
import type { AnswerState } from "@/lib/core/run/state";
import { callRole } from "../call-role";
import { lastAnswer } from "./critique-answer";
import { type EffectContext, type Ending, endWith } from "./effect";
import { outcomeOfPlan } from "./plan-outcome";
import { stopOf } from "./reflection-failure";
import { bodyOf, inputText, loadBodies, refsOfValues } from "./work";

/** Has the final answer written anew, with what its critic found wrong. */
export async function reviseAnswer(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const { mission, workspaceId } = context.state();
  const { value, critique } = lastAnswer(context) as AnswerState & Required<Pick<AnswerState, "critique">>;
  const previous = bodyOf(value, await loadBodies(context, workspaceId, refsOfValues([value])));
  const facts = { mission, previousAnswer: inputText(previous), critique };
  const outcome = await outcomeOfPlan(context);
  const written = await callRole(context, revision, { ...facts, ...outcome }, { advisory: true });
  if (!written.ok) return endWith({ type: "reflection_stopped", key, ...stopOf(written, "revision_failed") });
  const { stored, blob } = keepFinalAnswer(written.value);
  return endWith({ type: "answer_revised", key, value: stored }, blob && { blobs: [blob] });
}
