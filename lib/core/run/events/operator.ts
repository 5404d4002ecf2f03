import { z } from "zod";
import { recordOf } from "../../json-schemas";
import { runSettings } from "../settings";
import { foreseenReview } from "./mission";
import { reason as reasonFacts } from "./reason";

const taskId = z.string();
const attempt = z.int().min(0);
const reason = z.string();

/** What people do to a run beside its gates (docs/engine.md, "Commands"). Who did it is the event's actor. */
export const operatorEvents = {
  /** An ended task is open again. `attempt` is the one that it has reached, or that it will begin with. */
  task_reopened: z.object({ taskId, attempt }),
  /** What a check refused counts as the result after all; `attempt` gave it. */
  result_accepted: z.object({ taskId, attempt, reason }),
  /** The result is a person's own. */
  result_supplied: z.object({ taskId, attempt, reason }),
  /** A word to an agent at work, which it reads before its next step. */
  steered: z.object({ taskId, attempt, message: z.string() }),
  /** So many words came while the agent gave its answer: it takes another turn to hear them. */
  turn_added: z.object({ taskId, attempt, messages: z.int().min(1) }),
  /** So many messages came too late: the agent has no turns left. */
  steering_undelivered: z.object({ taskId, attempt, messages: z.int().min(1) }),
  /** The replan is no longer needed: a person removed its cause or changed the plan. */
  replan_withdrawn: z.object({ number: z.int().min(1), reason: reasonFacts }),
  /** The events up to here are those of another run. */
  run_forked: z.object({
    parentRunId: z.string(),
    fromSeq: z.int().min(1),
    /** The person who forked it could answer every gate that silence passes: it passes them here, too. */
    mayReview: z.literal(true).optional(),
    /** Why it is to go another way. */
    reason: z.string().optional(),
    /** All of its settings, where any differs from its parent's; raised limits are among them. */
    settings: runSettings.optional(),
    /** Where they differ from the parent's. */
    tags: z.array(z.string()).optional(),
  }),
  /** Decisions that came with a fork, by task id; each serves one asking of its task. */
  reviews_given: z.object({ reviews: recordOf(foreseenReview) }),
} as const;
