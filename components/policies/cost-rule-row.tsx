"use client";

import type { PolicyMessage } from "@/lib/core/describe/policy";
import { COST_EFFECTS } from "@/lib/core/policy/words";
import { Field, Select, TextInput } from "../ui/field";
import type { CostRuleDraft } from "./policy-draft";
import { EffectField, RuleFrame, ruleMessage } from "./rule-frame";
import type { ToolInfo } from "./types";

type CostRuleRowProps = {
  number: number;
  rule: CostRuleDraft;
  tools: readonly ToolInfo[];
  /** Faults, by field: `tool`, `maxCostUsd`. */
  issues: readonly PolicyMessage[];
  onChange(rule: CostRuleDraft): void;
  onRemove(): void;
};

/** One rule about costs: of which tool, from what cost of a call on, and what then. */
export function CostRuleRow({ number, rule, tools, issues, onChange, onRemove }: CostRuleRowProps) {
  const isGone = rule.tool !== null && !tools.some(({ name }) => name === rule.tool);
  return (
    <RuleFrame number={number} onRemove={onRemove}>
      <Field label="Tool" {...ruleMessage(issues, "tool")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={rule.tool ?? ""}
            onChange={({ target }) => onChange({ ...rule, tool: target.value === "" ? null : target.value })}
          >
            <option value="">Any tool</option>
            {isGone && <option value={rule.tool ?? ""}>{rule.tool} (unavailable)</option>}
            {tools.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Call costs over (USD)" {...ruleMessage(issues, "maxCostUsd")}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={rule.maxCostUsd}
            inputMode="decimal"
            placeholder="0.05"
            autoComplete="off"
            onChange={({ target }) => onChange({ ...rule, maxCostUsd: target.value })}
          />
        )}
      </Field>
      <EffectField
        effects={COST_EFFECTS}
        value={rule.effect}
        onChange={(effect) => onChange({ ...rule, effect })}
      />
    </RuleFrame>
  );
}
