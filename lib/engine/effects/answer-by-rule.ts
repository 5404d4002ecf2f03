import { ruleBasedAnswer as write } from "@/lib/core/run/answer-by-rule";
import { previewOf, storeValue } from "@/lib/core/stored-value";
import { type EffectContext, type Ending, endWith } from "./effect";
import { bodyOf, loadBodies, refsOfValues } from "./work";

/** Characters of one result. */
const RESULT_CHARS = 5_000;

/** Ends the run with an answer that no model wrote, since the budget leaves no room for the call. */
export async function answerByRule(context: EffectContext): Promise<Ending> {
  const state = structuredClone(context.state());
  const results = state.order.flatMap((id) => state.tasks[id]?.result ?? []);
  const bodies = await loadBodies(context, state.workspaceId, refsOfValues(results));
  const text = write(state, ({ result }) => (result ? previewOf(bodyOf(result, bodies), RESULT_CHARS) : ""));
  const { stored, blob } = storeValue(text);
  const command = { type: "answer_ready", key: context.key, value: stored, byRule: true } as const;
  return endWith(command, blob && { blobs: [blob] });
}
