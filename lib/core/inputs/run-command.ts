import { z } from "zod";
import { json, jsonObject } from "../json-schemas";
import { DECISIONS } from "../plan/schema";
import { type PersonCommandType, personCommandRow } from "../run/commands";
import { findingVerdict } from "../run/events/critique";
import { BUDGETS } from "../run/state/ledger";

/** The words of a command, as its row of the table of commands limits them. */
function wordsOf(type: PersonCommandType) {
  const { max, required } = personCommandRow(type).words ?? { max: 0 };
  return z
    .string()
    .trim()
    .min(required ? 1 : 0)
    .max(max);
}

const expectedPlanVersion = z.int().min(0).optional();

/** A tail as people write one: plan text, or a plan as JSON (docs/plans.md). */
export const tailInput = z.union([z.string().min(1), jsonObject]);

const taskId = z.string().min(1).max(200);

/** What can be asked of a run, by type, without the run's id. */
export const runCommand = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["pause", "resume", "cancel"]), reason: wordsOf("pause").optional() }),
  z.object({ type: z.literal("abort"), reason: wordsOf("abort") }),
  z.object({ type: z.literal("retry_task"), taskId, reason: wordsOf("retry_task").optional() }),
  z.object({ type: z.enum(["skip_task", "accept_result"]), taskId, reason: wordsOf("skip_task") }),
  z.object({ type: z.literal("supply_result"), taskId, value: json, reason: wordsOf("supply_result") }),
  z.object({ type: z.literal("steer"), taskId, message: wordsOf("steer") }),
  z.object({
    type: z.literal("edit_plan"),
    /** The whole plan or what is left of it: plan text, or a plan as JSON. */
    plan: tailInput,
    expectedPlanVersion: z.int().min(1),
    reason: wordsOf("edit_plan"),
  }),
  z.object({
    type: z.literal("raise_budget"),
    /** As `budgets` of the run names it. */
    counter: z.enum(BUDGETS),
    limit: z.int().min(1),
    /** For `maxReplansPerTask`. */
    lineage: z.string().min(1).max(200).optional(),
  }),
  z.object({
    type: z.literal("request_replan"),
    /** What the new tail should do differently. */
    instruction: wordsOf("request_replan"),
    /** The plan version that the person saw; another in force refuses the command. */
    expectedPlanVersion,
  }),
  z.object({
    type: z.literal("review_finding"),
    planVersion: z.int().min(1),
    /** As the critique of the version names it. */
    findingKey: z.string().min(1).max(1_000),
    verdict: findingVerdict,
    reason: wordsOf("review_finding"),
  }),
  z.object({
    type: z.literal("override_review"),
    taskId,
    decision: z.enum(DECISIONS),
    reason: wordsOf("override_review").default(""),
    /** For REPLAN. */
    tail: tailInput.optional(),
    /** For COMPLETE. */
    finalResult: json.optional(),
    expectedPlanVersion,
  }),
  /** Stop the countdown of a held decision and let it go on, or ask people without one. */
  z.object({ type: z.enum(["claim_review", "release_review"]), taskId }),
  z.object({ type: z.literal("decide_by_hand"), taskId }),
]);
/** A command as its verb reads it. */
export type RunCommandInput = z.output<typeof runCommand>;

/** A command of one of these types, as callers give it. */
export type RunCommandOf<Type extends RunCommandInput["type"]> =
  z.input<typeof runCommand> extends infer Command
    ? Command extends { type: infer Types }
      ? [Type & Types] extends [never]
        ? never
        : Omit<Command, "type"> & { type: Type & Types }
      : never
    : never;
