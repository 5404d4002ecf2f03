import type { Attempt } from "./attempt";
import type { EffectContext } from "./effect";
import { taskIn } from "./work";

/** How many of people's words the turns of the attempt have heard. */
export const deliveredMessageCount = ({ trajectory }: Attempt): number =>
  trajectory.steps.flatMap(({ steering = [] }) => steering).length;

/** What people told the agent of this attempt since its last turn. */
export function pendingMessages(context: EffectContext, attempt: Attempt): string[] {
  return (taskIn(context.state(), context.taskId).steeringMessages ?? [])
    .filter((one) => one.attempt === context.attempt)
    .slice(deliveredMessageCount(attempt))
    .map(({ message }) => message);
}

/** Have people said something that no turn has heard? */
export const hasPendingMessages = (context: EffectContext, attempt: Attempt): boolean =>
  pendingMessages(context, attempt).length > 0;
