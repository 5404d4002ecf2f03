"use client";

import { useRouter } from "next/navigation";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { TemplateKind } from "@/lib/core/templates/limits";
import { Dialog } from "../ui/overlay/dialog";
import { ReviewForm } from "./review-form";
import { sendSave } from "./send-template";
import { TemplateForm } from "./template-form";

type NewTemplateProps = { kind: TemplateKind; onClose(templateId?: string): void };

/** A template written by hand. Closing tells which one was made. */
export function NewTemplate({ kind, onClose }: NewTemplateProps) {
  const Form = kind === "review" ? ReviewForm : TemplateForm;
  const router = useRouter();
  const { act, pending, problem } = useAct({ send: sendSave, invalidates: [queryKeys.templates] });
  return (
    <Dialog
      title={kind === "review" ? "New review" : "New template"}
      description={
        kind === "review"
          ? "What planning reviews ask that name it."
          : "A plan that is run again, with parameters where runs differ."
      }
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <Form
        problem={problem && { message: problem.message, issues: problem.issues }}
        busy={pending !== undefined}
        submitLabel={kind === "review" ? "Save review" : "Save template"}
        onSubmit={async (input) => {
          const reply = await act({ kind, ...input });
          if (!reply?.value) return;
          router.refresh();
          onClose(reply.value.templateId);
        }}
        onCancel={() => onClose()}
      />
    </Dialog>
  );
}
