"use client";

import { useState } from "react";
import { byRoute, SLOW } from "@/lib/client/mutation";
import { formatCount } from "@/lib/core/describe/amounts";
import { AUDIT_CONFIRMATION, MIN_AUDIT_DAYS } from "@/lib/core/retention";
import { usePageAct } from "../../ui/behavior/use-page-act";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { ConfirmField } from "../confirm-field";

/** Removing lines of the audit log: never by itself, and never without typing that it is meant. */
export function AuditPurge() {
  const [open, setOpen] = useState(false);
  const [days, setDays] = useState("365");
  const [confirm, setConfirm] = useState("");
  const [tried, setTried] = useState(false);
  const { problem, pending, reply, act } = usePageAct({
    send: byRoute("POST /api/v1/retention/audit"),
    ...SLOW,
  });
  const olderThanDays = Number(days);
  const isValid = Number.isInteger(olderThanDays) && olderThanDays >= MIN_AUDIT_DAYS;
  const submit = async () => {
    setTried(true);
    if (confirm !== AUDIT_CONFIRMATION) return;
    if (!(await act({ olderThanDays, confirm }))) return;
    setConfirm("");
    setTried(false);
    setOpen(false);
  };
  return (
    <div className="grid gap-3">
      <p>
        Nothing removes its lines by itself. An administrator can remove old ones; a new line then says who
        did, and how many went.
      </p>
      <p role="status" className="empty:sr-only">
        {reply &&
          (reply.removed === 0
            ? "No lines of that age."
            : `Removed ${formatCount(reply.removed)} ${reply.removed === 1 ? "line" : "lines"}.${reply.more ? " There are more: remove again." : ""}`)}
      </p>
      <Dialog
        title="Remove audit lines?"
        description={`Lines of the last ${MIN_AUDIT_DAYS} days always stay.`}
        open={open}
        onOpenChange={setOpen}
        trigger={<Button className="justify-self-start">Remove old lines…</Button>}
      >
        <DialogForm
          closesFreely
          onSend={submit}
          action={pending ? "Removing…" : "Remove lines"}
          isBusy={pending !== undefined}
          problem={problem}
        >
          <Field
            label="Older than, in days"
            error={isValid ? undefined : `Enter a number of days from ${MIN_AUDIT_DAYS}.`}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                inputMode="numeric"
                autoComplete="off"
                value={days}
                onChange={({ target }) => setDays(target.value)}
              />
            )}
          </Field>
          <ConfirmField words={AUDIT_CONFIRMATION} value={confirm} onValue={setConfirm} tried={tried} />
        </DialogForm>
      </Dialog>
    </div>
  );
}
