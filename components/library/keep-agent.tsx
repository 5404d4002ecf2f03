"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { templateHref } from "../templates/address";
import { NameField } from "../templates/name-field";
import { sendSave } from "../templates/send-template";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";

type KeepAgentProps = { agent: string; runId: string; onClose(): void };

/** An agent of a run's plan as a template, whole: prompt, tools, model and limits. */
export function KeepAgent({ agent, runId, onClose }: KeepAgentProps) {
  const router = useRouter();
  const { act, pending, problem, reply } = useAct({ send: sendSave, invalidates: [queryKeys.templates] });
  const [name, setName] = useState(agent);
  const submit = async () => {
    if (await act({ kind: "agent", name, from: { runId, agent } })) router.refresh();
  };
  return (
    <Dialog
      title="Save agent as template"
      description="As the last plan that describes it has it. People can put a copy of it into a plan."
      open
      onOpenChange={(open) => open || onClose()}
    >
      {reply ? (
        <p role="status">
          Saved as version {reply.version}.{" "}
          <Link
            href={templateHref(reply.templateId, "agent")}
            className="underline underline-offset-2"
            onClick={onClose}
          >
            Open template
          </Link>
        </p>
      ) : (
        <DialogForm
          onSend={submit}
          action={pending ? "Saving…" : "Save template"}
          isBusy={pending !== undefined}
          problem={problem}
        >
          <NameField value={name} onChange={setName} />
        </DialogForm>
      )}
    </Dialog>
  );
}
