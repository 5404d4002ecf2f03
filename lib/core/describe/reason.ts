import { quoted } from "../legible/marked";
import type { RenameCause } from "../plan/tail-input";
import type { Payload } from "../run/events";
import type { ReleaseCause } from "../run/events/engine";
import type { SettlementCause } from "../run/events/ledger";
import type { Reason, TitledChanges } from "../run/events/reason";
import type { ToldStatus } from "../run/status";
import { formatCounted, withMore } from "./amounts";
import { CALL_FORMATTERS, formatCountedItems } from "./calls";
import { formatControl, formatWeakened } from "./controls";
import { describeLimit, formatAttemptBudget, formatSpent } from "./costs/budgets";
import { formatMismatches } from "./replays/mismatches";

type FormatterOf<C extends Reason["code"]> = (reason: Extract<Reason, { code: C }>) => string;

/** That a person skipped a task, without why: who skips may decide nothing of the work behind it. */
export const SKIPPED_BY_PERSON = "a person decided so";

const FORMATTERS: { [C in Reason["code"]]: FormatterOf<C> } = {
  stated: ({ text }) => text,

  run_ended: ({ finishReason }) => `the run ended: ${finishReason}`,
  run_finishing: () => "the run is finishing",
  limit_raised: () => "the limit was raised",
  run_paused: () => "the run was paused",
  replan_comes_first: () => "the plan is being replaced",
  result_reopened: () => "a result it depends on is being redone",
  replan_requested: () => "a person asked for another plan",
  plan_edited: () => "a person changed the plan",
  task_changed: ({ act }) => TASK_ACT_SENTENCES[act],
  work_told: () => "a person told or gave something to the work that it lists",
  plan_replaced: ({ planVersion }) => `plan version ${planVersion} takes its place`,
  task_removed: ({ planVersion }) => `plan version ${planVersion} no longer has this task`,
  gate_changed: ({ planVersion, part, agents = [], tasks = [] }) =>
    `plan version ${planVersion} changes ${PARTS_OF_GATE[part]}${namedParts(agents, tasks)}`,
  tools_changed: ({ tools, moreTools }) =>
    `${tools.length === 0 ? "the tools of the work behind it" : withMore(tools.map(quoted).join(", "), moreTools)} changed, and with that what its answer releases`,
  budgets_reset: () => "a fork has used none of its budgets",
  gate_timed_out: () => "a question to a person was not answered in time",
  unanswered: ({ escalations }) =>
    `no answer before the deadline${escalations === 0 ? "" : `, after it was escalated ${formatTimes(escalations)}`}`,
  check_kept: () => "its author holds the result to be at fault",
  no_comment: () => "decided without a comment",
  rejected: () => "rejected without a comment",
  items_rejected: ({ text, ...items }) =>
    `${formatCountedItems(items)}${text === undefined ? "" : `\n${text}`}`,
  given_with_run: () => "given with the run",
  answers_given: () => "an answer given with the fork changes what its answer releases",

  plan_given: () => "given with the mission",
  plan_imported: () => "imported with the mission",
  plan_drafted: () => "drafted for the mission",
  changes_requested: ({ text, proposed, sent }) => {
    const words = [sent && formatRound(sent), text].filter(Boolean).join(". ");
    return proposed
      ? [`People want it changed: ${words}${sent ? "." : ""}`, formatProposed(proposed)]
          .filter(Boolean)
          .join(" ")
      : `changed as asked: ${words}`;
  },
  comments_sent: ({ round, comments, text }) =>
    `${formatRound({ round, comments })}${text === undefined ? "" : `. ${text}`}`,
  iteration: ({ number, text, changes }) =>
    `iteration ${number}: ${changes === undefined ? text : `changed as asked: ${changes}`}`,
  refined: ({ number, text }) => `refinement ${number}: ${text}`,
  plan_too_weak: ({ score, minScore }) => `The plan would score ${score}, and this run asks for ${minScore}.`,
  plan_repeated: ({ planVersion }) => `This is the plan of version ${planVersion} again.`,
  plan_outdated: ({ planVersion }) => `The plan moved on to version ${planVersion}.`,
  plan_issue: ({ issue }) => issue.message,
  no_plan: () => "no plan was written",
  control_weakened: ({ controls, moreControls }) =>
    `The plan weakens ${controls.length === 1 ? "a control" : "controls"} of people: ${controls.map(formatWeakened).join(" ")}${moreControls === undefined ? "" : ` It weakens ${moreControls} more.`} Keep every control before what it guards, with the same people, quorum, form and results shown, and every check that people wrote or approved as it is.`,
  control_kept: ({ control, text }) =>
    `The people of ${quoted(formatControl(control))} keep their control: ${text ?? "no reason given"}`,
  person_refused: ({ verb, by, task, planVersion, items, text }) => {
    const what = task === undefined ? `plan version ${planVersion}` : quoted(task);
    const words = [items && formatCountedItems(items), text].filter((one) => one !== undefined);
    const said = words.length === 0 ? "." : `: ${closed(words.join("\n"))}`;
    return `${by} ${verb === "rejected" ? "rejected" : "asked for changes at"} ${what}${said}`;
  },
  no_other_way: ({ text }) => `A model was asked for another way and sees none: ${closed(text)}`,
  asked_in_fork: () => "a fork asks for itself",
  version_rejected: ({ planVersion, text }) =>
    `Plan version ${planVersion} was rejected: ${text ?? "no reason given"}`,

  skipped_by_plan: () => "without a result, and the plan says to skip it",
  attempts_used: () => "without a result, and no attempts are left",
  attempt_in_vain: () => "failed, and another attempt would fail the same way",
  check_unusable: () => "failed, and another attempt cannot be judged either",
  unreachable_task: () => "it can no longer become ready",
  input_skipped: () => "its input was given up",
  skipped_by_person: ({ text }) => `${SKIPPED_BY_PERSON}: ${text}`,
  skipped_by_refinement: ({ number, text }) => `refinement ${number} no longer needs it: ${text}`,
  condition_false: ({ condition }) => `its condition does not hold: ${condition}`,
  measure_changed: ({ condition }) =>
    `its condition does not hold, but a model changed the work that it measures: ${condition}`,
  acts_changed: ({ condition }) =>
    `its condition does not hold, but what acts behind it is not what people let act unasked: ${condition}`,
  missing_data: ({ missing }) => `Missing: ${missing.join("; ")}`,

  late_end: ({ error }) =>
    `the worker that had started it reported its end${error === undefined ? "" : `: it failed. ${error}`}`,
  not_begun: () => "the worker that had started it lost the run before anything was sent",
  out_of_turns: ({ maxTurns }) => `The agent has no turns left to revise its answer (maxTurns ${maxTurns}).`,
  attempt_timeout: ({ timeoutMs }) => `The attempt took longer than its ${timeoutMs} ms.`,
  missing_results: ({ placeholders }) =>
    `No result for ${placeholders.join(", ")}: the task cannot run as written.`,
  empty_synthesis: () => "The synthesis came out empty: it must hold what the tasks after it need.",
  model_unreachable: ({ model }) =>
    `${model} cannot be reached, and another model cannot go on with its turns`,

  budget_exhausted: ({ byRule, ...spent }) =>
    `${formatSpent(spent)}${byRule ? " The answer was put together without a model." : ""}`,
  limit_reached: describeLimit,
  summary_failed: ({ cause }) =>
    `The answer was not judged, because the summarizer failed: ${formatReason(cause)}`,
  attempt_budget: ({ raisedBy = [], ...budget }) => {
    const [first, ...others] = raisedBy;
    const raise = first === undefined ? [] : [`${[`${first} raises it`, ...others].join(", or ")}.`];
    return [formatAttemptBudget(budget), ...raise].join(" ");
  },
  invalid_actions: ({ count, last }) => `${count} invalid actions in a row: ${last ?? "unknown"}`,

  unreadable_answer: ({ text }) => text,
  asked_meanwhile: () => "People were asked about the task in the meantime and were not shown these details.",
  abstained: ({ text }) => `The model reports that this cannot be done: ${text}`,
  not_judged: ({ text }) => `The model says that it cannot judge this: ${text}`,
  unreadable_verdict: ({ text }) => `The verdict could not be read. ${text}`,
  model_failed: ({ text }) => text,
  conversation_too_long: ({ text }) => `The conversation no longer fits the model: ${text}`,
  result_too_long: ({ text }) => `The result does not fit the model: ${text}`,
  no_room_for_call: () => "The budgets of the run leave no room for the call",
  no_room_for_steps: () => "the task itself leaves no room for more",
  schema_mismatch: ({ mismatches }) =>
    `The result does not fit the task's schema: ${formatMismatches(mismatches)}`,
  tail_unusable: ({ issues }) =>
    `The plan in updatedPlan cannot be used.\n${issues.map(({ code, message }) => `- ${code}: ${message}`).join("\n")}`,
  tail_invalid: ({ issue }) => `The new plan has errors: ${issue?.message ?? "unknown reason"}`,
  revision_answers: () =>
    "The planner revised the tasks that the model had found weak, and nothing else; rules judged the revision.",
  redraft_unusable: () => "The planner was asked for a better plan and wrote none that can run.",
  redraft_weaker: ({ score }) =>
    `The planner was asked for a better plan and wrote one that scores ${score}.`,
  critic_failed: ({ cause }) =>
    `The model critic failed (${formatReason(cause)}); this score comes from rules alone.`,

  ...CALL_FORMATTERS,

  upstream: ({ tasks, cause }) =>
    [
      ...tasks.map(({ taskId, status }) => `upstream ${taskId} was ${UPSTREAM_ENDS[status] ?? status}`),
      cause ? formatReason(cause) : "no reason given",
    ].join(": "),
  completed_early: ({ cause }) => `completed early: ${formatReason(cause)}`,
  plan_refused: ({ cause }) => `No valid plan was written: ${formatReason(cause)}`,
  iteration_unplanned: ({ number, cause }) =>
    `Iteration ${number} could not be planned: ${formatReason(cause)}`,
};

