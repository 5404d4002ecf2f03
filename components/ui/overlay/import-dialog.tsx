"use client";

import { useState } from "react";
import type { ApiProblem } from "@/lib/client/call";
import { type MutationOptions, useAct } from "@/lib/client/mutation";
import { useFileDrop } from "../behavior/use-file-drop";
import { Button } from "../button";
import { CodeArea, Field } from "../field";
import { FileButton } from "../file-button";
import { Dialog, type DialogProps } from "./dialog";
import { DialogForm } from "./dialog-form";

type ImportDialogProps<Reply> = Pick<DialogProps, "title" | "description"> &
  Pick<MutationOptions<{ content: string }, Reply>, "send" | "invalidates"> & {
    /** What the text is, what its file is to a screen reader, and how it looks. */
    label: string;
    fileLabel: string;
    placeholder: string;
    maxChars: number;
    /** The button that opens it, the one that sends, and that one while it does. */
    words: { open: string; send: string; sending: string };
    /** Each thing that is wrong with the text, where the refusal lists them. */
    issuesOf?(problem: ApiProblem): string[];
    /** The text was taken. */
    onTaken(reply: Reply): void;
  };

/** A text from elsewhere: pasted, chosen as a file, or dropped. */
export function ImportDialog<Reply>(props: ImportDialogProps<Reply>) {
  const { title, description, label, fileLabel, placeholder, maxChars, words, issuesOf, onTaken } = props;
  const [open, setOpen] = useState(false);
  const [content, setContent] = useState("");
  const [error, setError] = useState<string>();
  const { act, pending, problem, clear } = useAct({
    send: props.send,
    ...(props.invalidates && { invalidates: props.invalidates }),
  });
  const change = (text: string) => {
    clear();
    setContent(text);
    setError(text.length > maxChars ? tooLarge("This text", maxChars) : undefined);
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxChars) setError(tooLarge(`“${file.name}”`, maxChars));
    else change(await file.text());
  };
  const { dropProps, outline } = useFileDrop(([file]) => void take(file));
  const submit = async () => {
    if (content.trim() === "") return setError("Paste or choose a file.");
    const taken = await act({ content });
    if (taken === undefined) return;
    change("");
    setOpen(false);
    onTaken(taken);
  };
  return (
    <Dialog
      title={title}
      description={description}
      size="wide"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="main">{words.open}</Button>}
    >
      <div {...dropProps} className={`rounded-lg ${outline}`}>
        <DialogForm
          onSend={submit}
          action={pending ? words.sending : words.send}
          isBusy={pending !== undefined}
          problem={problem && { message: problem.message, issues: issuesOf?.(problem) ?? [] }}
        >
          <Field label={label} error={error}>
            {(wiring) => (
              <CodeArea
                {...wiring}
                rows={12}
                value={content}
                placeholder={placeholder}
                onChange={({ target }) => change(target.value)}
              />
            )}
          </Field>
          <div>
            <FileButton label={fileLabel} accept=".json" onFiles={([file]) => void take(file)}>
              Choose file
            </FileButton>
          </div>
        </DialogForm>
      </div>
    </Dialog>
  );
}

const tooLarge = (what: string, maxChars: number): string =>
  `${what} is too large. Choose a file below ${maxChars / 1_000_000} MB.`;
