import { qualityGate } from "@/lib/agents/quality-gate";
import type { QualityVerdict } from "@/lib/core/run/events/checks";
import { callRole } from "../model/call-role";
import { type EffectContext, type Ending, endWith } from "./effect";
import { blockedAttempt, failedCallReason, infrastructureFailure } from "./failures";
import { givenTo } from "./given";
import { inputText, missingDiagnosis, readWork } from "./work";

/**
 * Asks before a task's first attempt whether the results before it suffice. An answer that cannot be read only
 * advises: the task continues, and the event says so (docs/engine.md, "Quality gates").
 */
export async function askQualityGate(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  if (work.missing.length > 0) return blockedAttempt(context, missingDiagnosis(work.missing));
  const state = context.state();
  const { id, title, details } = work.task;
  const asked = {
    mission: state.mission,
    task: { id, title, details, input: inputText(work.input) },
    given: await givenTo(context, work),
  };
  const answer = await callRole(context, qualityGate, asked, { advisory: true });
  if (answer.ok) return gateReport(context, answer.value);
  if (answer.code === "unreadable" || GIVES_NO_ADVICE.has(answer.code))
    return gateReport(context, { outcome: "error", problem: failedCallReason(answer) });
  return infrastructureFailure(context, answer);
}

const GIVES_NO_ADVICE: ReadonlySet<string> = new Set(["context_overflow", "no_budget"]);

function gateReport({ key, taskId, attempt }: EffectContext, verdict: QualityVerdict): Ending {
  return endWith({ type: "quality_gate_judged", key, taskId, attempt, verdict });
}
