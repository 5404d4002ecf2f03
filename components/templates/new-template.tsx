"use client";

import { useRouter } from "next/navigation";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { Dialog } from "../ui/overlay/dialog";
import { sendSave } from "./send-template";
import { TemplateForm } from "./template-form";

/** A template written by hand. Closing tells which one was made. */
export function NewTemplate({ onClose }: { onClose(templateId?: string): void }) {
  const router = useRouter();
  const { act, pending, problem } = useAct({ send: sendSave, invalidates: [queryKeys.templates] });
  return (
    <Dialog
      title="New template"
      description="A plan that is run again, with parameters where runs differ."
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <TemplateForm
        problem={problem && { message: problem.message, issues: problem.issues }}
        busy={pending !== undefined}
        submitLabel="Save template"
        onSubmit={async (input) => {
          const reply = await act(input);
          if (!reply?.value) return;
          router.refresh();
          onClose(reply.value.templateId);
        }}
        onCancel={() => onClose()}
      />
    </Dialog>
  );
}
