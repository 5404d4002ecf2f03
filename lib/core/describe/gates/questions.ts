import { quoted } from "../../legible/marked";
import { getOwn } from "../../own";
import type { BUILT_IN_AGENTS } from "../../plan/words";
import type { AskedBefore, RefusedBefore } from "../../run/events/approvals";
import type { EngineFault } from "../../run/events/engine";
import type { Question } from "../../run/events/questions";
import type { IssueFacts, TitledChanges } from "../../run/events/reason";
import type { ApprovalKind, GateVerb } from "../../run/gates/table";
import { elideText } from "../../text";
import { formatControl, formatWeakened } from "../controls";
import { describeLimit, formatBudgetAmount } from "../costs/budgets";
import { formatEndedTasks } from "../costs/totals";
import { lowerFirst } from "../letters";
import { titledLines } from "../plans/plan-diff";
import { formatReason, formatReasons } from "../reason";
import { formatConsensus, formatUnreadVotes } from "./votes";

type Asked = {
  kind: ApprovalKind;
  /** Words of the one who wrote the plan or of a tool; of gates of earlier runs whatever was asked. */
  prompt?: string | undefined;
  askedBefore?: AskedBefore | undefined;
  refusedBefore?: RefusedBefore | undefined;
  question?: Question | undefined;
  verbs?: readonly GateVerb[] | undefined;
  /** What a limit or a model's failure is about. */
  subject?: Subject | undefined;
};
type Subject = Readonly<Record<string, string | number>>;

/** What a gate asks, in full: as its author wrote it, or made of the facts of the engine's question. */
export function describeQuestion(gate: Asked): string {
  const choices = choicesOf(gate);
  return [questionText(gate), ...(choices === "" ? [] : [choices])].join(" ");
}

/** The same without what may be answered, which a page shows as buttons. */
export function questionText(gate: Asked): string {
  const { kind, prompt, question, subject = {} } = gate;
  const before = saidBefore(gate).map(({ text, source }) => `\n\n${source}: ${quoted(text)}`);
  if (prompt !== undefined || question === undefined) return [prompt ?? "", ...before].join("");
  switch (question.about) {
    case "plan":
      return planQuestion(question);
    case "control":
      return controlQuestion(question);
    case "plan_change":
      return changeQuestion(question);
    case "refinement":
      return refinementQuestion(question);
    case "answer":
      return answerQuestion(question);
    case "review":
      return `${quoted(question.title)}: ${lowerFirst(reviewQuestion(question))}`;
    case "call":
      return `${callLead(kind, question)} ${whyCallAsks(kind, question)}`;
    case "limit":
      return `${describeLimit(limitIn(subject))}${limitNeed(question, subject)}`;
    case "replan":
      return `Replan ${question.number} failed: ${formatReason(question.reason)}`;
    case "model":
      return modelQuestion(subject);
    case "fault":
      return `The engine met a fault with this run: ${formatFault(question.fault)}`;
  }
}

/** What a gate of an earlier version asked in other words, and what people said who refused what this one lets act. */
export function saidBefore({
  askedBefore: asked,
  refusedBefore: refused,
}: Pick<Asked, "askedBefore" | "refusedBefore">): { text: string; source: string }[] {
  const { title = "", by = "Somebody", words = "Reject, without a reason" } = refused ?? {};
  return [
    ...(asked ? [{ text: asked.text, source: `Plan version ${asked.version} asked` }] : []),
    ...(refused ? [{ text: words, source: `${by} refused this at ${quoted(title)}` }] : []),
  ];
}

/** The question alone, as the title of its gate: without what led to it. Words that somebody wrote come in full. */
export function questionLead(gate: Asked): string {
  const { kind, prompt, question, subject = {} } = gate;
  if (prompt !== undefined || question === undefined) return prompt ?? "";
  switch (question.about) {
    case "plan":
      return planLead(question);
    case "control":
      return controlLead(question);
    case "plan_change":
      return changeLead(question);
    case "refinement":
      return REFINEMENT_LEAD;
    case "answer":
      return ANSWER_LEAD;
    case "call":
      return callLead(kind, question);
    case "replan":
      return `Replan ${question.number} failed`;
    case "model":
      return modelLead(subject);
    default:
      return questionText(gate);
  }
}

/** A fault in one sentence. */
export function formatFault(fault: EngineFault): string {
  switch (fault.code) {
    case "thrown":
      return fault.message;
    case "report_refused":
      return `The report of ${fault.effect} was refused (${fault.errorCode}): ${fault.message}`;
    case "takeovers":
      return `${fault.count} workers in a row took this run over without making progress.`;
  }
}

