import { Trash2 } from "lucide-react";
import type { PolicyMessage } from "@/lib/core/describe/policy";
import { Field, Select } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import { EFFECT_DISPLAY } from "./labels";

type RuleFrameProps = { number: number; onRemove(): void; children: React.ReactNode };

/** The fields of one rule, by its number, with the button that removes it. */
export function RuleFrame({ number, onRemove, children }: RuleFrameProps) {
  return (
    <fieldset className="relative grid items-start gap-2 rounded-lg border border-line p-3 pr-12 grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))]">
      <legend className="px-1 text-muted text-xs">Rule {number}</legend>
      {children}
      <IconButton label={`Remove rule ${number}`} className="absolute top-1 right-1" onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </fieldset>
  );
}

type EffectFieldProps<Effect extends keyof typeof EFFECT_DISPLAY> = {
  effects: readonly Effect[];
  value: Effect;
  onChange(effect: Effect): void;
};

/** The choice of what follows from a rule. */
export function EffectField<Effect extends keyof typeof EFFECT_DISPLAY>({
  effects,
  value,
  onChange,
}: EffectFieldProps<Effect>) {
  return (
    <Field label="Then">
      {(wiring) => (
        <Select {...wiring} value={value} onChange={({ target }) => onChange(target.value as Effect)}>
          {effects.map((effect) => (
            <option key={effect} value={effect}>
              {EFFECT_DISPLAY[effect].rule}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Message of a field of a rule: errors keep the policy from being saved; what is only odd is help. */
export function ruleMessage(
  issues: readonly PolicyMessage[],
  field: string,
): { error?: string; help?: string } {
  const issue = issues.find(({ path }) => path.endsWith(`.${field}`));
  if (!issue) return {};
  return issue.severity === "error" ? { error: issue.message } : { help: `▲ ${issue.message}` };
}
