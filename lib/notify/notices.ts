import { describeLimit } from "@/lib/core/describe/costs/budgets";
import { describeEnding } from "@/lib/core/describe/endings";
import { callQuestion, limitIn, questionLead } from "@/lib/core/describe/gates/questions";
import { actorName } from "@/lib/core/describe/gates/words";
import { formatReasons } from "@/lib/core/describe/reason";
import { markedLine, quoted } from "@/lib/core/legible/marked";
import { eventOfEnd, type GateNotice, type Notice } from "@/lib/core/notifications";
import { getOwn } from "@/lib/core/own";
import type { EventType, RunEvent, RunState } from "@/lib/core/run";
import type { SimpleReason } from "@/lib/core/run/events/reason";
import { riskOf } from "@/lib/core/run/gates/risk";
import { isAboutCall, isApproving } from "@/lib/core/run/gates/table";
import type { ApprovalState } from "@/lib/core/run/state";
import { elideText } from "@/lib/core/text";

const MISSION_CHARS = 200;
const PROMPT_CHARS = 400;
const TITLE_CHARS = 120;

const TOLD: ReadonlySet<EventType> = new Set([
  "approval_opened",
  "approval_escalated",
  "approval_asked",
  "budget_warned",
  "run_finished",
]);

/** Whether anyone could want to hear of one of these events: without one nothing of this room costs a commit anything. */
export const areTold = (events: readonly RunEvent[]): boolean => events.some(({ type }) => TOLD.has(type));

/**
 * What people hear of a commit's events, by the state that they led to (docs/notifications.md, "Events"): nothing of
 * a gate that was closed within the commit that opened it.
 */
export function noticesOf(state: Readonly<RunState>, events: readonly RunEvent[]): Notice[] {
  return events.flatMap((event): Notice[] => {
    const at = { runId: state.runId, seq: event.seq, atMs: event.at, ...factsOf(state) };
    switch (event.type) {
      case "approval_opened":
      case "approval_escalated": {
        const gate = getOwn(state.approvals, event.payload.approvalId);
        if (gate?.status !== "open") return [];
        const name = event.type === "approval_opened" ? "gate.opened" : "gate.escalated";
        return [{ event: name, ...at, gate: gateNotice(state, gate) }];
      }
      case "approval_asked": {
        const gate = getOwn(state.approvals, event.payload.approvalId);
        if (gate?.status !== "open") return [];
        const prompt = shortened(`${actorName(event.actor)}: ${event.payload.words}`, PROMPT_CHARS);
        return [{ event: "gate.asked", ...at, gate: { ...gateNotice(state, gate), prompt } }];
      }
      case "budget_warned": {
        const { counter, used, limit, unpriced } = event.payload;
        // That the cost of a model is unknown says nothing of how much is used.
        return unpriced ? [] : [{ event: "run.limit_near", ...at, limit: { counter, used, limit } }];
      }
      case "run_finished": {
        const { reason, durationMs, because } = event.payload;
        const name = eventOfEnd(reason, because);
        if (!name) return [];
        const text = describeEnding(reason, state.taskTotals, { because });
        const { used, unknown } = state.ledger;
        const cost = unknown.costMicroUsd > 0 ? {} : { costMicroUsd: used.costMicroUsd };
        return [{ event: name, ...at, end: { reason, text, durationMs, ...cost } }];
      }
      default:
        return [];
    }
  });
}

/** That a gate has opened, of one that no commit has opened: a drill, as what it looks like. */
export function noticeOfGate(state: Readonly<RunState>, gate: ApprovalState): Notice {
  const { runId } = state;
  return {
    event: "gate.opened",
    runId,
    seq: gate.openedSeq,
    atMs: gate.openedAt,
    ...factsOf(state),
    gate: gateNotice(state, gate),
  };
}

const factsOf = ({ mission, author }: Readonly<RunState>): Pick<Notice, "mission" | "startedBy"> => ({
  mission: shortened(mission, MISSION_CHARS),
  ...(author?.kind === "person" && { startedBy: author.id }),
});