const NO_OUTCOME =
  "Its outcome was never reported: its worker was lost, or what it called gave no usable answer in time. If a worker was only paused just before the request left, the call may still happen when it resumes.";

/** Why a person is asked about a call. */
export const whyCallAsks = (kind: ApprovalKind, { reasons }: About<"call">): string =>
  [kind === "unknown_outcome" ? NO_OUTCOME : "", formatReasons(reasons) ?? ""].filter(Boolean).join(" ");

type Called = Pick<About<"call">, "tool" | "agent">;

/** Whether a call may run, or whether it did, without what it would do. The agent's name is the plan's word. */
export function callQuestion(kind: ApprovalKind, { tool, agent }: Called): string {
  if (kind === "unknown_outcome") return `Has ${tool} happened?`;
  return `Let ${agent === undefined || agent === UNNAMED_AGENT ? "the agent" : quoted(agent)} run ${tool}?`;
}

/** The same with what the call would do, in the words of its tool and its arguments: a quotation, closed also where it is cut. */
export function callLead(
  kind: ApprovalKind,
  question: About<"call">,
  chars = Number.POSITIVE_INFINITY,
): string {
  const asks = callQuestion(kind, question);
  const said = elideText(question.summary, Math.max(MIN_SAID_CHARS, chars - asks.length - 4));
  return said === "" ? asks : `${asks.slice(0, -1)}: ${quoted(said)}?`;
}

/** The agent of tasks that name none. */
const UNNAMED_AGENT: (typeof BUILT_IN_AGENTS)[number] = "default";

/** Of what a call would do, however long the names before it. */
const MIN_SAID_CHARS = 40;

function planLead({ version, unpassable, unread }: About<"plan">): string {
  if (unpassable) return "Who shall answer the gates of this plan?";
  const asks = version === undefined ? "Run this plan" : `Continue with plan version ${version}`;
  return unread ? `${asks} without what could not be read of it?` : `${asks}?`;
}

/** What it means that a piece of a plan's text is left out. */
const WITHOUT: ReadonlyMap<string, string> = new Map([
  ["unreadable_guard", "Without it, the task runs without this guard."],
  ["invalid_verification", "Without it, nothing checks the result of its task."],
  ["person_or_agent", "As it is, an agent does it and no person is asked."],
]);
const WITHOUT_OTHER = "The plan runs as if it did not say this.";
export const withoutPiece = ({ code }: IssueFacts): string => WITHOUT.get(code) ?? WITHOUT_OTHER;

/** Remedy for gates that nobody can let pass. */
export const EDIT_TO_CHOOSE = "Edit the plan to choose.";

const controlLead = ({ version, weakened }: About<"control">): string =>
  `Adopt plan version ${version} although it weakens ${quoted(formatControl(weakened.title))}?`;

const controlQuestion = (question: About<"control">): string =>
  [`${controlLead(question)} ${formatWeakened(question.weakened)}`, ...plainLines(question.changes)].join(
    "\n",
  );

const changeLead = ({ version }: About<"plan_change">): string =>
  `Change the approved plan to version ${version}?`;

function changeQuestion(question: About<"plan_change">): string {
  const { title, cause, ended, tasks, changes, weakness } = question;
  const asks = `${changeLead(question)} ${quoted(title)} (${formatEndedTasks(ended, tasks)})`;
  return [asks, formatReason(cause), ...plainLines(changes), ...weaknessLines(weakness)].join("\n");
}

export const plainLines = (changes: TitledChanges): string[] =>
  titledLines(changes).map(({ sign, text }) => `${sign === "−" ? "-" : sign} ${text}`);

const REFINEMENT_LEAD = "Change the rest of the plan?";

const refinementQuestion = (question: About<"refinement">): string =>
  [[REFINEMENT_LEAD, question.summary].filter(Boolean).join(" "), ...refinedLines(question)].join("\n");

export function refinedLines({ modified, added, skipped }: About<"refinement">): string[] {
  const lines = (sign: string, tasks: typeof added) =>
    tasks.map(({ title, reason }) => [`${sign} ${quoted(title)}`, reason].filter(Boolean).join(": "));
  return [...lines("+", added), ...lines("~", modified), ...lines("-", skipped)];
}

const ANSWER_LEAD = "End the run with an answer?";

function answerQuestion({ controls }: About<"answer">): string {
  const names = controls.map((one) => quoted(formatControl(one))).join(" and ");
  return `${ANSWER_LEAD} ${names} ${controls.length === 1 ? "has" : "have"} not approved the work that it rests on.`;
}

