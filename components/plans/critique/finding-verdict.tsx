"use client";

import { type FormEvent, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { COMMANDS } from "@/lib/core/run/command-table";
import type { FindingVerdict } from "@/lib/core/run/state";
import { actOf, FORM_KEYS } from "../../ui/behavior/shortcuts";
import { takeFocus } from "../../ui/behavior/take-focus";
import { useKept } from "../../ui/behavior/use-kept";
import { Button } from "../../ui/button";
import { Field, TextArea } from "../../ui/field";
import { Problem } from "../../ui/problem";
import { RelativeTime } from "../../ui/relative-time";
import type { JudgedFinding } from "./use-critique";

type VerdictKind = FindingVerdict["verdict"];

/** Sends a verdict on a finding; the same key again counts once. */
export type ReviewFinding = (
  input: { findingKey: string; verdict: VerdictKind; reason: string },
  key: string,
) => Promise<unknown>;

const VERDICT_LABELS: Record<VerdictKind, { verb: string; done: string; means: string }> = {
  accepted: { verb: "Accept", done: "Accepted", means: "The finding is valid and still counts." },
  waived: { verb: "Waive", done: "Waived", means: "The finding no longer counts." },
};

type FindingVerdictFieldProps = {
  finding: JudgedFinding;
  /** What is typed of the version's findings is kept in this tab under it, until it is sent or cancelled. */
  keptAs: string;
  review: ReviewFinding | undefined;
};

/** What people said of a finding, and the way to say it: with a reason, always. */
export function FindingVerdictField({ finding, keptAs, review }: FindingVerdictFieldProps) {
  const [openForm, setOpenForm] = useState<VerdictKind>();
  const { verdict } = finding;
  if (!review) return verdict && <VerdictNote verdict={verdict} />;
  if (openForm) {
    return (
      <VerdictForm
        finding={finding}
        verdict={openForm}
        keptAs={`${keptAs}/${finding.key}/${openForm}`}
        review={review}
        onDone={() => setOpenForm(undefined)}
      />
    );
  }
  return (
    <div className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {verdict && <VerdictNote verdict={verdict} />}
      {(["accepted", "waived"] as const)
        .filter((one) => one !== verdict?.verdict)
        .map((one) => (
          <Button key={one} size="small" onClick={() => setOpenForm(one)}>
            {verdict ? `${VERDICT_LABELS[one].verb} instead` : VERDICT_LABELS[one].verb}
          </Button>
        ))}
    </div>
  );
}

/** Who said what, when and why. */
export function VerdictNote({ verdict: { verdict, reason, by, at } }: { verdict: FindingVerdict }) {
  return (
    <p className="basis-full rounded-lg border border-amber/50 px-2.5 py-1.5">
      <span className="font-medium text-amber">
        <span aria-hidden="true">◈ </span>
        {VERDICT_LABELS[verdict].done}
      </span>{" "}
      by {by.kind === "person" ? by.name : by.kind}, <RelativeTime at={at} />: “{reason}”
    </p>
  );
}

type VerdictFormProps = {
  finding: JudgedFinding;
  verdict: VerdictKind;
  keptAs: string;
  review: ReviewFinding;
  onDone(): void;
};

/** Why a finding is accepted or waived. A refused verdict keeps what was typed. */
function VerdictForm({ finding, verdict, keptAs, review, onDone }: VerdictFormProps) {
  const [reason, setReason] = useKept(keptAs, "");
  const [reasonMissing, setReasonMissing] = useState(false);
  const { pending, problem, act } = useAct({ send: review });
  const busy = pending !== undefined;
  const { verb, means } = VERDICT_LABELS[verdict];
  const close = () => {
    setReason("");
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return setReasonMissing(true);
    if ((await act({ findingKey: finding.key, verdict, reason })) !== undefined) close();
  };
  return (
    <form onSubmit={submit} className="mt-1 grid gap-2 rounded-lg border border-line p-3">
      <Field
        label={`Why ${verb.toLowerCase()} it?`}
        help={means}
        error={
          reasonMissing && reason.trim() === ""
            ? "A reason is required. It is recorded with the plan version."
            : undefined
        }
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            maxLength={COMMANDS.review_finding.words.max}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            onKeyDown={(event) => {
              if (actOf(FORM_KEYS, event) === "close") onDone();
            }}
            ref={takeFocus}
          />
        )}
      </Field>
      <Problem problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" size="small" disabled={busy}>
          {busy ? "Saving…" : `${verb} the finding`}
        </Button>
        <Button size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
