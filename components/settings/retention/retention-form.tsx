"use client";

import { type FormEvent, useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { overtakenKinds, type RetentionSettings } from "@/lib/core/retention";
import type { RetainedKind } from "@/lib/core/retention/views";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { Dialog, DialogClose } from "../../ui/overlay/dialog";
import { useToast } from "../../ui/overlay/toast";
import { Problem } from "../../ui/problem";
import { RelativeTime } from "../../ui/relative-time";
import { useChange } from "../use-change";
import { changesOf, daysText, draftError, draftOf, KIND_LABELS, shortenedKinds, sizeText } from "./labels";

type RetentionFormProps = {
  kinds: readonly RetainedKind[];
  settings: RetentionSettings;
};

/** The days of each kind. What would remove something is asked for once more. */
export function RetentionForm({ kinds, settings }: RetentionFormProps) {
  const toast = useToast();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [asking, setAsking] = useState(false);
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/retention"));
  const changes = changesOf(draft, settings);
  const hasErrors = kinds.some(({ kind }) => draftError(draft[kind]) !== undefined);
  const shortened = hasErrors ? [] : shortenedKinds(changes, settings);
  const overtaken = hasErrors ? [] : overtakenKinds({ ...settings, ...changes });
  const save = () =>
    change(changes, () => {
      setAsking(false);
      toast({ title: "Retention saved", text: "Takes effect within a minute.", tone: "ok", icon: "✓" });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasErrors || Object.keys(changes).length === 0) return;
    if (shortened.length > 0) setAsking(true);
    else void save();
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <ul className="grid divide-y divide-line">
        {kinds.map((one) => (
          <li
            key={one.kind}
            className="grid items-start gap-x-4 gap-y-2 py-3 first:pt-0 sm:grid-cols-[minmax(0,1fr)_12rem]"
          >
            <KindFacts {...one} />
            <Field
              label={`Days to keep ${KIND_LABELS[one.kind].name.toLowerCase()}`}
              error={draftError(draft[one.kind])}
              help={overtaken.includes(one.kind) ? "Finished runs go first." : undefined}
            >
              {(wiring) => (
                <TextInput
                  {...wiring}
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder="For ever"
                  value={draft[one.kind]}
                  onChange={({ target }) => setDraft({ ...draft, [one.kind]: target.value })}
                />
              )}
            </Field>
          </li>
        ))}
      </ul>
      {!asking && <Problem problem={problem} />}
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="main"
          disabled={pending || hasErrors || Object.keys(changes).length === 0}
        >
          {pending ? "Saving…" : "Save retention"}
        </Button>
      </div>
      <Dialog
        title="Remove older data?"
        description="It is removed for good within minutes, except from backups."
        open={asking}
        onOpenChange={setAsking}
        footer={
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="danger" disabled={pending} onClick={save}>
              {pending ? "Saving…" : "Save and remove"}
            </Button>
          </>
        }
      >
        <ul className="list-disc pl-5">
          {shortened.map((kind) => (
            <li key={kind}>
              {KIND_LABELS[kind].name} older than {daysText(changes[kind] ?? 0)}
            </li>
          ))}
        </ul>
        <Problem problem={problem} />
      </Dialog>
    </form>
  );
}

function KindFacts({ kind, keepDays, stored, purgedAt, checkedAt }: RetainedKind) {
  const { name, what, unit } = KIND_LABELS[kind];
  return (
    <div className="grid min-w-0 content-start gap-1">
      <h3 className="font-semibold">
        {name}{" "}
        <span className="font-normal text-muted">
          kept {keepDays === null ? "for ever" : `for ${daysText(keepDays)}`}
        </span>
      </h3>
      <p>{what}</p>
      {/* A line each on phones: where they broke would hang on the width of letters. */}
      <p className="text-muted text-xs *:max-sm:block">
        <span>{sizeText(stored, unit)}.</span>{" "}
        <span>
          {purgedAt === null ? (
            "Nothing removed yet."
          ) : (
            <>
              Last removed <RelativeTime at={purgedAt} />.
            </>
          )}
        </span>{" "}
        <span>
          {checkedAt === null ? (
            "Waiting for a worker to check."
          ) : (
            <>
              Checked <RelativeTime at={checkedAt} />.
            </>
          )}
        </span>
      </p>
    </div>
  );
}
