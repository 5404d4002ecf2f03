"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { call } from "@/lib/client/call";
import { byRoute, useAct } from "@/lib/client/mutation";
import { formatCounted } from "@/lib/core/describe/amounts";
import { MAX_REASON_CHARS } from "@/lib/core/inputs/limits";
import type { JsonObject } from "@/lib/core/json";
import type { ForkPreview } from "@/lib/core/run/fork-views";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Drawer } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { ForkChangesFields, type ForkDraft } from "./fork-changes-fields";
import { ForkQuestions } from "./fork-questions";

/** Where a fork begins: at an event, or right before a gate or a task's question was decided. */
export type ForkPlace = { fromSeq: number } | { approvalId: string } | { taskId: string };

type ForkDialogProps = { runId: string; place: ForkPlace; onClose(): void };

/** What a fork would come to, what it is to do otherwise, and the way to make it. */
export function ForkDialog({ runId, place, onClose }: ForkDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["fork-preview", runId, place],
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/fork-preview", { id: runId, ...place }, { signal }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Drawer
      title="Fork this run"
      description="Creates a new run with the events up to this point. This run is not changed."
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      {data ? (
        <ForkForm preview={data} />
      ) : error ? (
        <div role="alert" className="grid justify-items-start gap-2">
          <p>{error.message}</p>
          <Button onClick={() => refetch()}>Try again</Button>
        </div>
      ) : (
        <p role="status" className="text-muted">
          Loading…
        </p>
      )}
    </Drawer>
  );
}

function ForkForm({ preview }: { preview: ForkPreview }) {
  const router = useRouter();
  const [decisions, setDecisions] = useState<Record<string, GateVerb>>({});
  const [reason, setReason] = useState("");
  const [draft, setDraft] = useState<ForkDraft>({ plan: "", reviewMode: "", maxCostUsd: "" });
  const { pending, problem, act } = useAct({
    send: byRoute("POST /api/v1/runs/{id}/fork"),
    shows: () => false,
  });
  const busy = pending !== undefined;
  const submit = async () => {
    const changes = changesOf({ decisions, reason, draft });
    const reply = await act({ id: preview.runId, fromSeq: preview.fromSeq, ...(changes && { changes }) });
    if (reply) router.push(`/runs/${encodeURIComponent(reply.runId)}`);
  };
  const needsReason = draft.plan.trim() !== "";
  return (
    <DialogForm
      onSend={submit}
      action={busy ? "Forking…" : "Fork run"}
      isBusy={busy}
      problem={problem}
      className="grid gap-5"
    >
      <ForkFacts preview={preview} />
      <ForkQuestions questions={preview.questions} decisions={decisions} onDecide={setDecisions} />
      <ForkChangesFields draft={draft} onChange={setDraft} />
      <Field
        label="Reason"
        help={
          needsReason
            ? "Required if the plan changes."
            : "Optional. It stays with the fork and its decisions."
        }
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            required={needsReason}
            maxLength={MAX_REASON_CHARS}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  );
}

type ChangesDraft = { decisions: Record<string, GateVerb>; reason: string; draft: ForkDraft };

/** What was filled in, as the API takes it; undefined where nothing was. */
function changesOf({ decisions, reason, draft }: ChangesDraft): JsonObject | undefined {
  const said: JsonObject = reason.trim() === "" ? {} : { reason: reason.trim() };
  const { plan, reviewMode, maxCostUsd } = draft;
  const settings = {
    ...(reviewMode !== "" && { reviewMode }),
    ...(maxCostUsd.trim() !== "" && { maxCostMicroUsd: Math.round(Number(maxCostUsd) * 1_000_000) }),
  };
  const reviews = Object.fromEntries(
    Object.entries(decisions).map(([taskId, decision]) => [taskId, { decision, ...said }]),
  );
  const changes = {
    ...said,
    ...(plan.trim() !== "" && { plan }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(reviews).length > 0 && { reviews }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

/** What a fork keeps and does again, and what has been done outside already. */
export function ForkFacts({ preview }: { preview: ForkPreview }) {
  const { fromSeq, at, planVersion, keptCount, againCount, pendingCount } = preview;
  return (
    <div className="grid gap-4">
      <p className="text-muted text-xs">
        Shares events 1 to {fromSeq}, up to{" "}
        <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>, plan v
        {planVersion}
      </p>
      <dl className="grid grid-cols-3 gap-3">
        {[
          ["Kept", keptCount],
          ["Start over", againCount],
          ["Not started", pendingCount],
        ].map(([name, count]) => (
          <div key={name}>
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="font-medium text-base">{count}</dd>
          </div>
        ))}
      </dl>
      <Effects preview={preview} />
    </div>
  );
}

function Effects({ preview: { effects, effectCount } }: { preview: ForkPreview }) {
  if (effectCount === 0)
    return <p className="text-muted">No tool of this run has changed anything outside.</p>;
  return (
    <section aria-label="Effects so far" className="grid gap-2 rounded-lg border border-amber/50 px-3 py-2">
      <h3 className="font-medium text-amber">
        Already done outside: {formatCounted(effectCount, "call", "calls")}
      </h3>
      <p className="text-muted text-xs">
        A fork does not undo them. The same call asks a person first when it comes again.
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="grid max-h-60 gap-2 overflow-y-auto"
      >
        {effects.map((effect) => (
          <li key={`${effect.taskId} ${effect.tool} ${effect.args} ${effect.at}`} className="grid gap-0.5">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-mono text-xs">{effect.tool}</span>
              <span>{effect.title}</span>
              {effect.at === null && <Badge tone="amber">outcome unknown</Badge>}
              {effect.later && <Badge>after this point</Badge>}
            </span>
            <span className="break-words font-mono text-muted text-xs">{effect.args}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
