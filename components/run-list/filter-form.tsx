"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, FormEvent } from "react";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { Button } from "../ui/button";
import { Field, Select, TextInput } from "../ui/field";
import { addressOf, GROUPS, type RunsView, viewOf } from "./runs-view";

/** Everything by which the runs can be filtered, in one form. Text, template and report stay as they are. */
export function FilterForm({ view, onDone }: { view: RunsView; onDone(): void }) {
  const router = useRouter();
  const go = (address: string) => {
    onDone();
    router.push(address);
  };
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { template, from, to, runs, behind } = view;
    go(addressOf(viewOf({ q: view.text, template, from, to, runs, behind, ...given })));
  };
  const { owner = "" } = view;
  return (
    <form className="grid gap-3" onSubmit={apply}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Status">
          {(wiring) => (
            <Select {...wiring} name="show" defaultValue={view.group}>
              {GROUPS.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Started by">
          {(wiring) => (
            <Select {...wiring} name="owner" defaultValue={owner}>
              <option value="">Anyone</option>
              <option value="me">Me</option>
              {owner !== "" && owner !== "me" && <option value={owner}>{owner}</option>}
            </Select>
          )}
        </Field>
        <Field label="Started from" help="Days are in UTC.">
          {(wiring) => (
            <TextInput {...wiring} type="date" name="createdFrom" defaultValue={view.createdFrom} />
          )}
        </Field>
        <Field label="Started until">
          {(wiring) => <TextInput {...wiring} type="date" name="createdTo" defaultValue={view.createdTo} />}
        </Field>
        <Field label="Cost from, in $">
          {(wiring) => <AmountInput {...wiring} name="minCostUsd" defaultValue={view.minCostUsd} />}
        </Field>
        <Field label="Cost up to, in $" help="Leaves out runs of unknown cost.">
          {(wiring) => <AmountInput {...wiring} name="maxCostUsd" defaultValue={view.maxCostUsd} />}
        </Field>
      </div>
      <Field label="Tag">
        {(wiring) => (
          <TextInput {...wiring} name="tag" maxLength={MAX_RUN_TAG_CHARS} defaultValue={view.tag} />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => go("/runs")}>Clear all</Button>
        <Button type="submit" variant="main">
          Show runs
        </Button>
      </div>
    </form>
  );
}

/** An amount of dollars, to the cent of a cent. */
const AmountInput = (wiring: ComponentProps<"input">) => (
  <TextInput {...wiring} type="number" inputMode="decimal" min={0} max={999_999_999} step="any" />
);
