"use client";

import { type FormEvent, useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { KIND_LABELS } from "@/lib/core/describe/gates/words";
import { DRILL_KINDS } from "@/lib/core/drills/kinds";
import type { DrillSettings } from "@/lib/core/drills/view";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field, Select } from "../../ui/field";
import { useToast } from "../../ui/overlay/toast";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";

/** Sends a drill to one person; which one it is, and whether it has a fault, is left to chance. */
export function SendDrill({ reviewers }: { reviewers: DrillSettings["reviewers"] }) {
  const toast = useToast();
  const [personId, setPersonId] = useState(reviewers[0]?.id ?? "");
  const [kindName, setKind] = useState("");
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/drills"));
  const person = reviewers.find(({ id }) => id === personId) ?? reviewers[0];
  const kind = DRILL_KINDS.find((one) => one === kindName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!person) return;
    void change({ personId: person.id, ...(kind && { kind }) }, () =>
      toast({ title: "Drill sent", text: `To the inbox of ${person.name}.`, tone: "ok", icon: "✓" }),
    );
  };
  return (
    <Card title="Send a drill">
      <form className="grid max-w-prose gap-4" onSubmit={submit} noValidate>
        <p className="text-muted">It may have a fault or not; that is left to chance.</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="To">
            {(wiring) => (
              <Select {...wiring} value={person?.id} onChange={({ target }) => setPersonId(target.value)}>
                {reviewers.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Kind of gate">
            {(wiring) => (
              <Select {...wiring} value={kindName} onChange={({ target }) => setKind(target.value)}>
                <option value="">Any</option>
                {DRILL_KINDS.map((one) => (
                  <option key={one} value={one}>
                    {KIND_LABELS[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Problem problem={problem} />
        <Button type="submit" className="justify-self-start" disabled={pending}>
          {pending ? "Sending…" : "Send drill"}
        </Button>
      </form>
    </Card>
  );
}
