"use client";

import { formatPolicyReason } from "@/lib/core/describe/policy";
import type { Agent } from "@/lib/core/plan/schema";
import type { SourcedPolicy } from "@/lib/core/policy";
import { isCostRule } from "@/lib/core/policy/cost-rules";
import { evaluatePolicies } from "@/lib/core/policy/evaluate";
import type { ToolFacts } from "@/lib/core/ports";
import { EFFECT_DISPLAY } from "../../policies/labels";
import { LiveInput } from "../../ui/live";

type AgentToolsProps = {
  agent: Agent;
  tools: readonly ToolFacts[];
  /** What binds this agent, where it is to work. */
  policies: readonly SourcedPolicy[];
  onChange(agent: Agent): void;
};

/** The tools of the workspace, each with what it changes outside and what the policies of this agent say of it. */
export function AgentTools({ agent, tools, policies, onChange }: AgentToolsProps) {
  const hasRules = (tool: string) =>
    policies.some(({ rules }) => rules.some((rule) => !isCostRule(rule) && rule.tool === tool));
  const known = new Set(tools.map((one) => one.name));
  const toggle = (tool: string, isOn: boolean) =>
    onChange({ ...agent, tools: isOn ? [...agent.tools, tool] : agent.tools.filter((one) => one !== tool) });
  return (
    <details>
      <summary className="font-medium">Tools ({agent.tools.length})</summary>
      <ul aria-label="Tools" className="mt-1 grid max-h-72 gap-1.5 overflow-y-auto">
        {agent.tools
          .filter((tool) => !known.has(tool))
          .map((tool) => (
            <ToolRow key={tool} name={tool} isOn onToggle={(isOn) => toggle(tool, isOn)}>
              <span className="text-bad">
                <span aria-hidden="true">✕ </span>unknown tool
              </span>
            </ToolRow>
          ))}
        {tools.map((tool) => {
          const { decision, reason } = evaluatePolicies(policies, tool);
          const { icon, verdict } = EFFECT_DISPLAY[decision];
          const changes = tool.sideEffects === "write" || tool.sideEffects === "external";
          return (
            <ToolRow
              key={tool.name}
              name={tool.name}
              isOn={agent.tools.includes(tool.name)}
              onToggle={(isOn) => toggle(tool.name, isOn)}
            >
              {changes && (
                <span className="text-amber">
                  <span aria-hidden="true">▲ </span>
                  {tool.sideEffects === "write" ? "writes" : "acts outside"}
                </span>
              )}
              <span className="text-muted">
                <span aria-hidden="true">{icon} </span>
                {decision === "deny" ? formatPolicyReason(reason) : verdict}
              </span>
              {decision !== "deny" && hasRules(tool.name) && <span>argument rules apply</span>}
            </ToolRow>
          );
        })}
      </ul>
    </details>
  );
}

type ToolRowProps = {
  name: string;
  isOn: boolean;
  onToggle(isOn: boolean): void;
  children: React.ReactNode;
};

function ToolRow({ name, isOn, onToggle, children }: ToolRowProps) {
  return (
    <li>
      <label className="flex gap-2">
        <LiveInput
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => onToggle(target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-ink"
        />
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-mono text-xs leading-5">{name}</span>
          <span className="wrap-anywhere flex flex-wrap gap-x-2 text-muted text-xs">{children}</span>
        </span>
      </label>
    </li>
  );
}
