"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { Button } from "../ui/button";
import { Field, Select, TextInput } from "../ui/field";
import { ButtonLink } from "../ui/links/button-link";
import { addressOf, type CostView, FILTER_LABELS, FILTER_NAMES } from "./address";

/** Which calls the page is about. A plain form: what is chosen becomes the page's address, without a script. */
export function CostFilters({ view }: { view: CostView }) {
  const named = FILTER_NAMES.filter((name) => view[name] !== undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <form
        key={addressOf(view)}
        action="/costs"
        aria-label="Filter costs"
        className="flex flex-wrap items-end gap-2 text-xs max-sm:grid max-sm:grid-cols-2"
      >
        {named.map((name) => (
          <input key={name} type="hidden" name={name} value={view[name]} />
        ))}
        <Field label="From" className="sm:w-36">
          {(wiring) => <TextInput {...wiring} type="date" name="from" required defaultValue={view.from} />}
        </Field>
        <Field label="To" className="sm:w-36">
          {(wiring) => <TextInput {...wiring} type="date" name="to" required defaultValue={view.to} />}
        </Field>
        <Field label="Group by" className="sm:w-28 max-sm:col-span-2">
          {(wiring) => (
            <Select {...wiring} name="by" defaultValue={view.by}>
              <option value="day">Day</option>
              <option value="week">Week</option>
            </Select>
          )}
        </Field>
        <Button type="submit">Apply</Button>
        <ButtonLink variant="quiet" href="/costs">
          Last 30 days
        </ButtonLink>
      </form>
      {named.length > 0 && (
        <ul aria-label="Filters" className="flex flex-wrap gap-1.5">
          {named.map((name) => (
            <li key={name} className="min-w-0">
              <Link
                href={addressOf({ ...view, [name]: undefined })}
                aria-label={`${FILTER_LABELS[name]} ${view[name]}: remove filter`}
                className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-ink bg-ink px-3 text-ground"
              >
                <span className="truncate">
                  {FILTER_LABELS[name]}: {view[name]}
                </span>
                <X aria-hidden="true" className="size-3.5 shrink-0" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
