import { newRunId } from "@/lib/core/ids";
import { digestOf, digestOfText, type Json } from "@/lib/core/json";
import type { ServiceContext } from "../context";

/** A repeated request must find its own run: the run's id comes from the idempotency key when there is one. */
export function runIdFor(ctx: ServiceContext): string {
  if (ctx.commandId === undefined) return newRunId(ctx.ids);
  return `run_${digestOfText(`${ctx.actor.workspaceId}\n${ctx.commandId}`).slice(0, 26)}`;
}

/** What tells a repeat from another request under the same key: a digest of all that was asked, as it was read. */
export const inputDigestOf = (verb: string, input: object): string => digestOf([verb, input as Json]);
