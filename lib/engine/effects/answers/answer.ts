import { answer as answerRole } from "@/lib/agents/answer";
import { formatReason } from "@/lib/core/describe/reason";
import { ruleBasedAnswer as write } from "@/lib/core/describe/rule-based-answer";
import { withSimulatedSentence } from "@/lib/core/describe/simulated";
import { getOwn } from "@/lib/core/own";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import { previewOf, storeValue } from "@/lib/core/stored-value";
import { callRole } from "../../model/call-role";
import { type EffectContext, type Ending, endWith } from "../effect";
import { infrastructureFailure } from "../failures";
import { isReplaced, toldAtTheEnd, withWholeResults } from "../plan-outcome";
import { bodyOf, loadBodies, refsOfValues, taskIn } from "../work";

/** Characters of one result. */
const RESULT_CHARS = 5_000;

/** Writes what the person who gave the mission will read, from the results there are. */
export async function answer(context: EffectContext): Promise<Ending> {
  const state = context.state();
  const tasks = state.order.map((id) => taskIn(state, id));
  const reported = tasks.filter((task) => !isReplaced(task, tasks));
  const results = reported.map(({ id, spec, status, result, diagnosis }) => {
    return {
      id,
      title: spec.title,
      status,
      preview: result?.preview ?? (diagnosis ? formatReason(diagnosis) : ""),
    };
  });
  const { mission } = state;
  const input = { mission, results, ...(await toldAtTheEnd(context)) };
  const written = await callRole(context, answerRole, input);
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
  const text = write(state, ({ result }) => (result ? previewOf(bodyOf(result, bodies), RESULT_CHARS) : ""));
  const { stored, blob } = storeValue(withSimulatedSentence(text, simulatedToolsOf(state)));
  const command = { type: "answer_ready", key: context.key, value: stored, byRule: true } as const;
  return endWith(command, blob && { blobs: [blob] });
}
