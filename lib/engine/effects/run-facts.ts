import type { AssignablePeople, ObligationFacts } from "@/lib/agents/facts";
import { localOperator } from "@/lib/core/people";
import type { ModelMessage } from "@/lib/core/ports";
import { writeBlock } from "@/lib/core/prompt-blocks";
import { openObligations } from "@/lib/core/run/controls/open";
import type { ControlTerms } from "@/lib/core/run/controls/terms/terms";
import { assignable } from "@/lib/core/run/gates/passable";
import { simulatedBasis, simulatedToolsOf } from "@/lib/core/run/simulated";
import type { RunState } from "@/lib/core/run/state";
import type { EffectContext } from "./effect";

/** Facts of a run that the prompts of several roles show. */

/** A message with what rests on simulated tools, where something does, behind everything else. */
export function withSimulatedNote<M extends ModelMessage>(message: M, state: Readonly<RunState>): M {
  if (message.role !== "user" || simulatedToolsOf(state).length === 0) return message;
  const lines = state.order.flatMap((id) => {
    const tools = simulatedBasis(state, id);
    return tools.length === 0 ? [] : `${id}: ${tools.join(", ")}`;
  });
  const note = ["These tasks rest on simulated tools:", ...lines].join("\n");
  return { ...message, text: `${message.text}\n\n${writeBlock("simulated", note)}` };
}

/** The day on which the run was created, as `2026-09-23 (UTC)`: where its people are it may be another. */
export const dateOf = ({ createdAt }: Readonly<RunState>): string =>
  `${new Date(createdAt).toISOString().slice(0, 10)} (UTC)`;

/** What people have to agree to before it happens. */
export function obligationFacts(state: Readonly<RunState>): ObligationFacts[] {
  return openObligations(state).map(({ obligation: { control, terms }, holdsBack }) => ({
    control,
    needs: needsOf(terms),
    holdsBack,
  }));
}

function needsOf({ kind, assignees, quorum, fourEyes, form, shows }: ControlTerms): string {
  const people = quorum > 1 ? `${quorum} people` : "a person";
  return [
    `${kind} by ${people}${assignees.length > 0 ? ` of ${assignees.join(", ")}` : ""}`,
    ...(fourEyes ? ["not by the author"] : []),
    ...(form === undefined ? [] : ["with its form"]),
    ...(shows.length > 0 ? [`shows ${shows.join(", ")}`] : []),
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
