import { canonicalJson, type Json } from "../json";
import { declaredAgent } from "./agents";
import { type Agent, agent as agentSchema, type Plan } from "./schema";
import type { Renamed, TailInput } from "./tail-input";

const UNDESCRIBED = canonicalJson(agentSchema.parse({}) as Json);

/**
 * The current agents and those of the tail. An agent that a kept task uses is never altered: the tail's gets a
 * fresh name instead. `nameOf` tells what a tail task's agent is called in the result.
 */
export function mergeAgents({ current, keep, tail, version }: TailInput): {
  agents: Plan["agents"];
  nameOf: (name: string) => string;
  renamed: Renamed[];
} {
  const kept = current.tasks.filter((task) => keep.has(task.id));
  const inUse = new Set(kept.flatMap(({ agent, review }) => [agent, ...(review?.reviewers ?? [])]));
  const taken = new Set([...Object.keys(current.agents), ...Object.keys(tail.agents)]);
  const agents = new Map(Object.entries(current.agents));
  const names = new Map<string, string>();
  for (const [name, agent] of Object.entries(tail.agents)) {
    const before = declaredAgent(current, name);
    if (before && (sameAgent(before, agent) || canonicalJson(agent as Json) === UNDESCRIBED)) continue;
    const to = before && inUse.has(name) ? freshName(name, version, taken) : name;
    if (to !== name) names.set(name, to);
    agents.set(to, agent);
  }
  const why = "a finished or running task uses the agent of that name as it was";
  return {
    agents: Object.fromEntries(agents),
    nameOf: (name) => names.get(name) ?? name,
    renamed: [...names].map(([from, to]) => ({ what: "agent", from, to, why })),
  };
}

/** `<name>_v<version>`, with a further number if even that is taken; the result is taken from then on. */
export function freshName(name: string, version: number, taken: Set<string>): string {
  const stem = name.replace(/_v\d+$/, "");
  const base = `${taken.has(stem) ? stem : name}_v${version}`;
  let fresh = base;
  for (let n = 2; taken.has(fresh); n += 1) fresh = `${base}_${n}`;
  taken.add(fresh);
  return fresh;
}

function sameAgent(a: Agent, b: Agent): boolean {
  return canonicalJson(a as Json) === canonicalJson(b as Json);
}
