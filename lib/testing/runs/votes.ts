import type { Payload, RunEvent } from "@/lib/core/run/events";
import type { Vote } from "@/lib/core/run/state";

/** A vote as a gate keeps it: by default the approval of what it showed. */
export const voteOf = (name: string, part: Partial<Vote> = {}): Vote => ({
  by: { id: name.toLowerCase(), name },
  at: 1,
  verb: "approve",
  digest: "d",
  ...part,
});

/** True of a vote for what its gate was let pass with; of a gate that is open for any. */
export function isVoteForEnd(
  events: readonly RunEvent[],
  { approvalId, verb = "approve", value }: Payload<"approval_voted">,
): boolean {
  const end = events.find((one) => one.type === "approval_decided" && one.payload.approvalId === approvalId);
  if (end?.type !== "approval_decided" || ["reject", "request_changes"].includes(end.payload.verb))
    return true;
  const brought = value?.digest ?? end.payload.value?.digest;
  return end.payload.verb === verb && brought === end.payload.value?.digest;
}
