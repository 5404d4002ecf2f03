import { answer as answerRole } from "@/lib/agents/answer";
import { ruleBasedAnswer as write } from "@/lib/core/describe/rule-based-answer";
import { withSimulatedSentence } from "@/lib/core/describe/simulated";
import { getOwn } from "@/lib/core/own";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import { storeValue } from "@/lib/core/stored-value";
import { callRole } from "../../model/call-role";
import { type EffectContext, type Ending, endWith } from "../effect";
import { infrastructureFailure } from "../failures";
import { handingOver, outcomeForWriter, withWholeResults } from "../plan-outcome";
import { mayHaveWritten, writtenCallLines } from "../tools/earlier-calls";
import { bodyOf, loadBodies, refsOfValues } from "../work";

/** Writes what the person who gave the mission will read, from the results there are. */
export async function answer(context: EffectContext): Promise<Ending> {
  const state = context.state();
  const input = { mission: state.mission, ...(await outcomeForWriter(context)) };
  const written = await callRole(context, await handingOver(context, answerRole, (text) => text), input);
  const { key } = context;
  if (!written.ok && written.code === "no_budget") return answerByRule(context);
  if (!written.ok && written.code === "unreadable") {
    const error = { code: "unreadable", message: written.problem };
    return [{ suffix: "", command: { type: "effect_failed", key, error } }];
  }
  if (!written.ok) return infrastructureFailure(context, written);
  const whole = await withWholeResults(context, written.value);
  const { stored, blob } = storeValue(withSimulatedSentence(whole, simulatedToolsOf(context.state())));
  return endWith({ type: "answer_ready", key, value: stored }, blob && { blobs: [blob] });
}

/** Ends the run with an answer that no model wrote, since the budget leaves no room for the call. */
export async function answerByRule(context: EffectContext): Promise<Ending> {
  const state = structuredClone(context.state());
  const results = state.order.flatMap((id) => getOwn(state.tasks, id)?.result ?? []);
  const bodies = await loadBodies(context, state.workspaceId, refsOfValues(results));
  const done = mayHaveWritten(state) ? await writtenCallLines(context, Number.POSITIVE_INFINITY) : [];
  const text = write(state, ({ result }) => (result ? bodyOf(result, bodies) : null), done);
  const { stored, blob } = storeValue(withSimulatedSentence(text, simulatedToolsOf(state)));
  const command = { type: "answer_ready", key: context.key, value: stored, byRule: true } as const;
  return endWith(command, blob && { blobs: [blob] });
}
