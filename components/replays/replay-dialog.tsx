"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { ToolReplayInput } from "@/lib/core/inputs/replays";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { replayHref } from "./address";
import { NO_SETTINGS, pathProblem, ReplayFields, settingsOf } from "./replay-fields";

type ReplayDialogProps = { from: NonNullable<ToolReplayInput["from"]>; onClose(): void };

/** Starts a replay of an attempt and leads to its page. */
export function ReplayDialog({ from, onClose }: ReplayDialogProps) {
  const router = useRouter();
  const [typed, setTyped] = useState(NO_SETTINGS);
  const { act, pending, problem } = useAct({
    send: byRoute("POST /api/v1/replays"),
    invalidates: [queryKeys.replays],
  });
  const submit = async () => {
    if (pathProblem(typed) !== undefined) return;
    const reply = await act({ from, settings: settingsOf(typed) });
    if (reply) router.push(replayHref(reply.replayId));
  };
  return (
    <Dialog
      title="Replay attempt"
      description="Its tool calls are made again and compared with what was recorded. Tools that change something outside use the recording."
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        onSend={submit}
        action={pending ? "Starting…" : "Replay"}
        isBusy={pending !== undefined}
        problem={problem}
      >
        <ReplayFields typed={typed} onChange={setTyped} />
      </DialogForm>
    </Dialog>
  );
}
