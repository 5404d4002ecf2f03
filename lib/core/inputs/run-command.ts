import { z } from "zod";
import { json, jsonObject } from "../json-schemas";
import { DECISIONS } from "../plan/schema";
import { personCommandRow } from "../run/command-table";
import type { PersonCommandType } from "../run/commands";
import { findingVerdict } from "../run/events/critique";
import { BUDGETS } from "../run/state/ledger";
import { amount, lastOrdinal, ordinal } from "./bounds";
import { leaveOut } from "./plans";

/** The words of a command, as its row of the table of commands limits them. */
function wordsOf(type: PersonCommandType) {
  const { max, required } = personCommandRow(type).words ?? { max: 0 };
  return z
    .string()
    .trim()
    .min(required ? 1 : 0)
    .max(max);
}

const expectedPlanVersion = lastOrdinal.optional();

/** A tail as people write one: plan text, or a plan as JSON (docs/plans.md). */
export const tailInput = z.union([z.string().min(1), jsonObject]);

const taskId = z.string().min(1).max(200);

/** Digest of what the person was shown that the command lets act: `inHand` of the context of the task. */
const digest = z.string().max(200).optional();

/** One thing that can be asked of a run, with nothing beside it that would be lost. */
const ofRun = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ runId: z.string().max(200), ...shape });

const edit = {
  /** The whole plan or what is left of it: plan text, or a plan as JSON. */
  plan: tailInput,
  leaveOut,
  expectedPlanVersion: ordinal,
  reason: wordsOf("edit_plan"),
};

/** A reviewer's version of a plan that waits for their approval. */
export const editDraftInput = ofRun(edit);

/** What can be asked of a run, by type. */
export const runCommand = z.discriminatedUnion("type", [
  ofRun({ type: z.enum(["pause", "resume", "cancel"]), reason: wordsOf("pause").optional() }),
  ofRun({ type: z.literal("abort"), reason: wordsOf("abort") }),
  ofRun({ type: z.literal("retry_task"), taskId, digest, reason: wordsOf("retry_task").optional() }),
  ofRun({ type: z.enum(["skip_task", "accept_result"]), taskId, digest, reason: wordsOf("skip_task") }),
  ofRun({ type: z.literal("supply_result"), taskId, digest, value: json, reason: wordsOf("supply_result") }),
  ofRun({ type: z.literal("steer"), taskId, digest, message: wordsOf("steer") }),
  ofRun({ type: z.literal("edit_plan"), ...edit }),
  ofRun({
    type: z.literal("raise_budget"),
    /** As `budgets` of the run names it. */
    counter: z.enum(BUDGETS),
    limit: amount.min(1),
    /** For `maxReplansPerTask`. */
    lineage: z.string().min(1).max(200).optional(),
  }),
  ofRun({
    type: z.literal("request_replan"),
    /** What the new tail should do differently. */
    instruction: wordsOf("request_replan"),
    /** The plan version that the person saw; another in force refuses the command. */
    expectedPlanVersion,
  }),
  ofRun({
    type: z.literal("review_finding"),
    planVersion: ordinal,
    /** As the critique of the version names it. */
    findingKey: z.string().min(1).max(1_000),
    verdict: findingVerdict,
    reason: wordsOf("review_finding"),
  }),
  ofRun({
    type: z.literal("override_review"),
    taskId,
    decision: z.enum(DECISIONS),
    reason: wordsOf("override_review").default(""),
    /** For REPLAN. */
    tail: tailInput.optional(),
    /** For COMPLETE. */
    finalResult: json.optional(),
    /** Of the decision that the person saw (`heldDigest`): one that was made again takes no answer to the earlier. */
    digest: z.string().max(200).optional(),
    /** The plan version that the person saw, and for which they wrote the tail. */
    expectedPlanVersion,
  }),
  /** Stop the countdown of a held decision and let it go on, or ask people without one. */
  ofRun({ type: z.enum(["claim_review", "release_review"]), taskId }),
  ofRun({ type: z.literal("decide_by_hand"), taskId }),
]);
type WithoutRun<Command> = Command extends unknown ? Omit<Command, "runId"> : never;

/** A command as its verb reads it. */
export type RunCommandInput = WithoutRun<z.output<typeof runCommand>>;

/** A command of one of these types, as callers give it. */
export type RunCommandOf<Type extends RunCommandInput["type"]> =
  z.input<typeof runCommand> extends infer Command
    ? Command extends { type: infer Types }
      ? [Type & Types] extends [never]
        ? never
        : Omit<Command, "type" | "runId"> & { type: Type & Types }
      : never
    : never;
