"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/lib/client/call";
import { SLOW, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { formatCount } from "@/lib/core/describe/amounts";
import { DELETE_CONFIRMATION } from "@/lib/core/retention";
import { DeletionFacts } from "../../runs/deletion-facts";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { Progress } from "../../ui/progress";
import { ConfirmField } from "../confirm-field";

/** Everything about runs that ended before a day, deleted at once: said first, then typed. */
export function DeleteEnded() {
  const [day, setDay] = useState("");
  const [open, setOpen] = useState(false);
  const [confirm, setConfirm] = useState("");
  const [tried, setTried] = useState(false);
  const [deleted, setDeleted] = useState<{ count: number; isDone: boolean }>();
  const { problem, pending, act, clear } = useAct({
    ...SLOW,
    send: sendDelete,
    invalidates: [queryKeys.runs],
  });
  const { data, error } = useQuery({
    queryKey: ["deletion", "before", day],
    queryFn: ({ signal }) => call("GET /api/v1/runs/deletion", { endedBefore: day }, { signal }),
    enabled: open && day !== "" && deleted === undefined,
    staleTime: 0,
  });
  const show = (toOpen: boolean) => {
    setOpen(toOpen);
    setConfirm("");
    setTried(false);
    clear();
    if (toOpen) setDeleted(undefined);
  };
  const submit = async () => {
    setTried(true);
    if (confirm !== DELETE_CONFIRMATION) return;
    let count = 0;
    for (;;) {
      const reply = await act({ endedBefore: day, after: count });
      if (!reply) return;
      count += reply.deleted;
      setDeleted({ count, isDone: !reply.more });
      if (!reply.more) return setOpen(false);
    }
  };
  const total = data?.runs ?? 0;
  return (
    <div className="grid gap-3">
      <p>
        Everything about runs that ended before a day: events, plans, steps, costs, comments and replays. The
        audit log keeps a line about each.
      </p>
      <Field label="Ended before (UTC)">
        {(wiring) => (
          <TextInput {...wiring} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        )}
      </Field>
      <p role="status" className="empty:sr-only">
        {deleted?.isDone &&
          (deleted.count === 0 ? "No finished runs before that day." : `Deleted ${runsText(deleted.count)}.`)}
      </p>
      <Button
        className="justify-self-start"
        variant="danger"
        disabled={day === ""}
        onClick={() => show(true)}
      >
        Delete runs…
      </Button>
      <Dialog
        title={`Delete runs that ended before ${day}?`}
        description="They are removed for good within minutes, except from backups. This cannot be undone."
        open={open}
        onOpenChange={show}
      >
        <DialogForm
          closesFreely
          onSend={submit}
          action={pending ? "Deleting…" : "Delete runs"}
          isBusy={pending !== undefined}
          problem={problem ?? (error ? { message: error.message, issues: [] } : undefined)}
          hindrance={data?.runs === 0 ? "No run can be deleted." : undefined}
          variant="danger"
        >
          <DeletionFacts counts={data} />
          {deleted && <DeletionProgress count={deleted.count} total={total} />}
          <ConfirmField words={DELETE_CONFIRMATION} value={confirm} onValue={setConfirm} tried={tried} />
        </DialogForm>
      </Dialog>
    </div>
  );
}

/** How far a deletion of many runs is. */
function DeletionProgress({ count, total }: { count: number; total: number }) {
  return (
    <div className="grid gap-1">
      <p role="status">
        Deleted {formatCount(count)} of {runsText(total)}.
      </p>
      <Progress label="Runs deleted" value={count} max={total} />
    </div>
  );
}

const runsText = (count: number): string => (count === 1 ? "1 run" : `${formatCount(count)} runs`);

/** `after` makes each request of a long deletion one of its own. */
const sendDelete = ({ endedBefore }: { endedBefore: string; after: number }, key: string) =>
  call("POST /api/v1/retention/runs", { endedBefore, confirm: DELETE_CONFIRMATION }, { key });
