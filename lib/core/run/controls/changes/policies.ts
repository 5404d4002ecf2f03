import { canonicalJson } from "../../../json";
import { getOwn } from "../../../own";
import { declaredAgent } from "../../../plan/agents";
import { ANY_TOOL, callableTools, type PlanReach } from "../../../plan/reach";
import type { StoredAgent, StoredTask } from "../../../plan/stored";
import type { PolicyRule, SourcedPolicy, ToolPolicy } from "../../../policy";
import { coversCost, isAbout, isCostRule } from "../../../policy/cost-rules";
import { type PlanInForce, tasksInForce } from "../../state/in-force";
import { mayCall } from "../obligations";
import { workUpTo } from "../work";

/**
 * What an agent's own policy denied or asked about in one plan version, for as long as the run lives: a later version that
 * redefines the agent, or gives its tools to another, takes nothing away (docs/engine.md, "Controls").
 */
export type HeldPolicy = {
  version: number;
  agent: string;
  /** Tools by which the agent's tasks and programs could change something outside. */
  tools: string[];
  denied: string[];
  /** Each about one of the tools. */
  rules: (PolicyRule & { tool: string })[];
  /** The work that leads to each task which used one of the tools without this policy then, by digest, */
  free: string[];
  /** and work that may by leave of people in this run. */
  waived: string[];
};

type Version = {
  version: number;
  tasks: readonly StoredTask[];
  agents: Readonly<Record<string, StoredAgent>>;
  reach?: PlanReach | undefined;
};

/** The policies that a plan version brings, of agents that have one and a task or program that changes something. */
export function heldPoliciesOf(next: Version): HeldPolicy[] {
  const { tasks, agents, version } = next;
  return Object.keys(agents).flatMap((agent): HeldPolicy[] => {
    const policy = declaredAgent({ agents }, agent)?.policy;
    if (!policy) return [];
    const used = tasks.filter((task) => mayCall(task) && task.agent === agent);
    const tools = [...new Set(used.flatMap((task) => toolsOf(next, task)))].sort();
    const denied = tools.filter((tool) => isDenied(policy, tool));
    const rules = policy.rules
      .filter(({ effect }) => effect !== "allow")
      .flatMap((rule) => tools.flatMap((tool) => (isAbout(rule, tool) ? [{ ...rule, tool }] : [])));
    if (denied.length === 0 && rules.length === 0) return [];
    const held = { version, agent, tools, denied, rules, free: [], waived: [] };
    const free = tasks
      .filter((task) => weakens(next, held, task))
      .map(({ id }) => workUpTo(tasks).get(id) as string);
    return [{ ...held, free: [...new Set(free)].sort() }];
  });
}

/** The tasks of a version, of those that have not ended, that use a tool under less than the policy that held it. */
export function exposedByPolicy(next: Version, held: HeldPolicy, ended: ReadonlySet<string>): StoredTask[] {
  const leading = workUpTo(next.tasks);
  return next.tasks.filter(
    (task) => !ended.has(task.id) && !isFree(held, leading.get(task.id)) && weakens(next, held, task),
  );
}

/** What the policies of earlier versions still say of the calls of one of these tasks, whatever its agent is now. */
export function policiesHeldOver(
  state: PlanInForce & { heldPolicies: readonly HeldPolicy[] },
  taskId: string,
): SourcedPolicy[] {
  if (state.heldPolicies.length === 0) return [];
  const work = workUpTo(tasksInForce(state)).get(taskId);
  return state.heldPolicies
    .filter((held) => !isFree(held, work))
    .map(({ agent: name, denied, rules }) => ({
      denied,
      rules,
      allowed: null,
      requiredTags: [],
      source: { level: "agent", name },
    }));
}

const isFree = ({ free, waived }: HeldPolicy, work: string | undefined): boolean =>
  work !== undefined && (free.includes(work) || waived.includes(work));

function weakens(next: Version, { denied, rules }: HeldPolicy, task: StoredTask): boolean {
  const tools = toolsOf(next, task);
  const policy = mayCall(task) ? declaredAgent(next, task.agent)?.policy : undefined;
  const kept = new Set(policy?.rules.map((rule) => canonicalJson(rule)));
  const isKept = (rule: PolicyRule) =>
    isCostRule(rule) ? coversCost(policy?.rules ?? [], rule, rule.tool) : kept.has(canonicalJson(rule));
  return (
    denied.some((tool) => tools.includes(tool) && !(policy && isDenied(policy, tool))) ||
    rules.some((rule) => tools.includes(rule.tool) && !isKept(rule))
  );
}

/** The tools that a task may call; where its reach is not known, those of its agent or its program. */
function toolsOf({ reach, agents }: Version, task: StoredTask): string[] {
  const tools = reach ? (getOwn(reach, task.id) ?? []) : callableTools({ agents }, task, []);
  return tools.filter((tool) => tool !== ANY_TOOL);
}

const isDenied = ({ denied, allowed }: ToolPolicy, tool: string): boolean =>
  denied.includes(tool) || (allowed !== null && !allowed.includes(tool));
