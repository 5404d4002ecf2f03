"use client";

import { withQuery } from "@/lib/client/call";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import type { InsightScope } from "@/lib/core/insights/report";
import { Button } from "../ui/button";
import { Field, Select, TextInput } from "../ui/field";
import { ButtonLink } from "../ui/links/button-link";
import type { InsightsView } from "./address";

type InsightFiltersProps = { view: InsightsView; scope: InsightScope };

/** What the report is about. A plain form: what is chosen becomes the page's address, without a script. */
export function InsightFilters({ view, scope }: InsightFiltersProps) {
  return (
    <form
      action="/insights"
      aria-label="Filter insights"
      className="flex flex-wrap items-end gap-2 text-xs max-sm:grid max-sm:grid-cols-2"
    >
      <Field label="Ended from" className="sm:w-36">
        {(wiring) => <TextInput {...wiring} type="date" name="from" defaultValue={scope.from} required />}
      </Field>
      <Field label="To" className="sm:w-36">
        {(wiring) => <TextInput {...wiring} type="date" name="to" defaultValue={scope.to} required />}
      </Field>
      <Field label="Tag" className="sm:w-32">
        {(wiring) => (
          <TextInput {...wiring} name="tag" maxLength={MAX_RUN_TAG_CHARS} defaultValue={view.tag} />
        )}
      </Field>
      <Field label="Group by" className="sm:w-44">
        {(wiring) => (
          <Select {...wiring} name="by" defaultValue={scope.by}>
            <option value="week">Week</option>
            <option value="prompt">Reviewer prompt version</option>
          </Select>
        )}
      </Field>
      <Field label="Runs" className="sm:w-40">
        {(wiring) => (
          <Select {...wiring} name="runs" defaultValue={scope.runs}>
            <option value="real">Without demo runs</option>
            <option value="demo">Demo runs only</option>
          </Select>
        )}
      </Field>
      <Button type="submit">Apply</Button>
      {withQuery("", view) !== "" && (
        <ButtonLink variant="quiet" href="/insights">
          Clear filters
        </ButtonLink>
      )}
    </form>
  );
}
