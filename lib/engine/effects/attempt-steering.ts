import type { Attempt } from "./attempt";
import type { EffectContext } from "./effect";
import { taskIn } from "./work";

/** How many of people's words the turns of the attempt have heard. */
export const heardBy = ({ trajectory }: Attempt): number =>
  trajectory.steps.flatMap(({ steering = [] }) => steering).length;

/** What people told the agent of this attempt since its last turn. */
export function steeringSince(context: EffectContext, attempt: Attempt): string[] {
  return (taskIn(context.state(), context.taskId).steers ?? [])
    .filter((one) => one.attempt === context.attempt)
    .slice(heardBy(attempt))
    .map(({ message }) => message);
}

/** Have people said something that no turn has heard? */
export const isUnheard = (context: EffectContext, attempt: Attempt): boolean =>
  steeringSince(context, attempt).length > 0;
