import { z } from "zod";
import { ATTEMPT_BUDGETS } from "../../trajectory/budgets";
import { weakenedControl } from "../controls/terms/finding";
import { ANSWERED_STATUSES, FINISH_REASONS, TASK_STATUSES } from "../status";
import { CALL_REASONS, countedItems } from "./call-reasons";

/** What a person does to a task by hand (docs/engine.md, "Commands"). */
const TASK_ACTS = ["retry_task", "skip_task", "accept_result", "supply_result", "steer"] as const;

export const finishReason = z.enum(FINISH_REASONS);

const planVersion = z.int().min(1);
const text = z.string();

/** What validation says of a plan: the message comes with its code. */
export const issueFacts = z.object({ code: text, message: text, taskId: text.optional() });
export type IssueFacts = z.infer<typeof issueFacts>;

/** Issues that are not kept. */
export const moreIssues = z.int().min(1).optional();

/** How many names of a tail were changed beside those that are kept; absent where none was, and in earlier logs. */
export const moreRenamed = z.int().min(1).optional();

const mismatch = z.object({ path: text, message: text, unusable: z.literal(true).optional() });

/** What a version adds, rewrites under other ids (and the fields that differ), changes and drops, by title. */
export const titledChanges = z.object({
  added: z.array(text),
  rewritten: z
    .array(z.object({ title: text, fields: z.array(text), moreFields: z.int().min(1).optional() }))
    .optional(),
  changed: z.array(text),
  removed: z.array(text),
  /** Tasks more of any of these; absent where none is, and in earlier logs. */
  omitted: z.int().min(1).optional(),
});
export type TitledChanges = z.infer<typeof titledChanges>;

