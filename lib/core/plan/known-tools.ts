import { toolNamed } from "../mcp/tools";
import type { PlanningHints } from "./hints";
import type { Agent, Plan } from "./schema";

/** A plan of a model with the tools of its agents under the names that exist, where each can only mean one of them. */
export function withKnownTools(plan: Plan, known: readonly string[]): Plan {
  const named = (name: string) => toolNamed(name, known) ?? name;
  const agents = Object.entries(plan.agents).map(([id, agent]): [string, Agent] => {
    const tools = [...new Set(agent.tools.map(named))];
    return [
      id,
      agent.hints ? { ...agent, tools, hints: namedHints(agent.hints, named) } : { ...agent, tools },
    ];
  });
  return { ...plan, agents: Object.fromEntries(agents) };
}

function namedHints(hints: PlanningHints, named: (name: string) => string): PlanningHints {
  const { ordering, parallelGroups, sequentialOnly, disallowed, preferred } = hints;
  return {
    ...hints,
    ordering: ordering.map(named),
    parallelGroups: parallelGroups.map((group) => group.map(named)),
    sequentialOnly: sequentialOnly.map(named),
    disallowed: disallowed.map(named),
    preferred: preferred.map(named),
  };
}
