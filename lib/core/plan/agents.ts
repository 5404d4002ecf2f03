import { getOwn } from "../own";
import type { Agent } from "./schema";
import { BUILT_IN_AGENTS } from "./words";

/** The agent that a plan declares under this name; undefined for a built-in or unknown one. */
export function declaredAgent<A = Agent>(plan: { agents: Record<string, A> }, name: string): A | undefined {
  return getOwn(plan.agents, name);
}

export function isBuiltInAgent(name: string): boolean {
  return BUILT_IN_AGENTS.some((builtIn) => builtIn === name);
}