/** A line for each result that the answer would rest on, with its beginning. */
export function answerBasisLines({ restsOn }: About<"answer">): string[] {
  if (!restsOn) return [];
  const { results, more } = restsOn;
  if (results.length === 0) return ["No result"];
  const lines = results.map(({ title, preview }) => `${quoted(title)}: ${preview}`);
  return more > 0 ? [...lines, `${more} more`] : lines;
}

export type About<T extends Question["about"]> = Extract<Question, { about: T }>;

function planQuestion(question: About<"plan">): string {
  const { title, tasks, version, weakness, unpassable = [], unread = [] } = question;
  const asks = `${planLead(question)} ${quoted(title)}${version === undefined ? ` (${tasks} tasks)` : ""}`;
  const left = unread.map((issue) => `- ${issue.message} ${withoutPiece(issue)}`);
  const lines = [...left, ...unpassable.map(({ message }) => `- ${message}`), ...weaknessLines(weakness)];
  return [asks, ...lines, ...(unpassable.length > 0 ? [EDIT_TO_CHOOSE] : [])].join("\n");
}

export function weaknessLines(weakness: About<"plan">["weakness"]): string[] {
  if (!weakness) return [];
  const { summary, minScore, gravest, notes = [] } = weakness;
  const reasons = [`${summary} This run asks for ${minScore}.`, ...gravest.map((message) => `- ${message}`)];
  return [...reasons, ...notes.map(formatReason)];
}

/** What a review came to, as the question that is put before a person. */
export function reviewQuestion({ decision, reasoning = "", problem, consensus }: About<"review">): string {
  if (decision === undefined) {
    const unread = consensus
      ? formatUnreadVotes(consensus)
      : problem
        ? formatReason(problem)
        : "unknown reason";
    return `No decision could be read (${unread}). Decide yourself.`;
  }
  if (!consensus) return `The reviewer proposes ${decision}. ${reasoning}`;
  const votes = formatConsensus(consensus);
  return consensus.reached
    ? `The reviewers propose ${decision} (${votes}). ${reasoning}`
    : `The reviewers do not agree (${votes}). The strictest of them proposes ${decision}. ${reasoning}`;
}

/** The limit that a gate is about, from its subject. */
export const limitIn = ({ counter = "", used = 0, limit = 0 }: Subject = {}) => ({
  counter: String(counter),
  used: Number(used),
  limit: Number(limit),
});

/** The limit and what is wanted of it, without why a replan is. */
export const limitLead = ({ replan }: About<"limit">, subject: Subject = {}): string =>
  `${describeLimit(limitIn(subject))}${replan === undefined ? limitNeed({ about: "limit" }, subject) : `, and another is needed.`}`;

/** A replan has a reason, calls ask for an amount, and time just runs out. */
function limitNeed({ replan }: About<"limit">, { counter = "", asked }: Subject): string {
  if (replan !== undefined) return `, and another is needed: ${formatReason(replan)}`;
  if (asked === undefined) return ", and the run has not ended.";
  return `, and the next call may take up to ${formatBudgetAmount(String(counter), Number(asked))}.`;
}

/** What something that answers does not do: whether it can be reached says nothing. */
const ANSWERED: Readonly<Record<string, string>> = {
  bad_request: "does not take this request",
  context_overflow: "does not take this request",
  unreadable_answer: "sent something that is not an answer",
};

function modelLead({ model, code }: Subject): string {
  if (model === undefined) return code === "deadline" ? "This keeps timing out" : "This work cannot be done";
  return `${model} ${getOwn(ANSWERED, String(code)) ?? "cannot be reached"}.`;
}

function modelQuestion(subject: Subject): string {
  const { model, code, said } = subject;
  return model === undefined
    ? `${modelLead(subject)} (${code}: ${said}).`
    : `${modelLead(subject)} Its provider: ${said} (${code}).`;
}

/** What may be answered, where the question does not say so itself. */
function choicesOf({ prompt, question, verbs = [], subject = {} }: Asked): string {
  if (prompt !== undefined) return "";
  switch (question?.about) {
    case "limit": {
      const { counter = "", suggested } = subject;
      const raised = `raise the limit, for example to ${formatBudgetAmount(String(counter), Number(suggested))}`;
      return verbs.includes("complete")
        ? `You can ${raised}, complete with the results so far, or abort.`
        : `You can ${raised}, or abort.`;
    }
    case "replan":
      return "Try again, complete with the results so far, or abort.";
    case "model":
      return subject.model === undefined ? "Try again or abort?" : "Try again, ask another model, or abort?";
    case "fault":
      return "Try again or abort?";
    default:
      return "";
  }
}
