import { formatAssignees, formatItemCounts } from "@/lib/core/describe/gates/words";
import { quoted } from "../legible/marked";
import type { EventOf, EventType, Payload, RunEvent } from "../run/events";
import { formatBudgetAmount, formatBudgetWarning, formatQuestionUse } from "./costs/budgets";
import { endTone, failureWord } from "./endings";
import { describeLapsed, describeVote } from "./gates/agreement-words";
import { describeQuestion, formatFault } from "./gates/questions";
import { formatConsensus, formatUnreadVotes } from "./gates/votes";
import { formatDeviation, formatExpectation } from "./learning/expectation";
import { describeRefined, formatRefinement } from "./learning/refinement";
import { describeAcceptedAnswer, describeAnswerCritique } from "./learning/reflection";
import { formatRetrospect, formatSelfCritique } from "./learning/retrospect";
import { formatFiltered } from "./policy";
import { formatLeftOut, formatReason, formatReasons, SETTLEMENT_CLAUSES } from "./reason";
import { exceedsOutputLimit, formatExcessOutput } from "./synthesis-size";
import { describeDetails, describeRepairedCheck } from "./written-since";

/** How a line reads: what it is about decides its colour where there are colours. */
type Tone = "plain" | "run" | "ok" | "amber" | "retry" | "bad" | "person";

/** An event in words for people: a short word for the margin, and a sentence. */
export type EventDescription = { word: string; text: string; tone: Tone };

type TitleOf = (taskId: string) => string;
/** The number of an attempt as people count: a fork begins its parent's again. */
type AttemptNumberOf = (taskId: string, attempt: number) => number;

/** How tasks and gates are called: by title where people read, by id where they have to type it. */
export type NameLookup = {
  task: TitleOf;
  gate: (approvalId: string) => string;
  attempt: AttemptNumberOf;
  /** Whether a gate waits for a person now: what waited once has no color of its own. */
  isOpen: (approvalId: string) => boolean;
};

type Describer<T extends EventType> = (
  payload: EventOf<T>["payload"],
  title: TitleOf,
  gate: NameLookup["gate"],
  numberOf: AttemptNumberOf,
) => EventDescription | undefined;
type Describers = { [T in EventType]?: Describer<T> };

const description = (word: string, text: string, tone: Tone = "plain"): EventDescription => ({
  word,
  text,
  tone,
});

/** What a run came to, first when its outcome stands and then when it has ended. */
const describeEnd =
  (word: string) =>
  ({ reason, because }: Payload<"run_finished">): EventDescription =>
    description(word, because ? `${reason}: ${formatReasons(because)}` : reason, endTone(reason));