const SIMPLE_REASONS = [
  /** In the words of a person, a model, a tool or a check. */
  z.object({ code: z.literal("stated"), text }),

  z.object({ code: z.literal("run_ended"), finishReason }),
  z.object({ code: z.literal("run_finishing") }),
  z.object({ code: z.literal("limit_raised"), counter: text }),
  z.object({ code: z.literal("run_paused") }),
  z.object({ code: z.literal("replan_requested") }),
  z.object({ code: z.literal("replan_comes_first") }),
  /** An ended task, on whose end something rested, has begun again. */
  z.object({ code: z.literal("result_reopened") }),
  z.object({ code: z.literal("plan_edited") }),
  z.object({ code: z.literal("task_changed"), act: z.enum(TASK_ACTS) }),
  /** Somebody said or gave something to work that a gate lists, after its people had been asked. */
  z.object({ code: z.literal("work_told") }),
  z.object({ code: z.literal("plan_replaced"), planVersion }),
  z.object({ code: z.literal("task_removed"), planVersion }),
  /**
   * What the gate's question rests on is another one, or the release of its answer; runs before knew the next tasks alone. Of a
   * proposed tail it is what that takes over of the plan, by name.
   */
  z.object({
    code: z.literal("gate_changed"),
    planVersion,
    part: z.enum(["inputs", "dependents", "release", "tail"]),
    agents: z.array(text).optional(),
    tasks: z.array(text).optional(),
  }),
  /** Tools are others than they were, and with them the release of an answer. */
  z.object({ code: z.literal("tools_changed"), tools: z.array(text), moreTools: z.int().min(1).optional() }),
  z.object({ code: z.literal("budgets_reset") }),
  z.object({ code: z.literal("gate_timed_out") }),
  /** Nobody answered a gate before its deadline, `escalations` hand-overs included. */
  z.object({ code: z.literal("unanswered"), escalations: z.int().min(0) }),
  /** The author of a check says that the result is at fault. */
  z.object({ code: z.literal("check_kept") }),
  z.object({ code: z.literal("no_comment") }),
  z.object({ code: z.literal("rejected") }),
  /** A person rejected items of a list. */
  countedItems.extend({ code: z.literal("items_rejected"), text: text.optional() }),
  z.object({ code: z.literal("given_with_run") }),
  z.object({ code: z.literal("answers_given") }),

  z.object({ code: z.literal("plan_given") }),
  z.object({ code: z.literal("plan_imported") }),
  z.object({ code: z.literal("plan_drafted") }),
  /** `proposed`: what the version changed that is to be written again; `sent`: the comments that say how. */
  z.object({
    code: z.literal("changes_requested"),
    text,
    proposed: titledChanges.optional(),
    sent: z.object({ round: z.int().min(1), comments: z.int().min(1) }).optional(),
  }),
  /** People sent comments; `text` is what they said in addition. */
  z.object({
    code: z.literal("comments_sent"),
    round: z.int().min(1),
    comments: z.int().min(1),
    text: text.optional(),
  }),
  z.object({ code: z.literal("iteration"), number: z.int().min(1), text, changes: text.optional() }),
  /** A model changed the rest of the plan when more was known; `text` is what it says of it. */
  z.object({ code: z.literal("refined"), number: z.int().min(1), text }),
  z.object({ code: z.literal("plan_too_weak"), score: z.number(), minScore: z.number() }),
  z.object({ code: z.literal("plan_repeated"), planVersion }),
  z.object({ code: z.literal("plan_outdated"), planVersion }),
  z.object({ code: z.literal("plan_issue"), issue: issueFacts }),
  z.object({ code: z.literal("no_plan") }),
  /** A plan lets something act, or be answered, without a control of people or with less of it. */
  z.object({
    code: z.literal("control_weakened"),
    controls: z.array(weakenedControl).min(1),
    moreControls: z.int().min(1).optional(),
  }),
  /** People did not let a plan, or an answer, do without this control. */
  z.object({ code: z.literal("control_kept"), control: text, text: text.optional() }),
  /** What a person said at the gate of a task, or else of a plan version, for which the run, or the plan in force, came to its end. */
  z.object({
    code: z.literal("person_refused"),
    verb: z.enum(ANSWERED_STATUSES),
    by: text,
    task: text.optional(),
    planVersion: planVersion.optional(),
    /** Of a list, what of it they rejected. */
    items: countedItems.optional(),
    text: text.optional(),
  }),
  /** A model was asked for another way than the one that a person refused, and saw none. */
  z.object({ code: z.literal("no_other_way"), text }),
  z.object({ code: z.literal("asked_in_fork") }),
  z.object({ code: z.literal("version_rejected"), planVersion, text: text.optional() }),

  z.object({ code: z.literal("skipped_by_plan") }),
  z.object({ code: z.literal("attempts_used") }),
  z.object({ code: z.literal("attempt_in_vain") }),
  z.object({ code: z.literal("check_unusable") }),
  z.object({ code: z.literal("unreachable_task") }),
  z.object({ code: z.literal("input_skipped") }),
  z.object({ code: z.literal("skipped_by_person"), text }),
  z.object({ code: z.literal("skipped_by_refinement"), number: z.int().min(1), text }),
  z.object({ code: z.literal("condition_false"), condition: text }),
  z.object({ code: z.literal("measure_changed"), condition: text }),
  z.object({ code: z.literal("acts_changed"), condition: text }),
  z.object({ code: z.literal("missing_data"), missing: z.array(text).min(1) }),

  z.object({ code: z.literal("late_end"), error: text.optional() }),
  z.object({ code: z.literal("not_begun") }),
  z.object({ code: z.literal("out_of_turns"), maxTurns: z.int() }),
  z.object({ code: z.literal("attempt_timeout"), timeoutMs: z.number() }),
  /** No result stands for these placeholders of the task's input. */
  z.object({ code: z.literal("missing_results"), placeholders: z.array(text) }),
  z.object({ code: z.literal("empty_synthesis") }),
  /** The model says that there can be no result, and why. */
  z.object({ code: z.literal("abstained"), text }),
  z.object({ code: z.literal("model_unreachable"), model: text }),

  /** `used` and `limit` where the run closed for it; `asked` is what the call that did not fit may take. */
  z.object({
    code: z.literal("budget_exhausted"),
    counter: text,
    byRule: z.boolean().optional(),
    used: z.number().optional(),
    limit: z.number().optional(),
    asked: z.number().optional(),
  }),
  z.object({ code: z.literal("limit_reached"), counter: text, used: z.number(), limit: z.number() }),
  /** What comes next does not fit into a limit of the attempt; `raisedBy` are the fields and settings that raise it. */
  z.object({
    code: z.literal("attempt_budget"),
    counter: z.enum(ATTEMPT_BUDGETS),
    used: z.number(),
    asked: z.number(),
    limit: z.number(),
    raisedBy: z.array(text).optional(),
  }),
  /** So many actions of an agent in a row could not be read or made; `last` is what was wrong with the last. */
  z.object({ code: z.literal("invalid_actions"), count: z.int(), last: text.optional() }),

  /** A model answered as often as it was asked, and never readably; `text` is what its last answer lacks. */
  z.object({ code: z.literal("unreadable_answer"), text }),
  z.object({ code: z.literal("unreadable_verdict"), text }),
  z.object({ code: z.literal("not_judged"), text }),
  /** In the provider's words; `failure` is its code. */
  z.object({ code: z.literal("model_failed"), failure: text, text }),
  z.object({ code: z.literal("conversation_too_long"), text }),
  z.object({ code: z.literal("result_too_long"), text }),
  z.object({ code: z.literal("no_room_for_call") }),
  z.object({ code: z.literal("no_room_for_steps") }),
  z.object({ code: z.literal("schema_mismatch"), mismatches: z.array(mismatch).min(1) }),
  /** The tail that a review wrote does not fit the plan. */
  z.object({ code: z.literal("tail_unusable"), issues: z.array(issueFacts).min(1) }),
  z.object({ code: z.literal("tail_invalid"), issue: issueFacts.optional() }),
  /** Only what a model critic had found weak was changed, and no model judged that. */
  z.object({ code: z.literal("revision_answers") }),
  z.object({ code: z.literal("redraft_unusable") }),
  z.object({ code: z.literal("redraft_weaker"), score: z.number() }),
  /** People were asked about the work in the meantime, and shown nothing of what a model says of it now. */
  z.object({ code: z.literal("asked_meanwhile") }),

  ...CALL_REASONS,
] as const;

export const simpleReason = z.discriminatedUnion("code", SIMPLE_REASONS);

/**
 * Why something happened, as a fact: a code with its figures and ids. Only `lib/core/describe` makes a sentence of it;
 * what people, models and tools say keeps their own words (docs/engine.md, "Reasons").
 */
export const reason = z.discriminatedUnion("code", [
  ...SIMPLE_REASONS,
  /** The tasks through which it came, the nearest first, and why the last of them ended. */
  z.object({
    code: z.literal("upstream"),
    tasks: z
      .array(z.object({ taskId: text, status: z.enum([...TASK_STATUSES, ...ANSWERED_STATUSES]) }))
      .min(1),
    cause: simpleReason.optional(),
  }),
  z.object({ code: z.literal("summary_failed"), cause: simpleReason }),
  /** The critique is the word of the rules alone. */
  z.object({ code: z.literal("critic_failed"), cause: simpleReason }),
  z.object({ code: z.literal("completed_early"), cause: simpleReason }),
  z.object({ code: z.literal("plan_refused"), cause: simpleReason }),
  z.object({ code: z.literal("iteration_unplanned"), number: z.int().min(1), cause: simpleReason }),
]);
export type SimpleReason = z.infer<typeof simpleReason>;
export type Reason = z.infer<typeof reason>;
