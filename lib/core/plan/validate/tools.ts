import { formatPolicyReason } from "../../describe/policy";
import { absentMcpTool } from "../../mcp/tools";
import { evaluatePolicies, type SourcedPolicy, type ToolTraits } from "../../policy";
import { suggest } from "../../suggest";
import { declaredAgent } from "../agents";
import type { Issue, Plan } from "../schema";

/** Who calls a tool: an agent in its turns, or the program of a direct task. */
type Caller = "agent" | "direct";

export type ToolContext = {
  /** The tools that exist. */
  tools: readonly ToolTraits[];
  /** Policies that all have to allow a tool, no matter who calls it. */
  policy?: SourcedPolicy | readonly SourcedPolicy[];
  /** The same for those who call it. */
  policies?: Readonly<Partial<Record<Caller, readonly SourcedPolicy[]>>>;
};

/** Tools of agents that do not exist, or that a policy forbids: of its workspace, role or run, or the agent's own. */
export function toolIssues(plan: Plan, context: ToolContext): Issue[] {
  const byName = new Map(context.tools.map((tool) => [tool.name, tool]));
  return Object.entries(plan.agents).flatMap(([agent, { tools: names }]) => {
    const policies = policiesFor(plan, context, agent, callerOf(plan, agent));
    const choice = listed("Available", allowedNames(context.tools, policies));
    return names.flatMap((name, index): Issue[] => {
      const tool = byName.get(name);
      const path = `agents.${agent}.tools[${index}]`;
      if (!tool) {
        const names = [...byName.keys()];
        const message = `The agent "${agent}" has the tool "${name}", which does not exist.${absentMcpTool(name, names)} ${meant(name, names) ?? choice}`;
        return [{ severity: "error", code: "unknown_tool", message, path }];
      }
      const { decision, reason } = evaluatePolicies(policies, tool);
      if (decision !== "deny") return [];
      const message = `The agent "${agent}" may not have the tool "${name}": ${formatPolicyReason(reason)} ${choice}`;
      return [{ severity: "error", code: "forbidden_tool", message, path }];
    });
  });
}

/** Why the program of a direct task of this agent may not call tools that exist, by their names. */
export function forbiddenInPrograms(plan: Plan, context: ToolContext, agent: string): Map<string, string> {
  const policies = policiesFor(plan, context, agent, "direct");
  return new Map(
    context.tools.flatMap((tool) => {
      const { decision, reason } = evaluatePolicies(policies, tool);
      return decision === "deny" ? [[tool.name, formatPolicyReason(reason)]] : [];
    }),
  );
}

function policiesFor(plan: Plan, context: ToolContext, agent: string, caller: Caller): SourcedPolicy[] {
  const { policy = [], policies } = context;
  const own = declaredAgent(plan, agent)?.policy;
  return [
    ...("rules" in policy ? [policy] : policy),
    ...(policies?.[caller] ?? []),
    ...(own ? [{ ...own, source: { level: "agent" as const, name: agent } }] : []),
  ];
}

/** An agent that only lends its tools to programs is bound like one of them. */
function callerOf({ tasks }: Plan, agent: string): Caller {
  const uses = tasks.filter((task) => task.agent === agent);
  return uses.length > 0 && uses.every(({ type }) => type === "direct") ? "direct" : "agent";
}

function allowedNames(tools: readonly ToolTraits[], policies: readonly SourcedPolicy[]): string[] {
  const allowed = tools.filter((tool) => evaluatePolicies(policies, tool).decision !== "deny");
  return allowed.map((tool) => tool.name);
}

/** Names that a sentence lists. */
const MAX_LISTED = 3;

export function listed(what: string, names: readonly string[]): string {
  if (names.length === 0) return `${what}: none.`;
  const more = names.length - MAX_LISTED;
  return `${what}: ${names.slice(0, MAX_LISTED).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

/** The tools that may be meant by a name: those that a server has under it, or the one that is written most like it. */
function meant(name: string, known: readonly string[]): string | undefined {
  const bare = name.slice(name.lastIndexOf("__") + 1).replace(/^_/, "");
  const alike = known.filter((one) => one === bare || one.endsWith(`__${bare}`));
  const near = alike.length > 0 ? alike : [suggest(name, known) ?? []].flat();
  return near.length === 0
    ? undefined
    : `Did you mean ${near
        .slice(0, MAX_LISTED)
        .map((one) => `"${one}"`)
        .join(" or ")}?`;
}

/** Warnings of hints about tools that their agent does not have: they change nothing. */
export function hintIssues({ agents }: Plan): Issue[] {
  return Object.entries(agents).flatMap(([name, { tools, hints }]) => {
    if (!hints) return [];
    const { ordering, parallelGroups, sequentialOnly, disallowed, preferred } = hints;
    const named = [...ordering, ...parallelGroups.flat(), ...sequentialOnly, ...disallowed, ...preferred];
    return [...new Set(named)]
      .filter((tool) => !tools.includes(tool))
      .map((tool): Issue => {
        const message = `The hints of "${name}" name the tool "${tool}", which the agent does not have: give it to the agent, or remove the hint.`;
        return { severity: "warning", code: "unknown_tool", message, path: `agents.${name}.hints` };
      });
  });
}
