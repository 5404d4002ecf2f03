import { quoted } from "../../legible/marked";
import type { ApprovalStatus, Channel } from "../../run/events/approvals";
import type { ActorRef } from "../../run/events/envelope";
import { type Denial, escalationTarget, ROLE_PREFIX } from "../../run/gates/rules";
import {
  APPROVAL_KINDS,
  type ApprovalKind,
  GATE_VERBS,
  type GateVerb,
  gateRow,
  isAboutCall,
  keyOfVerb,
  verbRow,
} from "../../run/gates/table";
import type { GateTerms } from "../../run/gates/terms";
import type { ApprovalState } from "../../run/state";
import { formatQuorum } from "./proposals";

export const KIND_LABELS: Record<ApprovalKind, string> = {
  plan_approval: "Plan approval",
  control_waiver: "Control weakened",
  plan_change: "Plan change",
  answer_release: "Answer held back",
  plan_refinement: "Plan refinement",
  human_review: "Human gate",
  review_decision: "Review decision",
  tool_approval: "Tool approval",
  tool_input: "A tool asks",
  unknown_outcome: "Unknown outcome",
  budget: "Limit reached",
  replan_failed: "Replan failed",
  model_unavailable: "Model unavailable",
  engine_fault: "Engine fault",
};

export const CLOSED_STATUS_LABELS: Record<Exclude<ApprovalStatus, "open">, string> = {
  decided: "answered",
  expired: "not answered in time",
  superseded: "replaced by a newer question",
  cancelled: "no longer needed",
};

/** What a button says, what sends an answer that brings something, and how a record puts it. */
type VerbWords = { label: string; send?: string; past?: string };

const VERB_WORDS: Record<GateVerb, VerbWords> = {
  approve: { label: "Approve", past: "Approved" },
  edit: { label: "Edit", send: "Send edited value", past: "Edited" },
  respond: { label: "Respond", send: "Send answer", past: "Answered" },
  reject: { label: "Reject", send: "Reject", past: "Rejected" },
  request_changes: { label: "Request changes", past: "Changes requested" },
  ask: { label: "Ask a question", send: "Send question", past: "Asked" },
  CONTINUE: { label: "CONTINUE" },
  REPLAN: { label: "REPLAN" },
  COMPLETE: { label: "COMPLETE" },
  ABORT: { label: "ABORT" },
  happened: { label: "It happened", send: "Use this output", past: "Confirmed as done" },
  run: { label: "Run", past: "Run again" },
  retry: { label: "Retry", past: "Retried" },
  other: { label: "Another model", send: "Use this model", past: "Switched model" },
  raise: { label: "Raise", past: "Limit raised" },
  complete: { label: "Complete", past: "Completed early" },
  abort: { label: "Abort", past: "Aborted" },
};

/** A verb as a button says it; decisions of reviews keep their capitals. */
export function verbLabel(verb: GateVerb, kind?: ApprovalKind): string {
  return kind === "tool_input" && verb === "reject" ? "Decline" : VERB_WORDS[verb].label;
}

/** What the button says that sends an answer with what it brings; undefined for verbs that bring nothing. */
export const sendLabel = (verb: GateVerb, kind?: ApprovalKind): string | undefined =>
  VERB_WORDS[verb].send === VERB_WORDS[verb].label ? verbLabel(verb, kind) : VERB_WORDS[verb].send;

/** The button that keeps so many items of a list, and leaves the rejected ones out. */
export const continueLabel = (kind: ApprovalKind, left: number): string =>
  `${isAboutCall(kind) ? "Run" : "Continue"} with ${left}`;

/** A verb as the record of a decision says it. */
export const pastVerbLabel = (verb: GateVerb): string => VERB_WORDS[verb].past ?? VERB_WORDS[verb].label;

/** What each key chooses, at a gate or on its row in a list. */
export const VERB_KEYS: readonly { key: string; does: string }[] = keysOfVerbs().map(([key, verbs]) => {
  const labels = verbs.map((verb) => verbLabel(verb));
  return { key, does: labels.map((label, n) => (n === 0 ? label : label.toLowerCase())).join(", ") };
});

