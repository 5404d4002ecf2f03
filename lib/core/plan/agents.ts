import { type Agent, BUILT_IN_AGENTS, type Plan } from "./schema";

/** The agent that a plan declares under this name; undefined for a built-in or unknown one. */
export function declaredAgent(plan: Pick<Plan, "agents">, name: string): Agent | undefined {
  return Object.hasOwn(plan.agents, name) ? plan.agents[name] : undefined;
}

export function isBuiltInAgent(name: string): boolean {
  return BUILT_IN_AGENTS.some((builtIn) => builtIn === name);
}
