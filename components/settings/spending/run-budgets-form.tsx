"use client";

import { type FormEvent, useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { DEFAULT_MAX_TOTAL_REPLANS } from "@/lib/core/run/state/ledger";
import { INVALID_LIMIT, LIMITS, LimitField } from "../../budgets/limit-field";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { useToast } from "../../ui/overlay/toast";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";

/** Which limits new runs have that bring none of their own. */
export function RunBudgetsForm({ budgets }: { budgets: RunBudgets }) {
  const toast = useToast();
  const [draft, setDraft] = useState(budgets);
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/spending/run-budgets"));
  const isWrong = LIMITS.some(({ budget }) => draft[budget] === INVALID_LIMIT);
  const isSame = LIMITS.every(({ budget }) => draft[budget] === budgets[budget]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong || isSame) return;
    void change(draft, () =>
      toast({ title: "Run budgets saved", text: "They hold for new runs.", tone: "ok", icon: "✓" }),
    );
  };
  return (
    <Card title="Default run budgets">
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <p className="max-w-prose text-muted">
          Limits of new runs, unless a mission or the API sets its own. Runs that exist keep theirs.
        </p>
        <div className="grid items-start gap-4 md:grid-cols-2">
          {LIMITS.map(({ budget, label, help }) => {
            const isReplans = budget === "maxTotalReplans";
            return (
              <LimitField
                key={budget}
                budget={budget}
                label={label}
                help={`${help} Leave empty for ${isReplans ? "the usual" : "no limit"}.`}
                placeholder={isReplans ? String(DEFAULT_MAX_TOTAL_REPLANS) : "No limit"}
                value={draft[budget]}
                onChange={(limit) =>
                  setDraft(({ [budget]: _before, ...others }) => ({
                    ...others,
                    ...(limit !== undefined && { [budget]: limit }),
                  }))
                }
              />
            );
          })}
        </div>
        <Problem problem={problem} />
        <Button
          type="submit"
          variant="main"
          className="justify-self-start"
          disabled={pending || isWrong || isSame}
        >
          {pending ? "Saving…" : "Save run budgets"}
        </Button>
      </form>
    </Card>
  );
}
