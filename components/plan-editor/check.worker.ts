import { applyStaged } from "@/lib/core/plan/staged/apply";
import type { StagedEdit } from "@/lib/core/plan/staged/edits";
import { type CheckContext, checkEdit, type EditChecks } from "./check-edit";

/** Edits to check; `context` comes along where it is not that of the request before. */
export type CheckRequest = { number: number; edits: readonly StagedEdit[]; context?: CheckContext };
/** `number` tells which answer belongs to which request. */
export type CheckReply = { number: number; checks: EditChecks };

let known: CheckContext | undefined;

self.onmessage = ({ data: { number, edits, context = known } }: MessageEvent<CheckRequest>) => {
  known = context;
  if (!context) return;
  const checks = checkEdit(applyStaged(context.base, edits).plan, context);
  self.postMessage({ number, checks } satisfies CheckReply);
};
