"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { byRoute, useAct } from "@/lib/client/mutation";
import { exampleDraftQuery, marksQuery, queryKeys } from "@/lib/client/query";
import type { ExampleDraft } from "@/lib/core/examples/view";
import type { DraftExampleInput } from "@/lib/core/inputs/examples";
import { ANSWER_SUBJECT } from "@/lib/core/marks";
import { Dialog } from "../ui/overlay/dialog";
import { Problem } from "../ui/problem";
import { Skeleton } from "../ui/skeleton";
import { typedOf } from "./example-fields";
import { ExampleForm } from "./example-form";
import { exampleHref } from "./labels";

type PromoteExampleProps = { from: DraftExampleInput; onClose(): void };

/** A finished run or an attempt as an example: its draft is read and changed before it is added. */
export function PromoteExample({ from, onClose }: PromoteExampleProps) {
  const { data: draft, error } = useQuery(exampleDraftQuery(from));
  return (
    <Dialog
      title="Promote to an example"
      description="While it is on, prompts of similar work include it. What looks like a secret is hidden, and long values are cut."
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <WrongNote runId={from.runId} />
      {error && <Problem problem={{ message: error.message, issues: [] }} />}
      {!draft && !error && <Skeleton className="h-64" />}
      {draft && <DraftForm draft={draft} from={from} onClose={onClose} />}
    </Dialog>
  );
}

/** An answer that people call wrong is no example of how it is done. */
function WrongNote({ runId }: { runId: string }) {
  const { data } = useQuery(marksQuery(runId));
  const by = data?.items.find((mark) => mark.subject === ANSWER_SUBJECT && mark.verdict === "wrong")?.by;
  if (!by) return null;
  return (
    <p role="status" className="text-amber">
      <span aria-hidden="true">△ </span>
      {by.kind === "person" ? by.name : by.kind} marked the answer of this run wrong.
    </p>
  );
}

function DraftForm({ draft, from, onClose }: PromoteExampleProps & { draft: ExampleDraft }) {
  const { act, pending, problem, reply } = useAct({
    send: byRoute("POST /api/v1/examples"),
    invalidates: [queryKeys.examples],
  });
  if (reply) {
    const { exampleId, merged } = reply;
    return (
      <p role="status">
        {merged ? "This example is in the library already. " : "Added to the library. "}
        <Link href={exampleHref(exampleId)} className="underline underline-offset-2">
          Open example
        </Link>
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      {draft.demo && <p className="text-muted text-xs">From a demo run: used with simulated models only.</p>}
      <ExampleForm
        begins={typedOf(draft.example)}
        problems={draft.problems}
        refusal={problem}
        busy={pending !== undefined}
        submitLabel="Add to library"
        onSubmit={(example) => void act({ example, from })}
        onCancel={onClose}
      />
    </div>
  );
}
