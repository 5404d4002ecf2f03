"use client";

import { useRouter } from "next/navigation";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { TemplateKind } from "@/lib/core/templates/limits";
import { Dialog } from "../ui/overlay/dialog";
import { AgentForm } from "./agent-form";
import { ReviewForm } from "./review-form";
import { sendSave } from "./send-template";
import { TemplateForm } from "./template-form";

type NewTemplateProps = { kind: TemplateKind; onClose(templateId?: string): void };

const FORMS = { plan: TemplateForm, review: ReviewForm, agent: AgentForm } as const;

const WORDS: Record<TemplateKind, { title: string; description: string; save: string }> = {
  plan: {
    title: "New template",
    description: "A plan that is run again, with parameters where runs differ.",
    save: "Save template",
  },
  review: {
    title: "New review",
    description: "What planning reviews ask that name it.",
    save: "Save review",
  },
  agent: {
    title: "New agent",
    description: "People can put a copy of it into a plan.",
    save: "Save agent",
  },
};

/** A template written by hand. Closing tells which one was made. */
export function NewTemplate({ kind, onClose }: NewTemplateProps) {
  const Form = FORMS[kind];
  const router = useRouter();
  const { act, pending, problem } = useAct({ send: sendSave, invalidates: [queryKeys.templates] });
  return (
    <Dialog
      title={WORDS[kind].title}
      description={WORDS[kind].description}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <Form
        problem={problem}
        busy={pending !== undefined}
        submitLabel={WORDS[kind].save}
        onSubmit={async (input) => {
          const reply = await act({ kind, ...input });
          if (!reply) return;
          router.refresh();
          onClose(reply.templateId);
        }}
        onCancel={() => onClose()}
      />
    </Dialog>
  );
}
