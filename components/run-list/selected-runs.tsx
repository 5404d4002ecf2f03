"use client";

import { useState } from "react";
import { call, type RouteOutput } from "@/lib/client/call";
import { SLOW, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import { MAX_COMPARED } from "@/lib/core/inputs/limits";
import { isTerminalRun } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";
import { compareHref } from "../compare/address";
import { DeleteRuns } from "../runs/delete-runs";
import { useMissingRight } from "../shell/rights";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/links/button-link";
import { Dialog, DialogClose } from "../ui/overlay/dialog";
import { Problem } from "../ui/problem";

type Chosen = Pick<RunListItem, "id" | "title">;
type SelectedRunsProps = {
  runs: readonly Pick<RunListItem, "id" | "title" | "status">[];
  onClear(): void;
  onCancelled(runIds: readonly string[]): void;
  onDeleted(runIds: readonly string[]): void;
};

/**
 * What can be done with the selected runs: two to five are compared, and those that have not ended are cancelled in one
 * request, after a question, with what became of each; those that have are deleted after another.
 */
export function SelectedRuns({ runs, onClear, onCancelled, onDeleted }: SelectedRunsProps) {
  const { pending, reply, problem, act, clear } = useAct({
    ...SLOW,
    send: sendCancel,
    invalidates: [queryKeys.runs],
    unreachable: "Could not reach the server. It is safe to try again: no run is cancelled twice.",
  });
  const open = runs.filter(({ status }) => !isTerminalRun(status));
  const ended = runs.filter(({ status }) => isTerminalRun(status));
  const [deleting, setDeleting] = useState<readonly Chosen[]>();
  const missing = useMissingRight("operate");
  const notAdmin = useMissingRight("admin");
  const whyNot = [open.length > 0 && missing, ended.length > 0 && notAdmin].filter(
    (why) => typeof why === "string",
  );
  const count = formatCounted(open.length, "run", "runs");
  const endedCount = formatCounted(ended.length, "run", "runs");
  const cancel = async () => {
    const done = await act(open.map(({ id, title }) => ({ id, title })));
    if (!done) return;
    onCancelled(done.items.flatMap(({ runId, ok }) => (ok ? [runId] : [])));
    onClear();
  };
  return (
    <>
      {runs.length > 0 && (
        <section
          aria-label="Selected runs"
          className="sticky top-2 z-20 flex flex-wrap items-center gap-2 rounded-xl border border-edge bg-panel px-4 py-2 shadow-card max-md:top-14"
        >
          <p className="mr-auto font-medium">{runs.length} selected</p>
          {open.length > 0 && (
            <Dialog
              title={`Cancel ${count}?`}
              description="Running tasks are stopped and pending ones are dropped. Finished results are kept. This cannot be undone."
              trigger={
                <Button
                  variant="danger"
                  disabled={pending !== undefined || missing !== undefined}
                  data-act={`Cancel ${count}`}
                >
                  {pending ? "Cancelling…" : `Cancel ${count}`}
                </Button>
              }
              footer={
                <>
                  <DialogClose>
                    <Button>Keep running</Button>
                  </DialogClose>
                  <DialogClose>
                    <Button variant="danger" onClick={() => void cancel()}>
                      Cancel {count}
                    </Button>
                  </DialogClose>
                </>
              }
            >
              <ul className="grid max-h-48 gap-1 overflow-y-auto">
                {open.map(({ id, title }) => (
                  <li key={id} className="line-clamp-1 wrap-anywhere">
                    {title}
                  </li>
                ))}
              </ul>
            </Dialog>
          )}
          {ended.length > 0 && (
            <Button
              variant="danger"
              aria-haspopup="dialog"
              disabled={pending !== undefined || notAdmin !== undefined}
              data-act={`Delete ${endedCount}`}
              onClick={() => setDeleting(ended)}
            >
              Delete {endedCount}…
            </Button>
          )}
          {runs.length >= 2 && runs.length <= MAX_COMPARED && (
            <ButtonLink href={compareHref(runs.map(({ id }) => id))}>Compare {runs.length} runs</ButtonLink>
          )}
          <Button disabled={pending !== undefined} onClick={onClear}>
            Clear selection
          </Button>
          {whyNot.map((why) => (
            <p key={why} className="w-full text-muted text-xs">
              {why}
            </p>
          ))}
          <Problem problem={problem} />
        </section>
      )}
      {deleting && (
        <DeleteRuns runs={deleting} onClose={() => setDeleting(undefined)} onDeleted={onDeleted} />
      )}
      <div role="status" className="empty:absolute">
        {reply && <CancelResults items={reply.items} asked={reply.asked} onClose={clear} />}
      </div>
    </>
  );
}

type CancelResultsProps = {
  items: RouteOutput<"POST /api/v1/runs/cancel">["items"];
  asked: readonly Chosen[];
  onClose(): void;
};

/** What became of each run that was to be cancelled, by its title, and why one was not. */
export function CancelResults({ items, asked, onClose }: CancelResultsProps) {
  return (
    <section aria-label="Results" className="grid gap-2 rounded-xl border border-line bg-panel px-4 py-3">
      <ul className="grid gap-1">
        {items.map((one) => (
          <li key={one.runId} className={one.ok ? "" : "text-bad"}>
            <span aria-hidden="true">{one.ok ? "✓" : "✕"} </span>
            {one.ok ? "Cancelled" : one.problem.message}
            <span className="line-clamp-1 text-muted text-xs">
              {asked.find(({ id }) => id === one.runId)?.title}
            </span>
          </li>
        ))}
      </ul>
      <Button className="justify-self-start" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}

const sendCancel = async (asked: readonly Chosen[], key: string) => ({
  ...(await call("POST /api/v1/runs/cancel", { runIds: asked.map(({ id }) => id) }, { key })),
  asked,
});