/** Events that are missing here concern the engine alone. */
const DESCRIBERS = {
  run_created: (p) => description("mission", formatMission(p.mission, p.attachments)),
  planning_started: () => description("planning", "A plan is being written.", "run"),
  plan_rejected: ({ issues, moreIssues, again, reason = again }) => {
    const named = issues.map(({ message }) => message);
    const messages = moreIssues === undefined ? named : [...named, `and ${moreIssues} more`];
    const why = messages.length > 0 || reason === undefined ? messages : [formatReason(reason)];
    return description("plan", `refused: ${why.join("; ")}`, "bad");
  },
  plan_version_adopted: (p) =>
    description(
      "plan",
      `version ${p.version} adopted: ${p.patch.title} (${p.patch.order.length} tasks, by ${p.author})${formatLeftOut(p)}`,
    ),
  tools_changed: ({ offered, reach = offered?.reach ?? {} }) =>
    description("plan", `tools changed; tasks that can act outside now: ${Object.keys(reach).length}`),
  plan_version_offered: (p) =>
    description("plan", `version ${p.version} weakens controls and waits for their people: ${p.patch.title}`),
  plan_version_declined: (p) =>
    description("plan", `version ${p.version} was not adopted: ${formatReason(p.reason)}`, "bad"),
  plan_critiqued: (p) => description("critic", formatPlanCritique(p)),
  finding_reviewed: (p) =>
    description("critic", `plan version ${p.version}: ${p.findingKey} ${p.verdict}: ${p.reason}`),
  run_started: () => description("started", "The plan is running.", "run"),
  run_paused: (p) => description("paused", p.reason ? formatReason(p.reason) : "Nothing new starts."),
  run_resumed: () => description("resumed", "The run continues.", "run"),
  finishing_started: () => description("finishing", "The answer is being written.", "run"),
  summarized: (p) =>
    description(
      "summary",
      `${formatQuality(p.qualityScore)}: ${p.qualityReasoning || p.finalAnswer.preview}`,
      p.needReplan ? "retry" : "ok",
    ),
  summary_failed: (p) =>
    description(
      "summary",
      `The summarizer failed, so the answer is written without a judgment: ${formatReason(p.reason)}`,
      "bad",
    ),
  iteration_routed: (p) =>
    p.limitReached || p.repeated ? description("limit", formatIterationLimit(p), "bad") : undefined,
  iteration_started: (p) =>
    description(
      "iteration",
      `${p.iteration} of ${p.limit}, because something is missing: ${p.reason}`,
      "retry",
    ),
  answer_critiqued: (p, title) => description(...describeAnswerCritique(p, answerLabel(p, title))),
  answer_revised: (p) => description("revised", `The answer was revised (revision ${p.revision}).`, "retry"),
  answer_accepted: (p, title) => description(...describeAcceptedAnswer(p, answerLabel(p, title))),
  approach_critiqued: (p) => description("self-critique", formatSelfCritique(p)),
  outcome_reached: describeEnd("outcome"),
  retrospected: (p) => description("look back", formatRetrospect(p)),
  run_finished: describeEnd("finished"),

  task_started: (p, title, _gate, numberOf) =>
    description("started", `${title(p.taskId)}${attemptSuffix(numberOf(p.taskId, p.attempt))}`, "run"),
  // What a review or a gate came to is described by its own decision.
  task_succeeded: (p, title) => {
    if (p.source === "review" || p.source === "gate") return;
    return description(p.source === "initial" ? "given" : "done", `${title(p.taskId)}: ${p.value.preview}`);
  },
  task_detailed: (p, title) => description(...describeDetails(p, title(p.taskId))),
  task_reasoned: (p, title) => description("expected", `${title(p.taskId)}: ${formatExpectation(p)}`),
  policy_applied: (p, title) =>
    description("policy", `${title(p.taskId)}: ${formatFiltered(p.filtered)}`, "retry"),
  steps_summarized: (p, title) => {
    const steps = p.upToStep === 1 ? "step 1 was" : `steps 1 to ${p.upToStep} were`;
    const by =
      p.by === "model"
        ? "by a model"
        : `by rule${p.reason === undefined ? "" : `, since ${formatReason(p.reason)}`}`;
    return description(
      "summary",
      `${title(p.taskId)}: ${steps} summarized ${by}`,
      p.by === "model" ? "plain" : "retry",
    );
  },
  task_failed: (p, title) => {
    const [word, tone] = failureWord(p);
    return description(word, `${title(p.taskId)}: ${formatReason(p.diagnosis)}`, tone);
  },
  task_retried: (p, title, _gate, numberOf) => {
    const number = numberOf(p.taskId, p.attempt);
    const of = p.attempts - (p.attempt - number);
    const text = `${title(p.taskId)}, attempt ${number} of ${of}: ${formatReason(p.diagnosis)}`;
    return description("retry", text, "retry");
  },
  task_skipped: (p, title) => description("skipped", `${title(p.taskId)}: ${formatReason(p.reason)}`),
  task_blocked: (p, title) =>
    description("blocked", `${title(p.taskId)}: ${formatReason(p.diagnosis)}`, "bad"),
  task_superseded: (p, title) =>
    description("dropped", `${title(p.taskId)}, replaced in plan version ${p.byVersion}`),
  check_repaired: (p, title) => description(...describeRepairedCheck(p, title(p.taskId))),
  verification_failed: (p, title) =>
    description("check", `${title(p.taskId)}: ${formatReason(p.diagnosis)}`, "bad"),
  verification_error: (p, title) =>
    description("check", `${title(p.taskId)} could not be checked: ${formatReason(p.diagnosis)}`, "bad"),
  synthesis_measured: (p, title) =>
    exceedsOutputLimit(p)
      ? description("large", `${title(p.taskId)} ${formatExcessOutput(p)}`, "bad")
      : undefined,
  quality_gate_failed: (p, title) =>
    description("data", `${title(p.taskId)} lacks required data: ${p.missing.join("; ")}`, "bad"),
  quality_gate_error: (p, title) =>
    description(
      "data",
      `Could not check the data of ${title(p.taskId)}; it continues. ${formatReason(p.problem)}`,
      "bad",
    ),
  tool_denied: (p, title) =>
    description("denied", `${p.tool} in ${title(p.taskId)}: ${formatReason(p.reason)}`, "bad"),

  task_reopened: (p, title) => description("reopened", `${title(p.taskId)} is open again`),
  result_accepted: (p, title) =>
    description("accepted", `${title(p.taskId)}, against its check: ${p.reason}`, "amber"),
  result_supplied: (p, title) =>
    description("supplied", `${title(p.taskId)}, by a person: ${p.reason}`, "amber"),
  steered: (p, title) => description("steer", `message to ${title(p.taskId)}: ${p.message}`),
  turn_added: (p, title) =>
    description(
      "steer",
      `${title(p.taskId)} takes another turn to read ${formatLateMessages(p.messages)}`,
      "run",
    ),
  steering_undelivered: (p, title) =>
    description("steer", `${title(p.taskId)} ended without reading ${formatLateMessages(p.messages)}`, "bad"),
  missions_shown: ({ missions: { length } }) =>
    description(
      "missions",
      `${length} similar ${length === 1 ? "mission" : "missions"} shown to the planner`,
    ),
  lessons_shown: ({ role, lessons }) =>
    description(
      "lesson",
      `${lessons.length} ${lessons.length === 1 ? "lesson" : "lessons"} shown to the ${role}`,
    ),
  examples_shown: ({ role, own = 0, examples: { length } }) =>
    description("example", `${formatExampleCounts(own, length)} shown to the ${role}`),
  run_forked: ({ parentRunId, fromSeq, settings, reason }) => {
    const other = [settings ? ", with other settings" : "", reason === undefined ? "" : `: ${reason}`];
    return description("fork", `forked from ${parentRunId} after event ${fromSeq}${other.join("")}`);
  },
  reviews_given: ({ reviews }, title) => {
    const given = Object.entries(reviews).map(([taskId, { verb }]) => `${verb} for ${title(taskId)}`);
    return description("given", `decided with the fork: ${given.join(", ")}`);
  },

  review_voted: (p, title) =>
    p.proposal
      ? description(
          "vote",
          `${p.reviewer} at ${title(p.taskId)}: ${p.proposal.decision}: ${p.proposal.reasoning}`,
        )
      : description(
          "vote",
          `${p.reviewer} at ${title(p.taskId)} gave no readable decision: ${p.problem ? formatReason(p.problem) : "unknown"}`,
          "bad",
        ),
  review_proposed: (p, title) => describeReviewProposal(p, title(p.taskId)),
  review_decided: (p, title) =>
    description(
      "decision",
      `${p.decision} (${p.provenance}) at ${title(p.taskId)}: ${formatReason(p.reasoning)}`,
    ),
  replan_started: (p) =>
    description("replan", `number ${p.number}, because ${formatReason(p.cause.reason)}`, "retry"),
  replan_adopted: ({ toVersion, added, rewritten, removed, kept, renamed = [], moreRenamed = 0 }) => {
    const rewrote = rewritten === undefined ? "" : `${rewritten} rewritten, `;
    const names = renamed.length + moreRenamed;
    const named = names > 0 ? `, ${names} under another id than written` : "";
    const counts = `${added} new, ${rewrote}${removed} dropped, ${kept} kept${named}`;
    return description("replan", `plan version ${toVersion}: ${counts}`);
  },
  replan_refused: (p) =>
    description("replan", `number ${p.number} refused: ${formatReason(p.reason)}`, "bad"),
  replan_withdrawn: (p) =>
    description("replan", `number ${p.number} is no longer needed: ${formatReason(p.reason)}`),
  refinement_started: (p, title) =>
    description(
      "refinement",
      `Does the rest of the plan still fit? Ended: ${p.about.map(title).join(", ")}`,
      "run",
    ),
  refinement_offered: (p) =>
    description("refinement", `number ${p.number} waits for a person: ${formatRefinement(p)}`),
  refined: (p) => description("refinement", ...describeRefined(p)),
  replan_failed: (p) => description("replan", `number ${p.number} failed: ${formatReason(p.reason)}`, "bad"),

  approval_opened: (p, _, gate) =>
    description("gate", `${gate(p.approvalId)} is waiting for a person: ${describeQuestion(p)}`),
  approval_decided: (p, _, gate) =>
    description("gate", `${gate(p.approvalId)}: ${p.verb} (${p.provenance})${formatAnswerReason(p)}`),
  approval_expired: (p, _, gate) =>
    description("gate", `${gate(p.approvalId)} was not answered in time: ${p.verb}`, "bad"),

  approval_voted: (p, _, gate) =>
    description(
      "gate",
      `${gate(p.approvalId)}: ${describeVote(p)}${p.comment ? ` ${quoted(p.comment)}` : ""}${p.dropped ? `. ${describeLapsed(p.dropped)}` : ""}`,
    ),
  approval_asked: (p, _, gate) =>
    description("gate", `${gate(p.approvalId)}: asked before it is decided: ${quoted(p.words)}`),
  approval_escalated: (p, _, gate) => {
    const to = p.to.length === 0 ? "everyone" : formatAssignees(p.to);
    const how = p.reason === undefined ? "was not answered in time and escalates" : "is handed on";
    const why =
      p.reason === undefined ? "" : `, as nobody is left who could let it pass: ${quoted(p.reason)}`;
    return description("gate", `${gate(p.approvalId)} ${how} to ${to}${why}`);
  },
  approval_held_open: (p, _, gate) =>
    description("gate", `${gate(p.approvalId)} was not answered in time; it stays open`),
  approval_superseded: (p, _, gate) =>
    description(
      "gate",
      `${gate(p.approvalId)} is asked again${p.reason ? `: ${formatReason(p.reason)}` : ""}`,
    ),
  approval_cleared: (p, _, gate) =>
    description("gate", `${gate(p.approvalId)} was withdrawn: ${formatReason(p.reason)}`),
  approval_retained: (p, _, gate) =>
    description("gate", `${gate(p.approvalId)} is unchanged by plan version ${p.planVersion}`),

  effect_failed: (p) =>
    description("waiting", `${p.error.message} (failure ${p.failures}, retrying)`, "retry"),
  model_replaced: (p) => description("model", `${p.by} replaces ${p.model} from now on`),
  attempt_restarted: (p, title, _gate, numberOf) => {
    const number = numberOf(p.taskId, p.attempt);
    return description(
      "restart",
      `${title(p.taskId)}, attempt ${number}: ${formatReason(p.reason)}`,
      "retry",
    );
  },
  engine_fault: (p) => description("fault", formatFault(p.fault), "bad"),
  budget_warned: (p) => description("limit", formatBudgetWarning(p), "retry"),
  budget_settled: (p) => (p.unknown ? description("limit", formatUnknownUse(p), "retry") : undefined),
  question_counted: (p) => description("limit", formatQuestionUse(p), "plain"),
  budget_exhausted: (p) =>
    description(
      "limit",
      `${p.counter}: ${formatBudgetAmount(p.counter, p.used, false)} of ${formatBudgetAmount(p.counter, p.limit)}; ${p.setting} raises it`,
      "bad",
    ),
  budget_raised: (p) =>
    description("limit", `${p.counter} raised to ${formatBudgetAmount(p.counter, p.limit)}`),
} satisfies Describers;

