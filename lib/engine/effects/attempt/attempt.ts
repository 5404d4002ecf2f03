import type { Json } from "@/lib/core/json";
import type { ModelFile, ToolSpec } from "@/lib/core/ports";
import type { Told } from "@/lib/core/run/events/release";
import type { Trajectory } from "@/lib/core/trajectory";
import type { CallFailure } from "../../model/call-model";
import type { Serving } from "../../model/fallbacks";
import type { ToolCallRow } from "../../types";
import type { EffectContext, Report } from "../effect";
import { taskIn, type Work } from "../work";

/** An attempt under way: the only thing its loop changes. */
export type Attempt = {
  work: Work;
  lineage: string;
  /** The model of its turns; empty for a program. */
  modelId: string;
  /** The same among those that may follow it; absent for a program. */
  serving?: Serving;
  /** How those before it failed in this attempt. */
  failures?: CallFailure[];
  system: string;
  tools: ToolSpec[];
  /** What servers showed of those when its model was told of them; absent for a program. */
  told?: Told;
  /** What policies took from its catalogue, until its first step is reported with it. */
  policyReport?: Report | undefined;
  /** Files of the mission that its model is given as they are. */
  files?: ModelFile[];
  trajectory: Trajectory;
  /** The provider's messages of each step. */
  verbatim: Json[][];
  /** Its beginning is stored already, with its first step. */
  isBegun?: boolean;
  /** Calls that an earlier worker started and of which it told no end, by call id, of the open step. */
  unfinished: Map<string, ToolCallRow>;
};

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
