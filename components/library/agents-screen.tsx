import Link from "next/link";
import type { AgentUse } from "@/lib/core/agent-views";
import { formatAgentWork } from "@/lib/core/describe/library";
import { isBuiltInAgent } from "@/lib/core/plan/agents";
import { BUILT_IN_AGENTS } from "@/lib/core/plan/words";
import { runLabel } from "../lessons/labels";
import { AgentToolNames } from "../templates/agent-text";
import { EmptyState } from "../ui/empty-state";
import { RelativeTime } from "../ui/relative-time";
import { Section } from "../ui/section";
import { KeepAgentButton } from "./keep-agent-button";

const BUILT_IN: Record<(typeof BUILT_IN_AGENTS)[number], string> = {
  default: "Does tasks that name no agent. It has no tools.",
  supervisor: "Has every tool that the policies allow.",
};

type AgentsScreenProps = {
  agents: readonly AgentUse[];
  /** Of how many runs they are. */
  ofRuns: number;
};

/** The agents that every plan has, and those that plans described lately. */
export function AgentsScreen({ agents, ofRuns }: AgentsScreenProps) {
  const ours = agents.filter(({ name, declared }) => declared || !isBuiltInAgent(name));
  return (
    <div className="grid gap-4">
      <h2 className="font-medium">In recent runs</h2>
      <p className="max-w-prose text-muted">
        <span className="block">Agents of the last {ofRuns} runs.</span> Plans invent names, so the same name
        may stand for different agents.
      </p>
      <div className="overflow-hidden rounded-xl border border-line bg-panel shadow-card">
        <Section title="Built in" level={3}>
          <ul className="grid gap-3">
            {BUILT_IN_AGENTS.map((name) => (
              <li key={name} className="grid gap-0.5">
                <h4 className="font-medium font-mono text-sm">{name}</h4>
                <p className="text-muted">{BUILT_IN[name]}</p>
                <Work agent={agents.find((one) => one.name === name)} />
              </li>
            ))}
          </ul>
        </Section>
        <Section title="From plans" level={3}>
          {ours.length === 0 ? (
            <EmptyState title="No agents yet">
              Agents that plans describe appear here once a run has them.
            </EmptyState>
          ) : (
            <ul aria-label="Agents from plans" className="grid gap-4">
              {ours.map((agent) => (
                <li key={agent.name} className="grid min-w-0 gap-1">
                  <h4 className="wrap-anywhere font-medium font-mono text-sm">{agent.name}</h4>
                  {agent.prompt !== null && agent.prompt !== "" && (
                    <p className="wrap-anywhere line-clamp-2 text-muted" title={agent.prompt}>
                      {agent.prompt}
                    </p>
                  )}
                  <AgentToolNames tools={agent.tools} />
                  <Work agent={agent} />
                  {agent.declaredIn !== null && (
                    <KeepAgentButton agent={agent.name} runId={agent.declaredIn} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
    </div>
  );
}

/** How often agents of a name worked, how that ended, and where. */
function Work({ agent }: { agent: AgentUse | undefined }) {
  if (!agent) return <p className="text-muted text-xs">Not used lately.</p>;
  const { runs, lastRuns, lastAt } = agent;
  return (
    <div className="grid gap-0.5 text-muted text-xs">
      <p>
        {formatAgentWork(agent)} · last <RelativeTime at={lastAt} />
      </p>
      <ul aria-label={`Last runs with ${agent.name}`} className="flex flex-wrap gap-x-3 max-sm:flex-col">
        {lastRuns.map(({ runId, mission }) => (
          <li key={runId} className="min-w-0 max-w-full truncate">
            <Link
              data-opens
              href={`/runs/${encodeURIComponent(runId)}`}
              className="inline-block py-1 underline underline-offset-2"
            >
              {runLabel(mission)}
            </Link>
          </li>
        ))}
        {runs > lastRuns.length && <li>and {runs - lastRuns.length} more</li>}
      </ul>
    </div>
  );
}
