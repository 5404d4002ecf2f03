"use client";

import { type RouteInput, withQuery } from "@/lib/client/call";
import { upperFirst } from "@/lib/core/describe/letters";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { HISTORY_TRIGGERS, REPLAN_OUTCOMES } from "@/lib/core/run/state/replan";
import { TRIGGER_LABELS } from "../replans/labels";
import { REPLAN_OUTCOME_DISPLAY } from "../status";
import { Button } from "../ui/button";
import { Field, Select, TextInput } from "../ui/field";
import { ButtonLink } from "../ui/links/button-link";
import { FilterLinks } from "../ui/links/filter-links";

/** Who wanted the change, as people read it. */
const DECIDERS = { person: "A person", model: "A model", policy: "A rule" };

/** What of the history the page's address asks for. */
export type HistoryView = RouteInput<"GET /api/v1/replans">;

/** Which changes of plan to show. A plain form: what is chosen becomes the page's address, without a script. */
export function HistoryFilters({ view }: { view: HistoryView }) {
  const chosen = withQuery("/history", { ...view, cursor: undefined });
  return (
    <div className="grid gap-3">
      <FilterLinks label="Outcome of the change" path="/history" view={view} groups={[OUTCOMES]} />
      <form
        key={chosen}
        action="/history"
        aria-label="Filter history"
        className="flex flex-wrap items-end gap-2 text-xs max-sm:grid max-sm:grid-cols-2"
      >
        {view.outcome !== undefined && <input type="hidden" name="outcome" value={view.outcome} />}
        <Choice name="trigger" label="Trigger" value={view.trigger} all="Any trigger">
          {HISTORY_TRIGGERS.map((trigger) => [trigger, upperFirst(TRIGGER_LABELS[trigger])])}
        </Choice>
        <Choice name="decider" label="Decided by" value={view.decider} all="Anyone">
          {Object.entries(DECIDERS)}
        </Choice>
        <Field label="Tag" className="max-sm:col-span-2 sm:w-32">
          {(wiring) => (
            <TextInput {...wiring} name="tag" maxLength={MAX_RUN_TAG_CHARS} defaultValue={view.tag} />
          )}
        </Field>
        <Field label="From" className="sm:w-36">
          {(wiring) => <TextInput {...wiring} type="date" name="from" defaultValue={view.from} />}
        </Field>
        <Field label="To" className="sm:w-36">
          {(wiring) => <TextInput {...wiring} type="date" name="to" defaultValue={view.to} />}
        </Field>
        <Button type="submit">Apply</Button>
        {chosen !== "/history" && (
          <ButtonLink variant="quiet" href="/history">
            Clear filters
          </ButtonLink>
        )}
      </form>
    </div>
  );
}

const OUTCOMES = {
  name: "outcome",
  all: "All",
  choices: REPLAN_OUTCOMES.map((one) => [one, upperFirst(REPLAN_OUTCOME_DISPLAY[one].word)] as const),
};

type ChoiceProps = {
  name: string;
  label: string;
  value: string | undefined;
  /** What no choice is called. */
  all: string;
  children: (readonly [value: string, label: string])[];
};

function Choice({ name, label, value, all, children }: ChoiceProps) {
  return (
    <Field label={label} className="sm:w-44">
      {(wiring) => (
        <Select {...wiring} name={name} defaultValue={value ?? ""}>
          <option value="">{all}</option>
          {children.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
