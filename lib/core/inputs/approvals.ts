import { z } from "zod";
import { json } from "../json-schemas";
import { COMMANDS } from "../run/command-table";
import { MAX_GATE_ITEMS, MAX_ITEM_REASON_CHARS } from "../run/gates/items";
import { TYPED_VERBS } from "../run/gates/table";
import { lastOrdinal } from "./bounds";
import { tailInput } from "./run-command";

const approvalId = z.string().max(200);
const digest = z.string().max(200).optional();
/** An answer in any case, as people type it; the gate has its own spelling. */
const verb = z.string().max(100).trim().toLowerCase().pipe(z.enum(TYPED_VERBS, "No gate offers this."));
const comment = z.string().trim().max(COMMANDS.decide_approval.words.max).optional();

const givenItem = z.discriminatedUnion("verdict", [
  z.strictObject({ verdict: z.literal("accept") }),
  z.strictObject({
    verdict: z.literal("reject"),
    reason: z.string().trim().min(1, "Say why the item is rejected.").max(MAX_ITEM_REASON_CHARS),
  }),
]);

/** An answer to an open gate. */
export const decideApprovalInput = z.strictObject({
  approvalId,
  verb,
  comment,
  /** What `edit` and `respond` put in place of the shown value, the result of COMPLETE, the model that `other` asks. */
  value: json.optional(),
  /** Digest of the value of a proposal: in its place the answer is a vote for exactly that one. */
  agree: digest,
  /** Of what the person saw: the gate refuses a decision on anything else. */
  digest,
  provenance: z.enum(["person", "session_rule"]).default("person"),
  /** For REPLAN. */
  tail: tailInput.optional(),
  /** The plan version for which the tail was written. */
  expectedPlanVersion: lastOrdinal.optional(),
  /** On each item of the list that the gate shows, in its order; with `edit` and no value the rest continues without the rejected. */
  items: z.array(givenItem).min(2).max(MAX_GATE_ITEMS).optional(),
});
/** As callers give it. */
export type DecideApprovalInput = z.input<typeof decideApprovalInput>;

/** One answer to several gates of one kind. */
export const decideManyInput = z.strictObject({
  items: z.array(z.strictObject({ approvalId, digest })).min(1).max(100),
  verb,
  comment,
  /** Nothing is decided; the results say what would follow. */
  preview: z.boolean().default(false),
});

/** Others who are to answer a gate that nobody is left for. */
export const handOnInput = z.strictObject({
  approvalId,
  /** Names, ids and roles as `role:<name>`. */
  to: z.array(z.string().trim().min(1).max(200)).min(1).max(20),
  reason: z.string().trim().min(1, "Say why it is handed on.").max(COMMANDS.hand_on.words.max),
});
