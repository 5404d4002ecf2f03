import { retrospective } from "@/lib/agents/retrospective";
import { headline } from "@/lib/core/describe/gates/headline";
import { assessByRule } from "@/lib/core/retrospect/rules";
import { retrospectTally } from "@/lib/core/run/retrospects";
import { callRole } from "../../model/call-role";
import { type EffectContext, type Ending, endWith } from "../effect";
import { failedCallReason } from "../failures";
import { planOutcome } from "../plan-outcome";
import { bodyOf, loadBodies, refsOfValues } from "../work";
import { wayTaken } from "./way-taken";

const MAX_REASON_CHARS = 500;

/**
 * Has the run looked back on (docs/agents.md, "Retrospect"). It only advises: where no model says anything readable, what
 * can be counted stands in its place.
 */
export async function retrospect(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const state = context.state();
  const { mission, workspaceId, answer } = state;
  const bodies = await loadBodies(context, workspaceId, refsOfValues(answer ? [answer] : []));
  const said = await callRole(
    context,
    retrospective,
    {
      mission,
      ended: headline(state),
      ...(answer && { answer: bodyOf(answer, bodies) }),
      ...(await wayTaken(context)),
      ...(await planOutcome(context)),
    },
    { advisory: true },
  );
  if (said.ok) return endWith({ type: "run_assessed", key, assessment: said.value });
  const assessment = assessByRule(retrospectTally(context.state()));
  const byRule = failedCallReason(said, MAX_REASON_CHARS);
  return endWith({ type: "run_assessed", key, assessment, byRule });
}