type Described = typeof DESCRIBERS;
/** Events that may have no words here: a log that shows them has its own for each. */
export type InternalEventType =
  | Exclude<EventType, keyof Described>
  | { [T in keyof Described]: undefined extends ReturnType<Described[T]> ? T : never }[keyof Described];

/** How many examples a prompt carries: those of the plan, and those of the library. */
function formatExampleCounts(own: number, found: number): string {
  const count = (n: number, of: string) => `${n} ${n === 1 ? "example" : "examples"} of the ${of}`;
  return [...(own > 0 ? [count(own, "plan")] : []), ...(found > 0 ? [count(found, "library")] : [])].join(
    " and ",
  );
}

function formatUnknownUse({ reservationIds, cause, tokens = 0 }: Payload<"budget_settled">): string {
  const n = reservationIds.length;
  const calls = n === 1 ? "One model call" : `${n} model calls`;
  return `${calls} reported no end (${SETTLEMENT_CLAUSES[cause]}): usage is unknown and counted as ${formatBudgetAmount("maxTokens", tokens)}`;
}

const formatMission = (mission: string, files: { name: string }[] = []): string =>
  files.length === 0 ? mission : `${mission} (with ${files.map(({ name }) => name).join(", ")})`;

function formatAnswerReason({ comment, because, items }: Payload<"approval_decided">): string {
  const verdicts = items ? `, ${formatItemCounts(items)}` : "";
  if (comment) return `${verdicts} ${quoted(comment)}`;
  return because ? `${verdicts}: ${formatReason(because)}` : verdicts;
}