const UPSTREAM_ENDS: Partial<Record<ToldStatus, string>> = { changes_requested: "sent back for changes" };

/** Words of others as a sentence that another may follow. */
const closed = (text: string): string => (/[.!?…]["'”’)]?$/.test(text) ? text : `${text}.`);

const TASK_ACT_SENTENCES = {
  retry_task: "the task is tried again",
  steer: "an agent whose work it lets act was given words",
  skip_task: "the task was skipped",
  accept_result: "a person accepted the result",
  supply_result: "a person supplied the result",
} as const;

/** Why work in flight was given up, to follow what was given up. */
export const RELEASE_CLAUSES: Record<ReleaseCause, string> = {
  paused: "paused",
  shutdown: "shutdown",
  refused: "refused",
  given_up: "given up",
  actor_failed: "the actor failed",
  calls_ended: "the calls in question have ended",
};

/** Why reserved calls are settled though nobody reported their end. */
export const SETTLEMENT_CLAUSES: Record<SettlementCause, string> = {
  worker_lost: "its worker is gone",
  effect_ended: "its effect has ended",
  call_not_made: "the call was not made",
  idle: "nothing is under way",
};

/** Why a part of a new tail has another name than it was written under. */
export const RENAME_CLAUSES: Record<RenameCause, string> = {
  agent_in_use: "a finished or running task uses the agent of that name as it was",
  used_before: "a task of an earlier plan version had that id",
  other_work: "the finished or running task of that id does different work and keeps it",
  no_result: "the task of that id has ended without a result and keeps it",
};

type GatePart = Extract<Reason, { code: "gate_changed" }>["part"];

const PARTS_OF_GATE: Record<GatePart, string> = {
  inputs: "what it rests on",
  dependents: "what its answer releases",
  release: "what its answer releases",
  tail: "what the proposed plan takes over",
};

function namedParts(agents: readonly string[], tasks: readonly string[]): string {
  const parts = [
    ...agents.map((name) => `agent ${quoted(name)}`),
    ...tasks.map((id) => `task ${quoted(id)}`),
  ];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

const formatRound = ({ round, comments }: { round: number; comments: number }): string =>
  `revision round ${round}: ${formatCounted(comments, "comment", "comments")}`;

/** What the version did that is to be written again, for the one who writes it. */
function formatProposed({ added, rewritten = [], changed, removed, omitted = 0 }: TitledChanges): string {
  const parts = [
    added.length > 0 && `added ${listed(added)}`,
    rewritten.length > 0 && `rewrote ${listed(rewritten.map(({ title }) => title))}`,
    changed.length > 0 && `changed ${listed(changed)}`,
    removed.length > 0 && `dropped ${listed(removed)}`,
    omitted > 0 && `did so with ${omitted} more tasks`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : `(It ${parts.join("; ")}.)`;
}

const listed = (titles: readonly string[]): string => titles.map(quoted).join(", ");

const formatTimes = (n: number): string => (n === 1 ? "once" : `${n} times`);

/** A reason as people and models read it: a sentence or the clause after a colon, by its code. */
export function formatReason(reason: Reason): string {
  const format = FORMATTERS[reason.code] as (reason: Reason) => string;
  return format(reason);
}

/** Several reasons as one text; undefined where there are none. */
export const formatReasons = (reasons: readonly Reason[] = []): string | undefined =>
  reasons.length === 0 ? undefined : reasons.map(formatReason).join(" ");

/** `; left out by a person, since it was not read: tasks[0].mood` for a version of whose text something was left out. */
export const formatLeftOut = ({ leftOut = [] }: Payload<"plan_version_adopted">): string =>
  leftOut.length === 0
    ? ""
    : `; left out by a person, since it was not read: ${leftOut.map(({ path }) => quoted(path)).join(", ")}`;
