"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { PolicyMessage } from "@/lib/core/describe/policy";
import { Button } from "../ui/button";
import { Choices } from "../ui/choices";
import { Field, TextInput } from "../ui/field";
import { CostRuleRow } from "./cost-rule-row";
import { addCostRule, addRule, type FieldsDraft, isCostDraft } from "./policy-draft";
import { RuleRow } from "./rule-row";
import { ToolPicker } from "./tool-picker";
import type { ToolInfo } from "./types";

type TagsFieldProps = {
  chosen: readonly string[];
  /** Those that tools have now. */
  tags: readonly string[];
  onChange(tags: string[]): void;
};

type PolicyFieldsProps = {
  fields: FieldsDraft;
  tools: readonly ToolInfo[];
  issues: readonly PolicyMessage[];
  onChange(fields: FieldsDraft): void;
};

const ALLOWED = [
  { value: "every", label: "All tools", help: "Except denied tools. Includes tools added later." },
  {
    value: "these",
    label: "Only selected tools",
    help: "Excludes tools added later. An empty list allows none.",
  },
] as const;

/** What a policy says, part by part, in the order in which its parts hold. */
export function PolicyFields({ fields, tools, issues, onChange }: PolicyFieldsProps) {
  const { denied, onlyThese, allowed, requiredTags, rules } = fields;
  const tags = [...new Set(tools.flatMap((tool) => tool.tags))].sort();
  const odd = issues.filter(({ path }) => !path.startsWith("rules."));
  return (
    <div className="grid gap-5">
      <ToolPicker
        legend="Denied tools"
        help="Always denied, regardless of other rules."
        chosen={denied}
        tools={tools}
        onChange={(names) => onChange({ ...fields, denied: names })}
      />
      <Choices
        legend="Allowed tools"
        choices={ALLOWED}
        value={onlyThese ? "these" : "every"}
        onChange={(which) => onChange({ ...fields, onlyThese: which === "these" })}
      />
      {onlyThese && (
        <ToolPicker
          legend="Allow-list"
          help="Tools that may be used unless something else denies them."
          chosen={allowed}
          tools={tools}
          onChange={(names) => onChange({ ...fields, allowed: names })}
        />
      )}
      <TagsField
        chosen={requiredTags}
        tags={tags}
        onChange={(names) => onChange({ ...fields, requiredTags: names })}
      />
      {odd.length > 0 && (
        <ul className="grid gap-0.5 text-amber text-xs">
          {odd.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <span aria-hidden="true">▲ </span>
              {message}
            </li>
          ))}
        </ul>
      )}
      <section aria-label="Rules" className="grid gap-2">
        <p className="font-medium">Rules</p>
        <p className="text-muted text-xs">
          When several rules match a call, the strictest applies. If an argument cannot be compared, or a tool
          states no cost, rules that ask or deny still match.
        </p>
        {rules.map((rule, index) => {
          const row = {
            number: index + 1,
            tools,
            issues: issues.filter(({ path }) => path.startsWith(`rules.${index}.`)),
            onChange: (next: (typeof rules)[number]) =>
              onChange({ ...fields, rules: rules.map((one) => (one.key === next.key ? next : one)) }),
            onRemove: () => onChange({ ...fields, rules: rules.filter(({ key }) => key !== rule.key) }),
          };
          return isCostDraft(rule) ? (
            <CostRuleRow key={rule.key} rule={rule} {...row} />
          ) : (
            <RuleRow key={rule.key} rule={rule} {...row} />
          );
        })}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onChange(addRule(fields))}>
            <Plus aria-hidden="true" className="size-4" />
            Add rule
          </Button>
          <Button onClick={() => onChange(addCostRule(fields))}>
            <Plus aria-hidden="true" className="size-4" />
            Add cost rule
          </Button>
        </div>
      </section>
    </div>
  );
}

/** Tags that a tool has to carry, all of them; written in a row with commas between. */
function TagsField({ chosen, tags, onChange }: TagsFieldProps) {
  const [text, setText] = useState(chosen.join(", "));
  const known = tags.length === 0 ? "" : ` Known tags: ${tags.join(", ")}.`;
  return (
    <Field label="Required tags" help={`Only tools with all of these tags may be used.${known}`}>
      {(wiring) => (
        <TextInput
          {...wiring}
          value={text}
          placeholder="None"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value);
            onChange(tagsIn(target.value));
          }}
        />
      )}
    </Field>
  );
}

function tagsIn(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
