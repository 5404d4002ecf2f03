"use client";

import { type FormEvent, useState } from "react";
import { type DaySpending, MAX_CAP_MICRO_USD } from "@/lib/core/cost/spending-cap";
import { formatUsd } from "@/lib/core/describe/amounts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field, TextInput } from "../../ui/field";
import { useToast } from "../../ui/overlay/toast";
import type { ProblemFacts } from "../../ui/problem";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";

export type ChangeSpending = (input: { capMicroUsd: number | null }) => Promise<{ problem?: ProblemFacts }>;

/** What real models may cost the workspace on one day. */
export function SpendingForm({ spending, change: send }: { spending: DaySpending; change: ChangeSpending }) {
  const toast = useToast();
  const { costMicroUsd, capMicroUsd } = spending;
  const [draft, setDraft] = useState(capMicroUsd === null ? "" : String(capMicroUsd / 1_000_000));
  const { problem, pending, change } = useChange();
  const cap = readCap(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cap === undefined) return;
    void change(
      () => send({ capMicroUsd: cap }),
      () => toast({ title: "Spending cap saved", text: "Takes effect immediately.", tone: "ok", icon: "✓" }),
    );
  };
  return (
    <Card title="Daily cap" aside={`${formatUsd(costMicroUsd / 1_000_000)} spent today (UTC)`}>
      <form className="grid max-w-prose gap-4" onSubmit={submit} noValidate>
        <Field
          label="US dollars a day"
          help="When the models of this workspace have cost this much on one day (UTC), new runs, forks and model replays are refused until the next. Runs that have started continue within their own limits. Leave empty for no cap."
          error={cap === undefined ? "Enter an amount from 0 to 1,000,000, or leave it empty." : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="decimal"
              autoComplete="off"
              placeholder="No cap"
              value={draft}
              onChange={({ target }) => setDraft(target.value)}
            />
          )}
        </Field>
        <Problem problem={problem} />
        <Button
          type="submit"
          variant="main"
          className="justify-self-start"
          disabled={pending || cap === undefined || cap === capMicroUsd}
        >
          {pending ? "Saving…" : "Save"}
        </Button>
      </form>
    </Card>
  );
}

/** Dollars as typed, in millionths; null for none, undefined for what is no amount. */
export function readCap(text: string): number | null | undefined {
  const typed = text.trim().replace(/^\$\s*/, "");
  if (typed === "") return null;
  const microUsd = /^\d+(\.\d+)?$/.test(typed) ? Math.round(Number(typed) * 1_000_000) : Number.NaN;
  return microUsd <= MAX_CAP_MICRO_USD ? microUsd : undefined;
}
