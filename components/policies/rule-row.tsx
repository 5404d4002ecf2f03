"use client";

import { useId } from "react";
import type { PolicyMessage } from "@/lib/core/describe/policy";
import type { ArgumentRule } from "@/lib/core/policy";
import { argumentPaths } from "@/lib/core/policy/check";
import { ARGUMENT_OPERATORS, POLICY_EFFECTS } from "@/lib/core/policy/words";
import { Field, Select, TextArea, TextInput } from "../ui/field";
import { OPERATOR_LABELS } from "./labels";
import type { RuleDraft } from "./policy-draft";
import { EffectField, RuleFrame, ruleMessage } from "./rule-frame";
import { kindOf, takesList, valueText } from "./rule-value";
import type { ToolInfo } from "./types";

type RuleValueFieldProps = {
  rule: RuleDraft;
  tools: readonly ToolInfo[];
  message: { error?: string; help?: string };
  onChange(text: string): void;
};

type RuleRowProps = {
  number: number;
  rule: RuleDraft;
  tools: readonly ToolInfo[];
  /** What is wrong with it, by field: `tool`, `path`, `value`. */
  issues: readonly PolicyMessage[];
  onChange(rule: RuleDraft): void;
  onRemove(): void;
};

/** One argument rule: of which tool, which argument, compared with what, and what then. */
export function RuleRow({ number, rule, tools, issues, onChange, onRemove }: RuleRowProps) {
  const paths = useId();
  const tool = tools.find(({ name }) => name === rule.tool);
  const knownPaths = tool ? argumentPaths(tool.inputSchema) : [];
  const fieldMessage = (field: string) => ruleMessage(issues, field);
  return (
    <RuleFrame number={number} onRemove={onRemove}>
      <Field label="Tool" {...fieldMessage("tool")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={rule.tool}
            onChange={({ target }) => onChange({ ...rule, tool: target.value })}
          >
            <option value="">Choose…</option>
            {rule.tool !== "" && !tool && <option value={rule.tool}>{rule.tool} (unavailable)</option>}
            {tools.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Argument" {...fieldMessage("path")}>
        {(wiring) => (
          <>
            <TextInput
              {...wiring}
              list={paths}
              value={rule.path}
              placeholder={knownPaths[0]?.path ?? "$"}
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-xs"
              onChange={({ target }) => onChange({ ...rule, path: target.value })}
            />
            <datalist id={paths}>
              {knownPaths.map(({ path, types }) => (
                <option key={path} value={path}>
                  {types.join(" or ")}
                </option>
              ))}
              <option value="$">all arguments</option>
            </datalist>
          </>
        )}
      </Field>
      <Field label="Condition">
        {(wiring) => (
          <Select
            {...wiring}
            value={rule.operator}
            onChange={({ target }) =>
              onChange({ ...rule, operator: target.value as ArgumentRule["operator"] })
            }
          >
            {ARGUMENT_OPERATORS.map((operator) => (
              <option key={operator} value={operator}>
                {OPERATOR_LABELS[operator]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <RuleValueField
        rule={rule}
        tools={tools}
        message={fieldMessage("value")}
        onChange={(value) => onChange({ ...rule, value })}
      />
      <EffectField
        effects={POLICY_EFFECTS}
        value={rule.effect}
        onChange={(effect) => onChange({ ...rule, effect })}
      />
    </RuleFrame>
  );
}

const HOSTS_HELP =
  "One per line; *.example.com is every host below it. An address that cannot be read is on none.";

/** What an argument is compared with, in the way in which the tool's schema has it. */
function RuleValueField({ rule, tools, message, onChange }: RuleValueFieldProps) {
  const { operator, value } = rule;
  if (operator === "exists") return <p className="self-center text-muted text-xs">any value</p>;
  const kind = kindOf(rule, tools);
  const { types, choices } = kind;
  const isYesNo = types.length === 1 && types[0] === "boolean";
  if (takesList(operator)) {
    const isOfHosts = operator === "host_not_in";
    return (
      <Field
        label={isOfHosts ? "Hosts" : "Values"}
        help={isOfHosts ? HOSTS_HELP : "One per line."}
        {...message}
      >
        {(wiring) => (
          <TextArea {...wiring} rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
        )}
      </Field>
    );
  }
  if ((choices || isYesNo) && (operator === "=" || operator === "!=")) {
    const options = choices?.map((one) => valueText({ ...rule, value: one }, kind)) ?? ["true", "false"];
    return (
      <Field label="Value" {...message}>
        {(wiring) => (
          <Select {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
            {!options.includes(value) && <option value={value}>{value === "" ? "Choose…" : value}</option>}
            {options.map((one) => (
              <option key={one} value={one}>
                {isYesNo ? (one === "true" ? "Yes" : "No") : one}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  const help = types.length === 0 ? { help: "Plain text or JSON." } : {};
  return (
    <Field label="Value" {...help} {...message}>
      {(wiring) => (
        <TextInput
          {...wiring}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
