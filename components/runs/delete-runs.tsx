"use client";

import { useQuery } from "@tanstack/react-query";
import { call, type RouteOutput } from "@/lib/client/call";
import { byRoute, SLOW, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { ProblemFacts } from "../ui/problem";
import { DeletionFacts } from "./deletion-facts";

type DeleteRunsProps = {
  runs: readonly { id: string; title: string }[];
  onClose(): void;
  /** Called with those that are gone, before the dialog closes. */
  onDeleted(runIds: readonly string[]): void;
};

/** Says what goes with finished runs and what stays, and deletes them when that is confirmed. */
export function DeleteRuns({ runs, onClose, onDeleted }: DeleteRunsProps) {
  const ids = runs.map(({ id }) => id);
  const { data, error } = useQuery({
    queryKey: ["deletion", ids],
    queryFn: ({ signal }) => call("GET /api/v1/runs/deletion", { runIds: ids }, { signal }),
    staleTime: 0,
  });
  const { pending, reply, problem, act } = useAct({
    ...SLOW,
    send: byRoute("POST /api/v1/runs/delete"),
    invalidates: [queryKeys.runs],
    unreachable: "Could not reach the server. It is safe to try again.",
  });
  const count = runs.length === 1 ? "this run" : `${runs.length} runs`;
  const submit = async () => {
    const done = await act({ runIds: ids });
    if (!done) return;
    onDeleted(done.items.flatMap(({ runId, ok }) => (ok ? [runId] : [])));
    if (done.items.every(({ ok }) => ok)) onClose();
  };
  return (
    <Dialog
      title={`Delete ${count}?`}
      description={`${runs.length === 1 ? "It is" : "They are"} removed for good within minutes, except from backups. This cannot be undone.`}
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        closesFreely
        onSend={submit}
        action={pending ? "Deleting…" : runs.length === 1 ? "Delete run" : `Delete ${count}`}
        isBusy={pending !== undefined}
        problem={
          problem ??
          keptOf(reply?.items ?? []) ??
          (error ? { message: error.message, issues: [] } : undefined)
        }
        hindrance={data?.runs === 0 ? "None of these runs can be deleted now." : undefined}
        variant="danger"
      >
        {runs.length > 1 && (
          <ul className="grid max-h-40 gap-1 overflow-y-auto">
            {runs.map(({ id, title }) => (
              <li key={id} className="line-clamp-1 wrap-anywhere">
                {title}
              </li>
            ))}
          </ul>
        )}
        <DeletionFacts counts={data} />
      </DialogForm>
    </Dialog>
  );
}

/** Why those that stay do. */
function keptOf(items: RouteOutput<"POST /api/v1/runs/delete">["items"]): ProblemFacts | undefined {
  const whys = new Set(items.flatMap((one) => (one.ok ? [] : one.problem.message)));
  return whys.size === 0 ? undefined : { message: [...whys].join(" "), issues: [] };
}
