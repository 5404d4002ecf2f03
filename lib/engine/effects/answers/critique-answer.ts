import { critique } from "@/lib/agents/critique";
import { truncateAnswerCritique } from "@/lib/core/run/truncate/answer-critique";
import { callRole } from "../../model/call-role";
import { type EffectContext, type Ending, endWith } from "../effect";
import { reflectionStop } from "../failures";
import { lastAnswers, planOutcome } from "../plan-outcome";
import { bodyOf, loadBodies, refsOfValues } from "../work";

/** Has the final answer scored. A critic that fails keeps nobody from the answer. */
export async function critiqueAnswer(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const { mission, settings, workspaceId } = context.state();
  const { criteria, model } = settings.reflection;
  const { last, before } = lastAnswers(context);
  const values = [last, ...(before ? [before] : [])].map(({ value }) => value);
  const bodies = await loadBodies(context, workspaceId, refsOfValues(values));
  const about = { outcome: await planOutcome(context) };
  const previous = before?.critique && {
    answer: bodyOf(before.value, bodies),
    critique: before.critique,
  };
  const answered = await callRole(
    context,
    critique,
    { mission, criteria, answer: bodyOf(last.value, bodies), about, previous },
    { advisory: true, ...(model !== undefined && { agentModelId: model }) },
  );
  if (!answered.ok)
    return endWith({ type: "reflection_stopped", key, ...reflectionStop(answered, "critique_failed") });
  return endWith({ type: "answer_critiqued", key, critique: truncateAnswerCritique(answered.value) });
}
