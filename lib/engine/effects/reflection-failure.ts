import type { Stop } from "@/lib/core/reflection";
import { cutText } from "@/lib/core/text";
import type { CallFailure } from "../call-model";

const MAX_REASON_CHARS = 500;

type FailedCall = CallFailure | { ok: false; code: "unreadable"; problem: string };

/**
 * Why a critique or a revision could not be had. It only advises, so the answer stands at once, whether it was the
 * model, its words or a budget (docs/agents.md, "Answer reflection").
 */
export function reflectionStop(
  failed: FailedCall,
  otherwise: Exclude<Stop, "budget">,
): { stopped: Stop; reason: string } {
  if (failed.code === "no_budget") return { stopped: "budget", reason: failed.message };
  const said = failed.code === "unreadable" ? failed.problem : (failed as CallFailure).message;
  return { stopped: otherwise, reason: cutText(said, MAX_REASON_CHARS) };
}
