import { digestOf } from "../bytes";
import { getOwn } from "../own";
import { declaredAgent } from "../plan/agents";
import type { PolicyRole, SourcedPolicy, ToolPolicy, WorkspacePolicies } from "../policy";
import { isAbout } from "../policy/cost-rules";
import type { ToolFacts } from "../ports";
import { policiesHeldOver } from "./controls/changes/policies";
import type { ToolMark } from "./events/release";
import type { RunState } from "./state";

/** What the policies of a use of tools depend on: the run, its workspace, and who uses them. */
export type PolicyUse = {
  state: Pick<RunState, "settings">;
  workspace: WorkspacePolicies;
  role: PolicyRole;
  /** The agent whose tools are used, where the plan declares it. */
  agent?: { name: string; policy?: ToolPolicy | undefined } | undefined;
};

/**
 * Every policy that binds a use of tools in a run, from the widest to the narrowest; the strictest holds. They come
 * together here and nowhere else (docs/policies.md).
 */
export function policiesOf({ state, workspace, role, agent }: PolicyUse): SourcedPolicy[] {
  const { toolPolicy } = state.settings;
  return [
    ...workspace.workspace.map((one) => ({ ...one, source: { ...one.source, level: "workspace" as const } })),
    ...(workspace.roles[role] ?? []).map((one) => ({
      ...one,
      source: { ...one.source, level: "role" as const, role },
    })),
    ...(toolPolicy ? [{ ...toolPolicy, source: { level: "run" as const } }] : []),
    ...(agent?.policy ? [{ ...agent.policy, source: { level: "agent" as const, name: agent.name } }] : []),
  ];
}

/**
 * Every policy that binds the tool calls of a task: by its type it is an agent's or a program's. What the agents of earlier
 * plan versions were held to holds on.
 */
export function policiesOfTask(
  state: Pick<RunState, "settings" | "agents" | "tasks" | "order" | "heldPolicies">,
  workspace: WorkspacePolicies,
  taskId: string,
): SourcedPolicy[] {
  const spec = getOwn(state.tasks, taskId)?.spec;
  const { type, agent: name = "" } = spec ?? {};
  const agent = { name, policy: declaredAgent(state, name)?.policy };
  const now = policiesOf({ state, workspace, role: type === "direct" ? "direct" : "agent", agent });
  return [...policiesHeldOver(state, taskId), ...now];
}

/** The policies that a plan is held against: those of who wrote it, of who calls its tools, and of its agents. */
export type PlanPolicies = { policies: Readonly<Record<"agent" | "direct", readonly SourcedPolicy[]>> };

/**
 * What binds the tools of a plan before it runs. A plan that a model wrote is held against the policies of planners
 * too; a person's plan only against those of the agents and programs that are to call.
 */
export function planPolicies(
  use: Pick<PolicyUse, "state" | "workspace">,
  writtenBy: "model" | "person",
): PlanPolicies {
  const ofRole = (role: PolicyRole) => policiesOf({ ...use, role });
  const isPlanner = (one: SourcedPolicy) => one.source?.role === "planner";
  const ofPlanner = writtenBy === "model" ? ofRole("planner").filter(isPlanner) : [];
  return {
    policies: {
      agent: [...ofRole("agent"), ...ofPlanner],
      direct: [...ofRole("direct"), ...ofPlanner],
    },
  };
}

/**
 * These tools as they are now, by what their servers show, what they count as, and what policies beside an agent's own say of
 * them. What people let run they let run of these (docs/engine.md, "The release").
 */
export function toolMarksOf(
  use: Pick<PolicyUse, "state" | "workspace">,
  tools: readonly Pick<ToolFacts, "name" | "sideEffects" | "definition">[],
): ToolMark[] {
  const { agent, direct } = planPolicies(use, "person").policies;
  return tools.map(({ name, sideEffects, definition }) => {
    const policies = digestOf([agent, direct].map((binding) => binding.map((one) => partAbout(name, one))));
    return { name, sideEffects, ...(definition !== undefined && { definition }), policies };
  });
}

const partAbout = (tool: string, { denied, allowed, requiredTags, rules }: ToolPolicy) => ({
  isAllowed: !denied.includes(tool) && (allowed === null || allowed.includes(tool)),
  requiredTags,
  rules: rules.filter((rule) => isAbout(rule, tool)),
});