function gateNotice(state: Readonly<RunState>, gate: ApprovalState): GateNotice {
  const { approvalId, kind, deadlineAt, verbs, assignees } = gate;
  const isRisky = verbs.some((verb) => isApproving(verb) && riskOf(state, gate, verb));
  return {
    approvalId,
    kind,
    prompt: promptOf(state, gate),
    ...(isRisky && { risk: "high" }),
    ...(deadlineAt !== undefined && { deadlineAtMs: deadlineAt }),
    ...(assignees.length > 0 && { assignees }),
  };
}

/**
 * What a gate asks as channels hear of it: our words, those of the plan's author, and names. Of a call its tool, its task
 * and why a person is asked; no result, argument or reasoning of a model.
 */
function promptOf(state: Readonly<RunState>, gate: ApprovalState): string {
  const { kind, question, subject, taskId = "" } = gate;
  const title = getOwn(state.tasks, taskId)?.spec.title;
  const named = title === undefined ? "" : ` ${quoted(shortened(title, TITLE_CHARS))}`;
  if (kind === "human_review") return shortened(ownWords(state, gate), PROMPT_CHARS) || `Human gate${named}`;
  if (kind === "tool_input") return `${subject?.tool ?? "A tool"} asks for input.`;
  if (isAboutCall(kind)) {
    const ofTask = named && ` Task${named}.`;
    const why = question?.about === "call" ? (formatReasons(question.reasons.map(withoutOutput)) ?? "") : "";
    const agent = question?.about === "call" ? question.agent : undefined;
    const asks = callQuestion(kind, { tool: String(subject?.tool ?? "a tool"), agent });
    return shortened(`${asks}${ofTask} ${why}`, PROMPT_CHARS);
  }
  if (question?.about === "review") {
    const { decision = "nothing that could be read" } = question;
    return `Review${named}: a model proposes ${decision}.`;
  }
  if (question?.about === "fault") return "The engine met a fault with this run.";
  if (question?.about === "limit") return `${describeLimit(limitIn(subject))}.`;
  return shortened(questionLead(gate), PROMPT_CHARS);
}

/** The question of a human gate; of earlier runs, where results stand in it unmarked, none. */
function ownWords(
  { tasks }: Readonly<RunState>,
  { prompt = "", quotes, taskId = "" }: ApprovalState,
): string {
  const written = getOwn(tasks, taskId)?.spec.gate?.prompt;
  const holdsResults = quotes === undefined && typeof written === "string" && /\{\{/.test(written);
  return holdsResults ? "" : prompt;
}

function withoutOutput(reason: SimpleReason): SimpleReason {
  if (reason.code !== "call_repeated") return reason;
  const { stage } = reason.earlier;
  if (stage === "other_arguments") return { ...reason, earlier: { stage } };
  return stage === "finished" ? { ...reason, earlier: { stage: "started" } } : reason;
}

/** One line of at most so many characters, in which nothing is hidden and no address of others can be pressed. */
function shortened(text: string, chars: number): string {
  return elideText(withoutLinks(markedLine(text)), chars);
}

/** Up to what may close a quotation or brackets that it stands in. */
const ADDRESS =
  /\b[a-z][a-z\d+.-]*:\/\/[^\s"”’»)\]}>]*|\b(?:www\.|(?:mailto|tel|data|javascript):)[^\s"”’»)\]}>]+/giu;
/** What clients make a link of as well, by its form: the ending of a host or a mail address, whichever there is. */
const BARE_HOST =
  /(?<=[\p{L}\p{M}\p{N}])[.\u3002\uff0e\uff61](?=(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)(?![\p{L}\p{M}\p{N}]))/giu;

/** The same of numbers that stand for a host, four or more with dots between them. */
const NUMBERED_HOST = /\p{N}+(?:[.\u3002\uff0e\uff61]\p{N}+){3,}/gu;
const DOT = /[.\u3002\uff0e\uff61]/gu;

/** The text with `[link]` in the place of addresses, and names of hosts that nothing makes a link of. */
const withoutLinks = (text: string): string =>
  text
    .replace(ADDRESS, "[link]")
    .replace(BARE_HOST, "[.]")
    .replace(NUMBERED_HOST, (host) => host.replace(DOT, "[.]"));
