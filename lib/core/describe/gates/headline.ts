import { statusOf } from "@/lib/core/run/effects/status-of";
import { isAboutCall } from "@/lib/core/run/gates/table";
import { openReflection } from "@/lib/core/run/reflections";
import { endOf } from "@/lib/core/run/retrospects";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { approvers } from "@/lib/core/run/state/verified";
import { markedLine, markedText, quoted } from "../../legible/marked";
import { getOwn } from "../../own";
import { openGates } from "../../run/selectors";
import type { TaskTotals } from "../../run/state/totals";
import { elideText } from "../../text";
import { describeEnding } from "../endings";
import { lowerFirst } from "../letters";
import { formatReason, formatReasons } from "../reason";
import { callLead, questionLead } from "./questions";
import { KIND_LABELS } from "./words";

type Titled = Pick<ApprovalState, "kind" | "taskId" | "prompt" | "question" | "subject">;

/**
 * What a gate is about, in a few words: its kind and its task, or the call that asks, of which a task may have several.
 * Names and words of others stand in quotation marks, with marks for what nobody would see: none reads as ours.
 */
export function gateTitle(state: RunState, gate: Titled): string {
  if (isAboutCall(gate.kind)) return shortQuestion(gate);
  const task = gate.taskId === undefined ? undefined : getOwn(state.tasks, gate.taskId);
  return task ? `${KIND_LABELS[gate.kind]} ${quotation(task.spec.title)}` : shortQuestion(gate);
}

const quotation = (text: string): string => (text === "" ? "" : quoted(text));

/** The state of a run in a sentence that a person would say; what needs a person comes first. */
export function headline(state: RunState): string {
  const end = endOf(state);
  if (end)
    return endingText(
      end,
      state.taskTotals,
      approvers(state),
      state.reflection?.accepted?.outcome === "requires_followup",
    );
  const gates = openGates(state);
  const [gate] = gates;
  if (gate) {
    const more = gates.length > 1 ? ` and ${gates.length - 1} more` : "";
    const waiting = state.paused ? "Paused, and waiting for you" : "Waiting for you";
    return `${waiting}: ${lowerFirst(gateTitle(state, gate))}${more}`;
  }
  if (state.paused) return "Paused: nothing new starts until it is resumed";
  if (state.replan) return `Replanning: ${formatReason(state.replan.cause.reason)}`;
  const status = statusOf(state);
  if (state.iteration) return `Planning iteration ${state.iteration.number}: ${state.iteration.reason}`;
  if (status === "planning") return "Planning: the plan is being written";
  if (status === "finishing") return finishingText(state);
  return activityText(state);
}

function finishingText(state: RunState): string {
  const reflection = openReflection(state);
  if (!reflection) return "Finishing: the answer is being written";
  return reflection.answers.at(-1)?.critique
    ? "Finishing: the answer is being revised"
    : "Finishing: a critic is scoring the answer";
}

/** An early completion with a message is one with what there was, not one of a mission that was achieved. */
function endingText(
  { reason, because }: NonNullable<RunState["finished"]>,
  totals: TaskTotals,
  approvers: readonly string[],
  followUp: boolean,
): string {
  const message = formatReasons(because);
  const ending = describeEnding(reason, totals, { because, approvers });
  if (message === undefined) return followUp ? `${ending}; its answer needs follow-up` : ending;
  const opening = reason === "completed_early" ? "Completed with the results so far" : ending;
  return `${opening}. ${message}`;
}

function activityText(state: RunState): string {
  const held = Object.keys(state.held)[0];
  const { proposal, claim } = (held === undefined ? undefined : getOwn(state.tasks, held)) ?? {};
  if (proposal && claim) return `${claim.by.name} is deciding about the proposed ${proposal.decision}`;
  if (proposal) return `A review proposes ${proposal.decision}; it applies after a short hold`;
  const active = Object.keys(state.active).flatMap((id) => getOwn(state.tasks, id)?.spec.title ?? []);
  if (active.length === 0 && state.refinements?.asked)
    return "Running: a model checks whether the rest of the plan still fits";
  if (active.length === 0) return "Running: the next task is about to start";
  const more = active.length > 1 ? ` and ${active.length - 1} more` : "";
  return `Running: ${markedLine(String(active[0]))}${more}`;
}

const TITLE_CHARS = 120;

/** Of what a tool or the author of a plan asks the first sentence; the engine's own questions have a lead. */
function shortQuestion(gate: Titled): string {
  const { kind, prompt, question } = gate;
  if (prompt === undefined && question?.about === "call") return callLead(kind, question, TITLE_CHARS);
  const lead = questionLead(gate);
  if (prompt === undefined) return elideText(markedText(lead), TITLE_CHARS);
  const [sentence = lead] = lead.split(/(?<=[.?!])\s/, 1);
  return quotation(elideText(sentence, TITLE_CHARS));
}
