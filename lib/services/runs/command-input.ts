import { z } from "zod";
import { json, jsonObject } from "@/lib/core/json";
import { DECISIONS } from "@/lib/core/plan/schema";
import { MAX_VERDICT_REASON_CHARS } from "@/lib/core/run/decide/plan/finding";
import { MAX_STEER_CHARS } from "@/lib/core/run/decide/tasks/intervene";
import { findingVerdict } from "@/lib/core/run/events/critique";
import { BUDGETS } from "@/lib/core/run/state/ledger";

const reason = z.string().trim().max(2_000);
const expectedPlanVersion = z.int().min(0).optional();

/** A tail as people write one: plan text, or a plan as JSON (docs/plans.md). */
export const tailInput = z.union([z.string().min(1), jsonObject]);

const taskId = z.string().min(1).max(200);

/** What can be asked of a run, by type, without the run's id. */
export const runCommand = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["pause", "resume", "cancel"]), reason: reason.optional() }),
  z.object({ type: z.literal("abort"), reason: reason.min(1) }),
  z.object({ type: z.literal("retry_task"), taskId, reason: reason.optional() }),
  z.object({ type: z.enum(["skip_task", "accept_result"]), taskId, reason: reason.min(1) }),
  z.object({ type: z.literal("supply_result"), taskId, value: json, reason: reason.min(1) }),
  z.object({ type: z.literal("steer"), taskId, message: z.string().trim().min(1).max(MAX_STEER_CHARS) }),
  z.object({
    type: z.literal("edit_plan"),
    /** The whole plan or what is left of it: plan text, or a plan as JSON. */
    plan: tailInput,
    expectedPlanVersion: z.int().min(1),
    reason: reason.min(1),
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
    instruction: reason.min(1),
    /** The plan version that the person saw; another in force refuses the command. */
    expectedPlanVersion,
  }),
  z.object({
    type: z.literal("review_finding"),
    planVersion: z.int().min(1),
    /** As the critique of the version names it. */
    findingKey: z.string().min(1).max(1_000),
    verdict: findingVerdict,
    reason: reason.min(1).max(MAX_VERDICT_REASON_CHARS),
  }),
  z.object({
    type: z.literal("override_review"),
    taskId,
    decision: z.enum(DECISIONS),
    reason: reason.default(""),
    /** For REPLAN. */
    tail: tailInput.optional(),
    /** For COMPLETE. */
    finalResult: json.optional(),
    expectedPlanVersion,
  }),
]);
export type RunCommandInput = z.output<typeof runCommand>;
