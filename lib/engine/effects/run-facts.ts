import type { ObligationFacts } from "@/lib/agents/facts";
import type { ModelMessage } from "@/lib/core/ports";
import { writeBlock } from "@/lib/core/prompt-blocks";
import { openObligations } from "@/lib/core/run/controls/open";
import type { ControlTerms } from "@/lib/core/run/controls/terms";
import { simulatedBasis, simulatedToolsOf } from "@/lib/core/run/simulated";
import type { RunState } from "@/lib/core/run/state";

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

/** The day on which the run was created, as `2026-09-23`. */
export const dateOf = ({ createdAt }: Readonly<RunState>): string =>
  new Date(createdAt).toISOString().slice(0, 10);

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
