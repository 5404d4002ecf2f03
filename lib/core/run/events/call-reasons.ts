import { z } from "zod";
import { policyReason } from "../../policy/reason";

const tool = z.string();
const text = z.string();

/**
 * What an equal writing call came to before: it is made in the same turn, its end is not known, or it gave a result, of
 * which `preview` is the beginning. With other arguments it was made for the same work, by an attempt that this one replaces; without a `preview` its end is not known.
 */
const earlierCall = z.discriminatedUnion("stage", [
  z.object({ stage: z.literal("same_turn") }),
  z.object({ stage: z.literal("started") }),
  z.object({ stage: z.literal("finished"), preview: text }),
  z.object({ stage: z.literal("other_arguments"), arguments: text.optional(), preview: text.optional() }),
]);
export type EarlierCall = z.infer<typeof earlierCall>;

/** An item of a list that a person rejected, by its place from 1, with its beginning. */
export const rejectedItem = z.object({ item: z.int(), excerpt: text, reason: text });

/** How many items of a list were rejected; the first of them, and of those that are to be kept. */
export const countedItems = z.object({
  of: z.int(),
  rejectedCount: z.int(),
  rejected: z.array(rejectedItem),
  accepted: z.array(z.object({ item: z.int(), excerpt: text })),
});

export type CountedItems = z.infer<typeof countedItems>;

/** In what a call differs from what people released. */
const changeSinceRelease = z.enum(["work", "tool", "policies", "people", "told", "models"]);
export type ChangeSinceRelease = z.infer<typeof changeSinceRelease>;

/** A model that serves released work, and that people did not let it act with. */
const modelOtherwise = z.object({ role: text, was: text, now: text });
export type ModelOtherwise = z.infer<typeof modelOtherwise>;

/** Why a tool call does not run, or why a person is asked before it does (docs/engine.md, "Tool calls"). */
export const CALL_REASONS = [
  z.object({ code: z.literal("policy"), policy: policyReason }),
  z.object({ code: z.literal("call_repeated"), tool, earlier: earlierCall }),
  /** Controls, by their titles, that hold the call back and were not passed for this work. */
  z.object({
    code: z.literal("control_unmet"),
    tool,
    controls: z.array(text),
    /** What differs from what they had let pass, where they had. */
    since: changeSinceRelease.optional(),
    /** The first tools of which its agent, or one whose work flows into it, was told otherwise. */
    told: z.array(tool).optional(),
    /** The workspace's models by which it would go out, where others did the work when people let it act. */
    models: z.array(modelOtherwise).optional(),
  }),
  /** Its server changed it: `parts` that no administrator has accepted; `since`: after a person was asked about the call. */
  z.object({ code: z.literal("tool_changed"), tool, parts: z.array(text), since: z.boolean() }),
  /** Nobody told its end; `denied` where a policy keeps it from running again, `toolChanged` where its tool was another one. */
  z.object({
    code: z.literal("outcome_unknown"),
    denied: policyReason.optional(),
    toolChanged: z.literal(true).optional(),
    /** What its tool or the tool's server said instead. */
    said: text.optional(),
  }),

  z.object({ code: z.literal("tool_gone"), tool }),
  z.object({ code: z.literal("call_denied"), tool, again: z.boolean(), policy: policyReason }),
  /** Arguments that a person edited, in the words of the tool's schema. */
  z.object({ code: z.literal("arguments_invalid"), tool, problem: text }),
  /** `asked`: whether it may run, or for an answer of its own. */
  z.object({
    code: z.literal("call_refused"),
    tool,
    asked: z.enum(["run", "answer"]),
    comment: text.optional(),
    /** Of the list in its arguments, where items were judged one by one. */
    items: countedItems.optional(),
    earlier: earlierCall.optional(),
  }),
  z.object({ code: z.literal("call_unanswered"), tool, asked: z.enum(["run", "answer"]) }),
] as const;

const callReason = z.discriminatedUnion("code", CALL_REASONS);
export type CallReason = z.infer<typeof callReason>;
