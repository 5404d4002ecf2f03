import type { AssignablePeople, ObligationFacts } from "@/lib/agents/facts";
import { formatReason, SKIPPED_BY_PERSON } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import { localOperator } from "@/lib/core/people";
import type { ModelMessage } from "@/lib/core/ports";
import { writeBlock } from "@/lib/core/prompt-blocks";
import { openObligations } from "@/lib/core/run/controls/open";
import { toldOfOthers } from "@/lib/core/run/controls/release/approved";
import { type ControlTerms, shownId } from "@/lib/core/run/controls/terms/terms";
import type { Reason } from "@/lib/core/run/events/reason";
import { assignable } from "@/lib/core/run/gates/passable";
import { simulatedBasis, simulatedToolsOf } from "@/lib/core/run/simulated";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { EffectContext } from "./effect";

/** Facts of a run that the prompts of several roles show. */

const SIMULATED_NOTE =
  "These tasks rest on simulated tools. Their results are made up, and what builds on them is to be called simulated:";

/**
 * A message with what rests on simulated tools, where something does, behind everything else; for the one who works on a
 * task without what that one is not told of.
 */
export function withSimulatedNote<M extends ModelMessage>(
  message: M,
  state: Readonly<RunState>,
  taskId?: string,
): M {
  if (message.role !== "user" || simulatedToolsOf(state).length === 0) return message;
  const isTold = taskId === undefined ? () => true : toldOfOthers(state, taskId);
  const lines = state.order.filter(isTold).flatMap((id) => {
    const tools = simulatedBasis(state, id);
    return tools.length === 0 ? [] : `${id}: ${tools.join(", ")}`;
  });
  if (lines.length === 0) return message;
  const note = [SIMULATED_NOTE, ...lines].join("\n");
  return { ...message, text: `${message.text}\n\n${writeBlock("simulated", note)}` };
}

/**
 * Why a task came to nothing, for those who work after it: words of a skip are for people, and those of a refusal come as what
 * people said (docs/engine.md, "What people say"). Where another came to nothing before it, that one says why.
 */
export function reasonTold(state: Readonly<RunState>, task: TaskState): string | undefined {
  const { diagnosis } = task;
  if (diagnosis?.code === "upstream") {
    const origin = originOf(state, task);
    const cause = origin && isAnswered(origin) ? BY_PERSON : origin && diagnosis.cause;
    return formatReason({ code: diagnosis.code, tasks: diagnosis.tasks, ...(cause && { cause }) });
  }
  if (!isAnswered(task)) return diagnosis && formatReason(diagnosis);
  return SKIPPED_BY_PERSON;
}

const BY_PERSON = { code: "stated", text: SKIPPED_BY_PERSON } as const;

/** The task for which this one and those between them came to nothing; undefined where it cannot be found any more. */
function originOf(state: Readonly<RunState>, task: TaskState): TaskState | undefined {
  const seen = new Set<string>();
  for (let one: TaskState | undefined = task; one && !seen.has(one.id); ) {
    seen.add(one.id);
    const { diagnosis }: TaskState = one;
    if (diagnosis?.code !== "upstream") return diagnosis && one;
    one = getOwn(state.tasks, diagnosis.tasks[0]?.taskId ?? "");
  }
  return;
}

/** True where a person ended the task, or may have. */
const isAnswered = ({ diagnosis, spec }: TaskState): boolean =>
  diagnosis?.code === "skipped_by_person" ||
  (spec.type === "human_review" && diagnosis !== undefined && !ENDS_WITHOUT_ANSWER.has(diagnosis.code));

/** How a gate ends that nobody answers. */
const ENDS_WITHOUT_ANSWER: ReadonlySet<Reason["code"]> = new Set([
  "unanswered",
  "condition_false",
  "measure_changed",
  "acts_changed",
  "missing_results",
]);

/** The day on which the run was created, as `2026-09-23 (UTC)`: where its people are it may be another. */
export const dateOf = ({ createdAt }: Readonly<RunState>): string =>
  `${new Date(createdAt).toISOString().slice(0, 10)} (UTC)`;

/** What people have to agree to before it happens; with `isTold` of these tasks alone. */
export function obligationFacts(
  state: Readonly<RunState>,
  isTold: (taskId: string) => boolean = () => true,
): ObligationFacts[] {
  return openObligations(state).flatMap(({ obligation: { control, terms }, holdsBack }) =>
    isTold(control) ? { control, needs: needsOf(terms), holdsBack: holdsBack.filter(isTold) } : [],
  );
}

/** All terms in which another control could be weaker. */
function needsOf({ kind, assignees, quorum, fourEyes, form, shows, ...terms }: ControlTerms): string {
  const { escalateTo, timeoutSeconds, onTimeout, requiresReason, condition } = terms;
  const people = quorum > 1 ? `${quorum} people` : "a person";
  const handedOn = escalateTo.length > 0 ? ` to ${escalateTo.join(", ")}` : "";
  return [
    `${kind} by ${people}${assignees.length > 0 ? ` of ${assignees.join(", ")}` : ""}`,
    ...(fourEyes ? ["not by the author"] : []),
    ...(requiresReason ? ["a rejection says why"] : []),
    ...(timeoutSeconds === undefined ? [] : [`after ${timeoutSeconds} s ${onTimeout}${handedOn}`]),
    ...(form === undefined ? [] : ["with its form"]),
    ...(condition === undefined ? [] : ["under its condition"]),
    ...(shows.length > 0 ? [`shows ${[...new Set(shows.map(shownId))].join(", ")}`] : []),
  ].join("; ");
}

/** Of the names and roles that a prompt lists. */
const MAX_NAMES = 30;

/** Who can answer gates, as planners see it; undefined where it is the local person alone, whom every name means. */
export function peopleFor({ people }: Pick<EffectContext, "people">): AssignablePeople | undefined {
  const able = people().filter(({ capabilities }) => capabilities.includes("review"));
  if (able.every(({ id }) => id === localOperator.id)) return;
  return { names: assignable(able).slice(0, MAX_NAMES), count: able.length };
}
