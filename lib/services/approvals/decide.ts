import { z } from "zod";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { json } from "@/lib/core/json";
import type { RunStatus } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import { requireRun, submitToRun } from "../submit";
import { defineVerb } from "../verb";

type Decided = { approvalId: string; runId: string; verb: string; seq: number; status: RunStatus };

/**
 * Answers an open gate. `digest` is of what the person saw; the gate refuses a decision on anything else.
 * Throws `not_found`, `invalid_input` (a verb the gate does not offer), `superseded`, `already_decided` (with
 * who, what and when), `expired`, `not_allowed_now`.
 */
export const decideApproval = defineVerb({
  name: "approvals/decide",
  capability: "review",
  input: z.object({
    approvalId: z.string().max(200),
    verb: z.string().min(1).max(100),
    comment: z.string().trim().max(20_000).optional(),
    value: json.optional(),
    digest: z.string().max(200).optional(),
    provenance: z.enum(["person", "session_rule"]).default("person"),
  }),
  async run({ ctx, input }): Promise<Decided> {
    const runId = runIdOfApproval(input.approvalId);
    const approval = (await requireRun(ctx, runId).catch(asUnknownGate(input.approvalId))).approvals[
      input.approvalId
    ];
    if (!approval) throw unknownGate(input.approvalId);
    const verb = offeredVerb(approval.verbs, input.verb);
    const value = input.value === undefined ? undefined : storeValue(input.value);
    const command = {
      type: "decide_approval" as const,
      approvalId: input.approvalId,
      verb,
      provenance: input.provenance,
      ...(input.comment ? { comment: input.comment } : {}),
      ...(input.digest === undefined ? {} : { digest: input.digest }),
      ...(value ? { value: value.stored } : {}),
    };
    const rows = value?.blob ? { blobs: [value.blob] } : undefined;
    const { status, seq } = await submitToRun(ctx, runId, command, rows);
    return { approvalId: input.approvalId, runId, verb, seq, status };
  },
});

/** The gate's own spelling of a verb, whatever its case. */
function offeredVerb(offered: string[], asked: string): string {
  const verb = offered.find((name) => name.toLowerCase() === asked.toLowerCase());
  if (verb) return verb;
  const message = `This gate does not offer “${asked}”. It offers: ${offered.join(", ")}.`;
  throw new DomainFailure(domainError("invalid_input", message, { verbs: offered }));
}

const unknownGate = (approvalId: string) =>
  new DomainFailure(domainError("not_found", `There is no gate ${approvalId}.`));

const asUnknownGate = (approvalId: string) => (thrown: unknown) => {
  const missing =
    typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === "not_found";
  throw missing ? unknownGate(approvalId) : thrown;
};
