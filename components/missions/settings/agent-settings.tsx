"use client";

import { type FormLimit, LimitField } from "../../budgets/limit-field";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { SettingsGroup } from "./settings-group";

/** Each with the limit of a run that is counted like it. */
const AGENT_LIMITS = [
  {
    setting: "agentTokenBudget",
    like: "maxTokens",
    label: "Tokens of one request",
    help: "Earlier steps are summarized before it ends the attempt.",
  },
  {
    setting: "agentCostBudgetMicroUsd",
    like: "maxCostMicroUsd",
    label: "Cost of an attempt (US dollars)",
    help: "Models without a price are not limited.",
  },
  {
    setting: "agentHopBudget",
    like: "maxHops",
    label: "Tool calls of an attempt",
    help: "Each call of a set counts.",
  },
  {
    setting: "agentDeadlineMs",
    like: "maxDurationMs",
    label: "Working time of an attempt (minutes)",
    help: "Of its tools and models: waiting for people takes none.",
  },
] as const satisfies { setting: string; like: FormLimit; label: string; help: string }[];

/** What one attempt of an agent may take, where the plan gives the agent no limits of its own. */
export function AgentSettingsGroup({ chosen, onChoose }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Agent budgets">
      <p className="text-muted">
        For each attempt of agents to which the plan gives none. What is spent ends the attempt, and the task
        is retried as the plan says.
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <CountField
          label="Turns of an attempt"
          help="Each is one call of the model."
          min={1}
          max={1_000}
          defaultValue={DEFAULTS.maxTurns}
          value={chosen.maxTurns}
          onChange={(turns) => onChoose(withSetting(chosen, "maxTurns", turns))}
        />
        {AGENT_LIMITS.map(({ setting, like, label, help }) => (
          <LimitField
            key={setting}
            budget={like}
            label={label}
            help={`${help} Leave empty for no limit.`}
            placeholder="No limit"
            value={chosen[setting]}
            onChange={(limit) => onChoose(withSetting(chosen, setting, limit))}
          />
        ))}
      </div>
    </SettingsGroup>
  );
}