function keysOfVerbs(): [key: string, verbs: GateVerb[]][] {
  const hasKey = (verb: GateVerb, key: string) =>
    APPROVAL_KINDS.some((kind) => keyOfVerb(kind, verb) === key);
  const keys = GATE_VERBS.flatMap((verb) => APPROVAL_KINDS.flatMap((kind) => keyOfVerb(kind, verb) ?? []));
  return [...new Set(keys)].map((key) => [key, GATE_VERBS.filter((verb) => hasKey(verb, key))]);
}

/** The sign of a closed gate: taken, refused, or closed without an answer. */
export function closedIcon(verb: GateVerb | undefined): string {
  if (verb === undefined) return "■";
  return verbRow(verb).refuses ? "✕" : "✓";
}

export const actorName = (actor: ActorRef): string => (actor.kind === "person" ? actor.name : "the engine");

/** How many items of a list a person accepted and rejected. */
export function formatItemCounts(items: readonly { verdict: "accept" | "reject" }[]): string {
  const rejected = items.filter(({ verdict }) => verdict === "reject").length;
  return `${items.length - rejected} accepted, ${rejected} rejected`;
}

const CHANNEL_WORDS: Record<Channel, string> = {
  console: "in the console",
  api: "by API",
  terminal: "in the terminal",
};

/** Where an answer came from, or why nobody gave one; empty where nothing is known of it. */
export const answeredFrom = ({
  channel,
  provenance,
}: Pick<NonNullable<ApprovalState["decided"]>, "channel" | "provenance">): string =>
  channel ? CHANNEL_WORDS[channel] : provenance === "person" ? "" : provenance.replaceAll("_", " ");

/** Who was first with an answer, and with which. */
export const decidedFirstText = ({ by, verb }: { by: string; verb: GateVerb }): string =>
  `${by} decided this first: ${pastVerbLabel(verb).toLowerCase()}`;

type GateTimeout = Pick<ApprovalState, "kind" | "onTimeout" | "escalations" | "escalateTo">;

/** What happens when nobody answers in time; empty where nothing is known of it. */
export function timeoutLabel(gate: GateTimeout): string {
  const { kind, onTimeout } = gate;
  if (onTimeout === undefined) return "";
  const next = escalationTarget(gate);
  if (next) return `then: escalates to ${next.length === 0 ? "everyone" : formatAssignees(next)}`;
  if (kind === "tool_input" && onTimeout === "reject") return "then: continues without an answer";
  if (onTimeout === "pause") return "then: the run pauses, and this stays open";
  if (onTimeout === "escalate") return `then: ${gateRow(kind).silence ?? "reject"}`;
  return `then: ${onTimeout}`;
}

/** Names and roles in words: "Ada, or anyone with the role lead". */
export function formatAssignees(assignees: readonly string[]): string {
  const words = assignees.map((one) =>
    one.startsWith(ROLE_PREFIX) ? `anyone with the role ${one.slice(ROLE_PREFIX.length)}` : one,
  );
  return words.join(", or ");
}

/** The terms of a gate in sentences; none where anybody may answer by themselves. */
export function describeTerms(
  { quorum, needs, votes, notBy, escalations, handedOn = [] }: GateTerms,
  assignees: readonly string[],
  kind?: ApprovalKind,
): string[] {
  const progress = formatQuorum({ quorum, needs, votes });
  const takes =
    kind === "unknown_outcome"
      ? `Running the call again needs ${quorum} people: ${progress}. Any one of them can say that it happened, or abort.`
      : `Needs ${quorum} people with the same answer: ${progress}. A single rejection is final.`;
  const authors = notBy.map(({ name }) => name).join(" or ");
  return [
    assignees.length > 0 && `For ${formatAssignees(assignees)}.`,
    quorum > 1 ? takes : progress !== "" && `${progress}.`,
    authors !== "" && `Needs a second person: ${authors} wrote the mission or plan and can only reject.`,
    ...handedOn.map(
      ({ by, to, reason }) => `Handed on to ${formatAssignees(to)} by ${by.name}: ${quoted(reason)}`,
    ),
    escalations > 0 && `Escalated after a missed deadline${escalations > 1 ? ` ${escalations} times` : ""}.`,
  ].filter((line) => line !== false);
}

