import { z } from "zod";
import { attachmentFacts } from "../../attachments";
import { checkedDisposition } from "../../comments/schema";
import { recordOf } from "../../json-schemas";
import { planPatch } from "../../plan/stored";
import { RENAME_CAUSES } from "../../plan/tail-input";
import { storedValue } from "../../stored-value";
import { templateRef } from "../../templates/ref";
import { GATE_VERBS } from "../gates/table";
import { runSettings } from "../settings";
import { planCritique } from "./critique";
import { finishReason, issueFacts, moreIssues, moreRenamed, reason } from "./reason";
import { modelMark, toolMark } from "./release";

export const PLAN_ORIGINS = [
  "planner",
  "person",
  "replan",
  "review",
  "refinement",
  "iteration",
  "import",
] as const;
const planOrigin = z.enum(PLAN_ORIGINS);
export type PlanOrigin = z.infer<typeof planOrigin>;

/** An answer given before the question is asked: a decision for a review, approve or reject for a human gate. */
const givenReview = z.object({ verb: z.enum(GATE_VERBS), reason: z.string().optional() });
export type GivenReview = z.infer<typeof givenReview>;

/** One that came with a fork: for the attempt that the task is at there, as it is asked then. */
export const foreseenReview = givenReview.extend({
  serves: z.object({ attempt: z.int().min(1), askedAgain: z.int().min(1).optional() }).optional(),
});
export type ForeseenReview = z.infer<typeof foreseenReview>;

/** A part of a new tail that was given another name than the one it was written under. */
export const renaming = z.object({ from: z.string(), to: z.string(), why: z.enum(RENAME_CAUSES) });

/** A piece of a plan's text that was not read, and that a person left out. */
const leftOutFacts = z.object({ path: z.string(), message: z.string() });
export type LeftOutFacts = z.infer<typeof leftOutFacts>;

const planReach = recordOf(z.array(z.string()));

const planVersion = {
  version: z.int().min(1),
  parent: z.int().optional(),
  origin: planOrigin,
  cause: reason,
  author: z.string(),
  digest: z.string(),
  patch: planPatch,
  /** By which tools each task may change something outside; absent where that is not known. */
  reach: planReach.optional(),
  /** Those tools as they were when it was written; absent where nobody noted them. */
  tools: z.array(toolMark).optional(),
  /** The workspace's models as they were then, where something of it acts; absent in earlier logs. */
  models: z.array(modelMark).optional(),
  /** What of its text a person left out since it was not read; absent where nothing was. */
  leftOut: z.array(leftOutFacts).optional(),
  /** What became of the comments that it was written for; absent where there were none. */
  dispositions: z.array(checkedDisposition).optional(),
};

/** Events of the mission, its plan versions and its end. */
const outcome = z.object({
  reason: finishReason,
  /** What is to be said of the end, in order. */
  because: z.array(reason).optional(),
  answer: storedValue.optional(),
  durationMs: z.number(),
  executionAttempts: z.int(),
  replans: z.int(),
  iterations: z.int().default(0),
  reviews: z.int(),
  tasks: recordOf(z.int()),
});

export const missionEvents = {
  run_created: z.object({
    mission: z.string(),
    workspaceId: z.string(),
    settings: runSettings,
    tags: z.array(z.string()),
    /** Answers to reviews and human gates that came with the run, by task id. */
    reviews: recordOf(givenReview).optional(),
    /** Files that came with the mission. */
    attachments: z.array(attachmentFacts).optional(),
    /** What its plan was made of. */
    template: templateRef.optional(),
  }),
  planning_started: z.object({}),
  plan_proposed: z.object({
    title: z.string(),
    taskCount: z.int(),
    digest: z.string(),
    warnings: z.array(issueFacts),
  }),
  /** For its issues or for a reason; with `again`, why, the planner is asked once more. */
  plan_rejected: z.object({
    issues: z.array(issueFacts),
    moreIssues,
    reason: reason.optional(),
    again: reason.optional(),
  }),
  /** A version that weakens controls waits for the people of each, and is in force only when all let it pass. */
  plan_version_offered: z.object({
    ...planVersion,
    warnings: z.array(issueFacts),
    critique: planCritique.optional(),
    renamed: z.array(renaming).optional(),
    moreRenamed,
    /** The controls that it weakens. */
    controls: z.array(z.string()).min(1),
  }),
  /** The version in force stays; with `again` another one is written in place of the offered one. */
  plan_version_declined: z.object({ version: z.int(), reason, again: z.literal(true).optional() }),
  plan_version_adopted: z.object({
    ...planVersion,
    /** Controls that it weakens, by leave of people who meet their terms. */
    waives: z.array(z.string()).optional(),
    /** The person who wrote it has the right to review. */
    mayReview: z.literal(true).optional(),
  }),
  /** What the version in force may change outside, and by which tools, as these are now, or what the one does that is offered. */
  tools_changed: z.object({
    reach: planReach.optional(),
    tools: z.array(toolMark).optional(),
    /** By the digest of its plan; `controls` are those whose people are asked about it again. */
    offered: z
      .object({
        digest: z.string(),
        reach: planReach,
        tools: z.array(toolMark),
        controls: z.array(z.string()).optional(),
      })
      .optional(),
  }),
  run_started: z.object({}),
  run_paused: z.object({ reason: reason.optional() }),
  run_resumed: z.object({}),
  finishing_started: z.object({
    reason: finishReason,
    /** What stopped the plan of an iteration. */
    halted: reason.optional(),
    /** The spent budget with which the run closes. */
    budget: z.string().optional(),
  }),
  answer_written: z.object({
    value: storedValue,
    byRule: z.boolean().optional(),
    /** It is critiqued before it stands. */
    candidate: z.boolean().optional(),
  }),
  /** Nothing of the outcome changes any more; the run is looked back on before it ends. */
  outcome_reached: outcome,
  run_finished: outcome,
} as const;