const answerLabel = ({ taskId }: { taskId?: string | undefined }, title: TitleOf): string =>
  taskId === undefined ? "The answer" : `The answer of ${title(taskId)}`;

const attemptSuffix = (attempt: number): string => (attempt > 1 ? `, attempt ${attempt}` : "");

function describeReviewProposal(
  { proposal, problem, consensus }: Payload<"review_proposed">,
  title: string,
): EventDescription {
  if (!proposal) {
    const unread = consensus
      ? formatUnreadVotes(consensus)
      : (formatReasons(problem && [problem]) ?? "unknown");
    return description("review", `${title} gave no readable decision: ${unread}`, "bad");
  }
  const { decision } = proposal;
  const reasoning = [proposal.reasoning, formatDeviation(proposal)].filter(Boolean).join(" ");
  if (!consensus) return description("review", `${title} proposes ${decision}: ${reasoning}`);
  const { reached } = consensus;
  const split = formatConsensus(consensus);
  return reached
    ? description("review", `${title} proposes ${decision} (${split}): ${reasoning}`)
    : description("review", `${title}: the reviewers disagree (${split})`, "bad");
}

const formatLateMessages = (messages: number): string =>
  messages === 1
    ? "a message that came during its last turn"
    : `${messages} messages that came during its last turn`;

