import { CodeArea, Field, Select, TextInput } from "../ui/field";

/** Settings and plan as they are typed; empty is as in the parent. */
export type ForkDraft = { plan: string; reviewMode: "" | "auto" | "hold" | "manual"; maxCostUsd: string };

type ForkChangesFieldsProps = { draft: ForkDraft; onChange(draft: ForkDraft): void };

const REVIEW_MODES = [
  { value: "", label: "Same as this run" },
  { value: "auto", label: "Apply decisions at once" },
  { value: "hold", label: "Hold decisions for a while" },
  { value: "manual", label: "Ask a person" },
] as const;

/** What the fork is to have otherwise than this run. */
export function ForkChangesFields({ draft, onChange }: ForkChangesFieldsProps) {
  return (
    <details className="rounded-lg border border-line px-3 py-2">
      <summary className="cursor-pointer font-medium">Change settings or plan</summary>
      <div className="mt-3 grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Planning reviews">
            {(wiring) => (
              <Select
                {...wiring}
                value={draft.reviewMode}
                onChange={({ target }) => {
                  const chosen = REVIEW_MODES.find(({ value }) => value === target.value);
                  onChange({ ...draft, reviewMode: chosen?.value ?? "" });
                }}
              >
                {REVIEW_MODES.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Cost limit in US dollars"
            error={/^(\d*\.?\d+)?$/.test(draft.maxCostUsd) ? undefined : "Enter an amount such as 2.50."}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                inputMode="decimal"
                placeholder="Same as this run"
                value={draft.maxCostUsd}
                onChange={({ target }) => onChange({ ...draft, maxCostUsd: target.value })}
              />
            )}
          </Field>
        </div>
        <Field label="Plan" help="Plan text or JSON. Only tasks that have not ended may differ.">
          {(wiring) => (
            <CodeArea
              {...wiring}
              rows={6}
              placeholder="Same as this run"
              value={draft.plan}
              onChange={({ target }) => onChange({ ...draft, plan: target.value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
