import { describeEnding } from "@/lib/core/describe/endings";
import { questionLead } from "@/lib/core/describe/gates/questions";
import { actorName } from "@/lib/core/describe/gates/words";
import { eventOfEnd, type GateNotice, type Notice } from "@/lib/core/notifications";
import type { EventType, RunEvent, RunState } from "@/lib/core/run";
import { riskOf, type ToolSideEffects } from "@/lib/core/run/gates/risk";
import { isApproving } from "@/lib/core/run/gates/table";
import type { ApprovalState } from "@/lib/core/run/state";
import { elideText } from "@/lib/core/text";

const MISSION_CHARS = 200;
const PROMPT_CHARS = 400;

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
export function noticesOf(
  state: Readonly<RunState>,
  events: readonly RunEvent[],
  effects: ToolSideEffects,
): Notice[] {
  return events.flatMap((event): Notice[] => {
    const at = { runId: state.runId, seq: event.seq, atMs: event.at, ...factsOf(state) };
    switch (event.type) {
      case "approval_opened":
      case "approval_escalated": {
        const gate = state.approvals[event.payload.approvalId];
        if (gate?.status !== "open") return [];
        const name = event.type === "approval_opened" ? "gate.opened" : "gate.escalated";
        return [{ event: name, ...at, gate: gateNotice(state, gate, effects) }];
      }
      case "approval_asked": {
        const gate = state.approvals[event.payload.approvalId];
        if (gate?.status !== "open") return [];
        const prompt = shortened(`${actorName(event.actor)}: ${event.payload.words}`, PROMPT_CHARS);
        return [{ event: "gate.asked", ...at, gate: { ...gateNotice(state, gate, effects), prompt } }];
      }
      case "budget_warned": {
        const { counter, used, limit, unpriced } = event.payload;
        // That the cost of a model is unknown says nothing of how much is used.
        return unpriced ? [] : [{ event: "run.limit_near", ...at, limit: { counter, used, limit } }];
      }
      case "run_finished": {
        const { reason, durationMs } = event.payload;
        const name = eventOfEnd(reason);
        if (!name) return [];
        const text = describeEnding(reason, state.taskTotals);
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
export function noticeOfGate(
  state: Readonly<RunState>,
  gate: ApprovalState,
  effects: ToolSideEffects,
): Notice {
  const { runId } = state;
  return {
    ...{ event: "gate.opened", runId, seq: gate.openedSeq, atMs: gate.openedAt },
    ...{ ...factsOf(state), gate: gateNotice(state, gate, effects) },
  };
}

const factsOf = ({ mission, author }: Readonly<RunState>): Pick<Notice, "mission" | "startedBy"> => ({
  mission: shortened(mission, MISSION_CHARS),
  ...(author?.kind === "person" && { startedBy: author.id }),
});

function gateNotice(state: Readonly<RunState>, gate: ApprovalState, effects: ToolSideEffects): GateNotice {
  const { approvalId, kind, deadlineAt, verbs, assignees } = gate;
  const isRisky = verbs.some((verb) => isApproving(verb) && riskOf({ state, gate, effects }, verb));
  return {
    ...{ approvalId, kind, prompt: promptOf(gate) },
    ...(isRisky && { risk: "high" }),
    ...(deadlineAt !== undefined && { deadlineAtMs: deadlineAt }),
    ...(assignees.length > 0 && { assignees }),
  };
}

/** What a tool asks is its output, which goes nowhere. */
function promptOf(gate: ApprovalState): string {
  if (gate.kind === "tool_input") return `${gate.subject?.tool ?? "A tool"} asks for input.`;
  return shortened(questionLead(gate), PROMPT_CHARS);
}

/** One line of at most so many characters. */
function shortened(text: string, chars: number): string {
  return elideText(text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim(), chars);
}
