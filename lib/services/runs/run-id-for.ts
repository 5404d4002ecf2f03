import { newRunId } from "@/lib/core/ids";
import { digestOfText } from "@/lib/core/json";
import type { ServiceContext } from "../context";

/** A repeated request must find its own run: the run's id comes from the idempotency key when there is one. */
export function runIdFor(ctx: ServiceContext): string {
  if (ctx.commandId === undefined) return newRunId(ctx.ids);
  return `run_${digestOfText(`${ctx.actor.workspaceId}\n${ctx.commandId}`).slice(0, 26)}`;
}