/** Who may not decide otherwise while a decision is held, being the author under four eyes; undefined where everyone may. */
export function describeHeldTerms(notBy: readonly { name: string }[]): string | undefined {
  if (notBy.length === 0) return;
  const authors = notBy.map(({ name }) => name).join(" or ");
  return `Deciding otherwise needs a second person: ${authors} wrote the mission or plan and can only abort, or have it applied sooner.`;
}

/** The terms that bind what an answer brings, in sentences: who may give one, and how many have to give the same. */
export const describeSay = (terms: readonly SayTerms[]): string[] =>
  terms.map(({ assignees, quorum, notBy }) => {
    const authors = notBy.length > 0 ? `, but not ${notBy.map(({ name }) => name).join(" or ")}` : "";
    if (quorum > 1)
      return `${RESTS_ON_IT} So it takes ${quorum} people who give the same: ${whoReviews(assignees)}${authors}.`;
    return `${RESTS_ON_IT} So ${whoReviews(assignees)} may give it${authors}.`;
  });

type SayTerms = { assignees: readonly string[]; quorum: number; notBy: readonly { name: string }[] };

const whoReviews = (assignees: readonly string[]): string =>
  assignees.length > 0 ? formatAssignees(assignees) : "anyone who may review";

const RESTS_ON_IT =
  "Work that acts outside rests on what you give here, and people let it act or are asked about it.";

/** Why a person may not answer, in words for them; `bypassing` what they would do without the answer, at a gate or of the plan. */
export function describeDenial(
  denial: Denial,
  { bypassing = false }: { bypassing?: boolean | "plan" | "say" | "template" } = {},
): string {
  const { assignees } = denial;
  if (bypassing === "template") return `${ASKED_IN_RUNS} ${deniedVersion(denial)} ${OWN_TEMPLATE}`;
  if (denial.code === "quorum")
    return `The task waits at a gate that takes the answers of ${denial.quorum} people: it is for ${whoReviews(assignees)}.`;
  if (bypassing === "say") return `${RESTS_ON_IT} ${deniedAnswer(denial)}`;
  if (bypassing === "plan")
    return `People let this plan run, and this changes what acts in it. ${deniedAnswer(denial)}`;
  return bypassing ? `The task waits at a gate. ${deniedAnswer(denial)}` : deniedAnswer(denial);
}

const ASKED_IN_RUNS =
  "Runs of this template ask people or check results before they act, and this version does so otherwise or less.";
const OWN_TEMPLATE = "Save it as a template of its own instead.";

function deniedVersion(denial: Denial): string {
  const who = whoReviews(denial.assignees);
  if (denial.code === "quorum") return `That takes ${denial.quorum} people, and one saves a version: ${who}.`;
  if (denial.code === "author") return "Its author is no second pair of eyes.";
  return `That is up to ${who}.`;
}

function deniedAnswer(denial: Exclude<Denial, { code: "quorum" }>): string {
  const { code, assignees } = denial;
  if (code === "nameless") return "This gate takes an answer only from a person by name.";
  if (code === "not_reviewer")
    return `This needs the right to review, and to be asked here: it is for ${assignees.length > 0 ? formatAssignees(assignees) : "anyone who may review"}.`;
  if (code === "handed_on")
    return `You handed this gate on without being asked yourself: it is for ${formatAssignees(assignees)}.`;
  if (code === "not_assigned")
    return `This gate is for ${formatAssignees(assignees)}. You can see it, but not answer it.`;
  const others = assignees.length > 0 ? formatAssignees(assignees) : "anyone else who may review";
  return `You wrote the mission or its plan, or asked for this change of it, and this gate takes a second pair of eyes: ${others} may let it pass, but not ${denial.authors.join(" or ")}. You may still stop it.`;
}
