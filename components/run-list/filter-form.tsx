"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ComponentProps, FormEvent } from "react";
import { call, withQuery } from "@/lib/client/call";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { zoneLabel } from "@/lib/core/zones";
import { useZone } from "../shell/rights";
import { Button } from "../ui/button";
import { Field, Select, TextInput } from "../ui/field";
import { GROUP_CHOICES, PERIODS, type RunsView } from "./runs-view";

type FilterFormProps = {
  view: RunsView;
  viewerId: string;
  onDone(): void;
};

/** Everything by which the runs can be filtered, in one form. What it has no field for stays as it is. */
export function FilterForm({ view, viewerId, onDone }: FilterFormProps) {
  const router = useRouter();
  const zone = useZone();
  const go = (address: string) => {
    onDone();
    router.push(address);
  };
  const apply = (form: HTMLFormElement, chosen?: string) => {
    const given = Object.fromEntries(new FormData(form)) as Record<string, string>;
    // Days and a period say the same: what was said last holds.
    const hasDays = given.createdFrom !== "" || given.createdTo !== "";
    const days = chosen === undefined ? {} : { createdFrom: "", createdTo: "" };
    const period = chosen ?? (hasDays ? undefined : view.period);
    go(withQuery("/runs", { ...view, cursor: undefined, ...given, ...days, period }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  const { owner = "" } = view;
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Status">
          {(wiring) => (
            <Select {...wiring} name="show" defaultValue={view.show}>
              <option value="">All</option>
              {GROUP_CHOICES.map(([group, label]) => (
                <option key={group} value={group}>
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
              <Others chosen={owner} viewerId={viewerId} />
            </Select>
          )}
        </Field>
        <Field label="Started from" help={`Days are in ${zoneLabel(zone)}.`}>
          {(wiring) => (
            <TextInput {...wiring} type="date" name="createdFrom" defaultValue={view.createdFrom} />
          )}
        </Field>
        <Field label="Started until">
          {(wiring) => <TextInput {...wiring} type="date" name="createdTo" defaultValue={view.createdTo} />}
        </Field>
        <fieldset className="flex flex-wrap gap-2 sm:col-span-2">
          <legend className="sr-only">Show runs started</legend>
          {PERIODS.map(({ period, label }) => (
            <Button
              key={period}
              size="small"
              onClick={({ currentTarget: { form } }) => form && apply(form, period)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
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

/** Everyone else who has started runs; until they are known, the one who is chosen. */
function Others({ chosen, viewerId }: { chosen: string; viewerId: string }) {
  const { data } = useQuery({
    queryKey: ["run-owners"],
    queryFn: ({ signal }) => call("GET /api/v1/runs/owners", {}, { signal }),
  });
  const others = (data?.items ?? []).filter(({ id }) => id !== viewerId);
  const isMissing = chosen !== "" && chosen !== "me" && !others.some(({ id }) => id === chosen);
  return [...others, ...(isMissing ? [{ id: chosen, name: chosen }] : [])].map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** An amount of dollars, to the cent of a cent. */
const AmountInput = (wiring: ComponentProps<"input">) => (
  <TextInput {...wiring} type="number" inputMode="decimal" min={0} max={999_999_999} step="any" />
);
