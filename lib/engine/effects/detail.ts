import { detailer } from "@/lib/agents/detailer";
import type { SimpleReason } from "@/lib/core/run/events/reason";
import { callRole } from "../model/call-role";
import { allowedTools } from "./attempt/start";
import { type EffectContext, type Ending, endWith } from "./effect";
import { blockedAttempt, failedCallReason, infrastructureFailure } from "./failures";
import { tailBase } from "./plan/tail";
import { inputText, missingDiagnosis, readWork, shownUpstream } from "./work";

/**
 * Has the details written of a task that the plan gave none, with the whole plan before the one who writes them. An
 * answer that cannot be read only advises: the task starts without, and the event says so (docs/engine.md, "Details").
 */
export async function detail(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  if (work.missing.length > 0) return blockedAttempt(context, missingDiagnosis(work.missing));
  const { current } = await tailBase(context);
  const { mission, settings } = context.state();
  const { id, title, agent } = work.task;
  const input = {
    mission,
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    plan: current,
    task: { id, title, agent, input: inputText(work.input) },
    upstream: shownUpstream(work),
    tools: allowedTools(context, work),
  };
  const answer = await callRole(context, detailer, input, { advisory: true });
  if (answer.ok) return detailsWritten(context, answer.value);
  if (answer.code === "unreadable" || GIVES_NO_ADVICE.has(answer.code))
    return detailsWritten(context, { problem: failedCallReason(answer) });
  return infrastructureFailure(context, answer);
}

const GIVES_NO_ADVICE: ReadonlySet<string> = new Set(["context_overflow", "no_budget"]);

function detailsWritten(
  { key, taskId, attempt }: EffectContext,
  { details, problem }: { details?: string[]; problem?: SimpleReason },
): Ending {
  return endWith({
    type: "details_written",
    key,
    taskId,
    attempt,
    ...(details && { details }),
    ...(problem && { problem }),
  });
}
