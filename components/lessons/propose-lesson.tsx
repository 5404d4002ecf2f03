"use client";

import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { usePageAct } from "../ui/behavior/use-page-act";
import { Button } from "../ui/button";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { useToast } from "../ui/overlay/toast";
import { LessonFields, readLessonFields } from "./lesson-fields";

const EMPTY = { text: "", tags: "" };

/** A lesson in a person's own words. It waits for acceptance like any other. */
export function ProposeLesson() {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [fields, setFields] = useState(EMPTY);
  const [submitted, setSubmitted] = useState(false);
  const { act, pending, problem } = usePageAct({
    send: byRoute("POST /api/v1/lessons"),
    invalidates: [queryKeys.lessons],
  });
  const { input, error } = readLessonFields(fields);
  const submit = async () => {
    setSubmitted(true);
    if (error !== undefined) return;
    const reply = await act(input);
    if (!reply) return;
    const text = reply.merged ? "This lesson already exists; its count went up." : undefined;
    toast({ title: "Lesson proposed", tone: "ok", icon: "✓", ...(text && { text }) });
    setFields(EMPTY);
    setSubmitted(false);
    setOpen(false);
  };
  return (
    <Dialog
      title="Propose a lesson"
      description="One piece of advice for future plans. It takes effect once it is accepted."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="main" data-act="Propose lesson">
          Propose lesson
        </Button>
      }
    >
      <DialogForm
        onSend={submit}
        action={pending ? "Proposing…" : "Propose"}
        isBusy={pending !== undefined}
        problem={problem}
      >
        <LessonFields fields={fields} onChange={setFields} error={submitted ? error : undefined} />
      </DialogForm>
    </Dialog>
  );
}
