import { z } from "zod";
import { MAX_FILES } from "../attachments";
import { json, jsonObject, recordOf } from "../json-schemas";
import { strictToolPolicy } from "../policy";
import { newSettings } from "../run/settings";
import { inAddress, ordinal } from "./bounds";
import { MAX_REASON_CHARS, MAX_RUN_TAG_CHARS, MAX_RUN_TAGS } from "./limits";
import { leaveOut, leavesOutOfPlan, NO_PLAN_TO_LEAVE_OUT_OF, planSource } from "./plans";
import { givenBudgets } from "./run-budgets";
import { withOurNames } from "./setting-names";
import { fillTemplateInput } from "./templates";

const MAX_REVIEWS = 100;
const MAX_RESULTS = 1_000;

const taskId = z.string().min(1).max(200);
const answer = z.string().trim().min(1).max(40);
const reason = z.string().trim().min(1).max(500).optional();

const digest = z.string().min(1).max(200).optional();
/** Refused with its reason where the answer is held against the plan. */
const value = json.optional();

/** Answers by the id of the review or human gate that would ask; of a fork with the digest of what is open at its beginning. */
const forkReviewsInput = recordOf(
  z.union([
    answer.transform((decision) => ({
      decision,
      reason: undefined,
      digest: undefined,
      value: undefined,
    })),
    z.strictObject({ decision: answer, reason, digest, value }),
    z
      .strictObject({ approved: z.boolean(), reason, digest, value })
      .transform(({ approved, ...given }) => ({ decision: approved ? "approve" : "reject", ...given })),
  ]),
  taskId,
).refine((given) => Object.keys(given).length <= MAX_REVIEWS, `At most ${MAX_REVIEWS} reviews can be given.`);
export type GivenReviewsInput = z.output<typeof forkReviewsInput>;

/** Answers given with the run, before anything asks. */
export const givenReviewsInput = forkReviewsInput.refine(
  (given) => Object.values(given).every((one) => one.digest === undefined),
  "Nothing asks before the run begins: its answers have no digest.",
);

/** Results given with the run, by task id. */
export const initialResultsInput = recordOf(json, taskId).refine(
  (given) => Object.keys(given).length <= MAX_RESULTS,
  `At most ${MAX_RESULTS} results can be given.`,
);
export type InitialResultsInput = z.output<typeof initialResultsInput>;

const settingsInput = newSettings.extend({ toolPolicy: strictToolPolicy.optional() }).strict();
const newRunSettings = settingsInput.extend(givenBudgets);

/** A run to be started: of a mission, of a plan, or of both. */
export const createRunInput = z
  .strictObject({
    mission: z.string().default(""),
    /** Plan text or JSON, as people and models write it (docs/plans.md). */
    plan: planSource.optional(),
    /** Of the plan. */
    leaveOut,
    /** A template that the plan is made of, in place of one. */
    template: fillTemplateInput.optional(),
    /** Whether the plan was written for this run or brought from elsewhere. */
    planOrigin: z.enum(["person", "import"]).default("person"),
    /** Without the limits that the workspace gives where a run brings none (`withRunBudgets`). */
    settings: z.preprocess(withOurNames<z.input<typeof newRunSettings>>, newRunSettings).prefault({}),
    tags: z.array(z.string().trim().min(1).max(MAX_RUN_TAG_CHARS)).max(MAX_RUN_TAGS).default([]),
    /** Decisions of the plan's reviews and human gates, given before they ask. */
    reviews: givenReviewsInput.optional(),
    /** Results of tasks of the plan that are there already. */
    initialResults: initialResultsInput.optional(),
    /** Ids of uploaded files, in the order in which the run is to have them. */
    attachments: z
      .array(z.string().min(1).max(200))
      .max(MAX_FILES, `A run may have ${MAX_FILES} files.`)
      .optional(),
  })
  .refine(({ plan, template }) => plan === undefined || template === undefined, {
    path: ["template"],
    error: "Give a plan or a template, not both.",
  })
  .refine(leavesOutOfPlan, NO_PLAN_TO_LEAVE_OUT_OF);
/** As callers give it. */
export type CreateRunInput = z.input<typeof createRunInput>;

/** In what a fork is to differ from its parent. */
const forkChangesInput = z
  .strictObject({
    /** The whole plan or what is left of it there, as for `edit_plan`; with it the reason cannot be left out. */
    plan: planSource.optional(),
    leaveOut,
    reason: z.string().trim().min(1).max(MAX_REASON_CHARS).optional(),
    /** What differs; they are read as settings of a run once they are joined with the parent's. */
    settings: z.preprocess(withOurNames<z.input<typeof jsonObject>>, jsonObject).optional(),
    /** Decisions of reviews and human gates that nobody but the one who forks has to make. */
    reviews: forkReviewsInput.optional(),
  })
  .refine(({ plan, reason }) => plan === undefined || reason !== undefined, {
    path: ["reason"],
    message: "Say why the plan is changed.",
  })
  .refine(leavesOutOfPlan, NO_PLAN_TO_LEAVE_OUT_OF);
export type ForkChangesInput = z.output<typeof forkChangesInput>;

/** All settings of a fork: those of its parent with what was changed. */
export const forkSettingsInput = settingsInput;

/** A run to be started from the events of another, up to this one. */
export const forkRunInput = z.strictObject({
  runId: z.string().max(200),
  fromSeq: ordinal,
  changes: forkChangesInput.optional(),
});
export type ForkRunInput = z.input<typeof forkRunInput>;

/** Where a fork would begin: at an event, or right before the decision of a gate, or of a task that asks. */
export const forkPreviewInput = z
  .strictObject({
    runId: z.string().max(200),
    fromSeq: inAddress(ordinal).optional(),
    approvalId: z.string().min(1).max(200).optional(),
    taskId: taskId.optional(),
  })
  .refine(
    ({ fromSeq, approvalId, taskId }) =>
      [fromSeq, approvalId, taskId].filter((one) => one !== undefined).length === 1,
    "Name one of fromSeq, approvalId and taskId.",
  );
