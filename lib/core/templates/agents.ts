import { getOwn } from "../own";
import { isBuiltInAgent } from "../plan/agents";
import type { Agent, Plan } from "../plan/schema";

/** An agent that people have set up: a plan of one task that it does, whose objective says when to use it. */
type KnownAgent = { name: string; body: Plan };

/** What such an agent is, and when to put it into a plan. */
export type OwnAgent = { name: string; useWhen?: string; agent: Agent };

/** The agent that a template holds; undefined where its plan is anything else than one agent and its one task. */
export function ownAgent({ name, body }: KnownAgent): OwnAgent | undefined {
  const { objective: useWhen = "" } = body;
  const agent = agentIn(body);
  return agent && { name, agent, ...(useWhen !== "" && { useWhen }) };
}

function agentIn({ agents, tasks: [task, ...others] }: Plan): Agent | undefined {
  const [declared, ...more] = Object.entries(agents);
  if (!declared || more.length > 0 || others.length > 0) return;
  const [name, agent] = declared;
  return task?.type === "task" && task.agent === name ? agent : undefined;
}

/** The plan that stands for an agent in a template. */
export const planOfAgent = ({ name, useWhen, agent }: OwnAgent): Plan => ({
  title: name,
  ...(useWhen !== undefined && useWhen !== "" && { objective: useWhen }),
  agents: { [name]: agent },
  tasks: [agentTask(name)],
});

const agentTask = (name: string): Plan["tasks"][number] => ({
  id: "work",
  title: name,
  type: "task",
  agent: name,
  input: "",
  details: [],
  dependsOn: [],
  onFailure: "stop",
  maxRetries: 1,
  critical: true,
  onVerificationFailure: "replan",
  llmReview: false,
  qualityGate: false,
});

/** Why a plan is no agent template of this name, in words; undefined for one that is. */
export function agentProblem({ name, body }: KnownAgent): string | undefined {
  if (isBuiltInAgent(name)) return `“${name}” names an agent that every plan has. Choose another name.`;
  return agentIn(body) ? undefined : "Enter one agent, with one task that it does.";
}

/**
 * The name under which a plan can have an agent of the library: its own, or its own with the first number that is free where
 * the plan has another agent of that name. `isThere`: the plan has the same agent under it already.
 */
export function nameInPlan(
  { name, agent }: OwnAgent,
  agents: Readonly<Record<string, Agent>>,
  isSame: (a: Agent, b: Agent) => boolean,
): { name: string; isThere: boolean } {
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? name : `${name} ${n}`;
    const there = getOwn(agents, tried);
    if (!there) return { name: tried, isThere: false };
    if (isSame(there, agent)) return { name: tried, isThere: true };
  }
}