const formatQuality = (score: number): string => `quality ${Math.round(score * 100)} of 100`;

function formatIterationLimit({ iteration, limit, repeated }: Payload<"iteration_routed">): string {
  if (repeated) return "The same is missing as before the last iteration; another would not add it";
  const used = limit === 0 ? "iterations are off" : `all ${iteration} of ${limit} iterations are used`;
  return `Something is missing, but ${used}; settings.maxIterations allows more`;
}

function formatPlanCritique({ version, improvedFrom, summary, notes }: Payload<"plan_critiqued">): string {
  const before = improvedFrom === undefined ? "" : `The first draft scored ${improvedFrom}.`;
  return `version ${version}: ${[summary, before, formatReasons(notes)].filter(Boolean).join(" ")}`;
}

type AnyDescriber = (
  payload: unknown,
  title: TitleOf,
  gate: NameLookup["gate"],
  numberOf: AttemptNumberOf,
) => EventDescription | undefined;

/** The words for an event, or undefined for one that only the engine cares about. Texts are as models wrote them. */
export function describeEvent(event: RunEvent, names: NameLookup): EventDescription | undefined {
  const describer = (DESCRIBERS as Describers)[event.type] as AnyDescriber | undefined;
  const words = describer?.(event.payload, names.task, names.gate, names.attempt);
  const waits = event.type === "approval_opened" && names.isOpen(event.payload.approvalId);
  return waits && words ? { ...words, tone: "person" } : words;
}
