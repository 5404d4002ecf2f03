import { reasoner } from "@/lib/agents/reasoner";
import { callRole } from "../model/call-role";
import { allowedTools } from "./attempt/start";
import { type EffectContext, type Ending, endWith } from "./effect";
import { failedCallReason } from "./failures";
import { inputText, readWork, shownUpstream, taskIn } from "./work";

const MAX_REASON_CHARS = 500;

/**
 * Has it said what is expected of a task that has just begun, from what was known at that moment, no matter when it is
 * asked. Nothing waits for it: whatever fails, nothing is said (docs/agents.md, "Reasoning").
 */
export async function reasonTask(context: EffectContext): Promise<Ending> {
  const { key, taskId } = context;
  const state = context.state();
  const { mission, settings, order } = state;
  const { attempts } = taskIn(state, taskId);
  const work = await readWork(context, { endedBy: attempts[0]?.startedAt });
  const { id, title, agent, details, dependsOn } = work.task;
  const titleOf = (dependency: string) => taskIn(state, dependency).spec.title;
  const input = {
    mission,
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    task: { id, title, agent, details, input: inputText(work.input) },
    place: { number: 1 + order.indexOf(id), of: order.length, buildsOn: dependsOn.map(titleOf) },
    upstream: shownUpstream(work),
    tools: allowedTools(context, work).map(({ name }) => name),
  };
  const answer = await callRole(context, reasoner, input, { advisory: true, repairAttempts: 0 });
  if (answer.ok) return endWith({ type: "task_reasoned", key, taskId, said: answer.value });
  const problem = failedCallReason(answer, MAX_REASON_CHARS);
  return endWith({ type: "task_reasoned", key, taskId, said: null, problem });
}
