import type { AgentUse } from "../agent-views";
import type { ExampleHindrance } from "../examples/hindrances";
import type { AgentWork, ReviewDecided, TemplateOutcome } from "../templates/view";
import { formatCount } from "./amounts";

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** How many of them the simulated model made. */
const simulatedOf = (simulated: number, all: number): string | undefined =>
  simulated === 0 ? undefined : simulated === all ? "simulated" : `${simulated} simulated`;

/** What runs of a template version came to: "3 of 4 runs completed (75%), 1 open". */
export function formatOutcome({
  runs,
  ended,
  completed,
  simulated,
}: Omit<TemplateOutcome, "version">): string {
  if (runs === 0) return "not run yet";
  const open = runs > ended ? `${runs - ended} open` : undefined;
  if (ended === 0) return `${counted(runs, "run")} open`;
  const share = `${Math.round((completed / ended) * 100)}%`;
  const facts = `${completed} of ${counted(ended, "run")} completed (${share})`;
  return [facts, simulatedOf(simulated, ended), open].filter(Boolean).join(", ");
}

/** What tasks came to whose agent was exactly one version of a template: "4 of 5 tasks succeeded, 1 failed". */
export function formatVersionWork({
  tasks,
  succeeded,
  failed,
  simulated,
}: Omit<AgentWork, "version">): string {
  if (tasks === 0) return "no task lately";
  const bad = failed > 0 ? `${failed} failed` : undefined;
  const facts = `${succeeded} of ${counted(tasks, "task")} succeeded`;
  return [facts, bad, simulatedOf(simulated, tasks)].filter(Boolean).join(", ");
}

/**
 * What was decided where exactly one version of a review was asked: "4 of 5 decisions stood (80%), 1 overridden". One stood
 * where what the model proposed was applied, and was overridden where a person or a rule decided otherwise.
 */
export function formatReviewDecided({ decisions, stood, simulated }: Omit<ReviewDecided, "version">): string {
  if (decisions === 0) return "no decision lately";
  const share = `${Math.round((stood / decisions) * 100)}%`;
  const overridden = decisions > stood ? `${decisions - stood} overridden` : undefined;
  const facts = `${stood} of ${counted(decisions, "decision")} stood (${share})`;
  return [facts, overridden, simulatedOf(simulated, decisions)].filter(Boolean).join(", ");
}

/** What the tasks of agents of a name came to: "4 of 5 tasks succeeded, 1 failed, in 2 runs". */
export function formatAgentWork({ tasks, succeeded, failed, runs }: AgentUse): string {
  const where = `in ${counted(runs, "run")}`;
  if (tasks === 0) return `no tasks begun, ${where}`;
  const bad = failed > 0 ? `${failed} failed` : undefined;
  return [`${succeeded} of ${counted(tasks, "task")} succeeded`, bad, where].filter(Boolean).join(", ");
}

/** Says why no prompt carries an example. */
export function hindranceWords(found: ExampleHindrance): string {
  switch (found.code) {
    case "off":
      return "It is off.";
    case "missing_tools":
      return found.tools.length === 1
        ? `Its tool ${found.tools[0]} is not offered to runs.`
        : `Its tools ${found.tools.slice(0, -1).join(", ")} and ${found.tools.at(-1)} are not offered to runs.`;
    case "too_long":
      return `With its texts cut it takes about ${formatCount(found.tokens)} tokens; runs give examples ${formatCount(found.room)} together, unless their settings say otherwise.`;
  }
}
