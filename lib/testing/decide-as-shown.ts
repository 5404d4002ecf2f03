import { CAPABILITIES } from "@/lib/auth/actor";
import type { Services } from "@/lib/services/registry";

type Decide = Services["approvals"]["decide"];

/** Answers a gate as somebody does who has looked at it: with the digest of what it shows, unless another is given. */
export async function decideAsShown(
  { approvals }: Pick<Services, "approvals">,
  call: Parameters<Decide>[0],
): ReturnType<Decide> {
  const { approvalId } = call.input;
  const actor = { ...call.actor, capabilities: [...CAPABILITIES] };
  const digest = call.input.digest ?? (await approvals.get({ actor, input: { approvalId } })).digest;
  return approvals.decide({ ...call, input: { ...call.input, digest } });
}
