"use client";

import type { PolicyMessage } from "@/lib/core/describe/policy";
import type { CostRule } from "@/lib/core/policy";
import { COST_EFFECTS } from "@/lib/core/policy/words";
import { Field, Select, TextInput } from "../ui/field";
import { EFFECT_DISPLAY } from "./labels";
import type { CostRuleDraft } from "./policy-draft";
import { RuleFrame, ruleMessage } from "./rule-frame";
import type { ToolInfo } from "./types";

type CostRuleRowProps = {
  number: number;
  rule: CostRuleDraft;
  tools: readonly ToolInfo[];
  /** What is wrong with it, by field: `tool`, `maxCostUsd`. */
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
      <Field label="A call costs more than (US dollars)" {...ruleMessage(issues, "maxCostUsd")}>
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
      <Field label="Then">
        {(wiring) => (
          <Select
            {...wiring}
            value={rule.effect}
            onChange={({ target }) => onChange({ ...rule, effect: target.value as CostRule["effect"] })}
          >
            {COST_EFFECTS.map((effect) => (
              <option key={effect} value={effect}>
                {EFFECT_DISPLAY[effect].rule}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </RuleFrame>
  );
}
