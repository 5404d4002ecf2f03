import { summarizer } from "@/lib/agents/summarizer";
import { withSimulatedSentence } from "@/lib/core/describe/simulated";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { callRole } from "../../model/call-role";
import { type EffectContext, type Ending, endWith } from "../effect";
import { failedCallReason, infrastructureFailure } from "../failures";
import { iterationHistory } from "../plan/iteration";
import { handingOver, outcomeForWriter, withWholeResults } from "../plan-outcome";
import { answerByRule } from "./answer";

/**
 * Has the carried-out plan judged and its answer written. A summary that cannot be read is reported as a failure,
 * after which the plain answer is written (docs/engine.md, "Summarizer loop").
 */
export async function summarize(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const state = context.state();
  const about = { mission: state.mission, history: iterationHistory(state) };
  const role = await handingOver(context, summarizer, ({ finalAnswer }) => finalAnswer);
  const written = await callRole(context, role, { ...about, ...(await outcomeForWriter(context)) });
  if (!written.ok && written.code === "no_budget") return answerByRule(context);
  if (!written.ok && written.code === "unreadable") {
    return endWith({ type: "summary_unwritten", key, reason: failedCallReason(written) });
  }
  if (!written.ok) return infrastructureFailure(context, written);
  const whole = await withWholeResults(context, written.value.finalAnswer);
  const finalAnswer = withSimulatedSentence(whole, simulatedToolsOf(context.state()));
  const { kept, blob } = truncateSummary({ ...written.value, finalAnswer });
  return endWith({ type: "summary_written", key, summary: kept }, blob && { blobs: [blob] });
}
