import { selfCritic } from "@/lib/agents/self-critic";
import { callRole } from "../../model/call-role";
import { type EffectContext, type Ending, endWith } from "../effect";
import { failedCallReason } from "../failures";
import { planOutcome } from "../plan-outcome";
import { wayTaken } from "./way-taken";

const MAX_REASON_CHARS = 500;

/** Has the way to the answer judged before the answer is written. A critic that fails keeps nobody from the answer. */
export async function critiqueApproach(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const state = context.state();
  const about = { mission: state.mission, ...(await wayTaken(context)) };
  const said = await callRole(
    context,
    selfCritic,
    { ...about, ...(await planOutcome(context)) },
    { advisory: true },
  );
  if (said.ok) return endWith({ type: "approach_critiqued", key, critique: said.value });
  const failed = failedCallReason(said, MAX_REASON_CHARS);
  return endWith({ type: "approach_not_critiqued", key, reason: failed });
}
