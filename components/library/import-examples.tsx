"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import { MAX_IMPORT_CHARS } from "@/lib/core/inputs/limits";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Dialog, DialogFormFooter } from "../ui/overlay/dialog";
import { useToast } from "../ui/overlay/toast";
import { useFileDrop } from "../ui/use-file-drop";
import { sendImport } from "./send-example";

/** Brings examples from elsewhere: pasted, chosen or dropped. All of them are taken, or none. */
export function ImportExamples() {
  const toast = useToast();
  const router = useRouter();
  const chooser = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [content, setContent] = useState("");
  const [error, setError] = useState<string>();
  const { act, pending, problem, clear } = useAct({ send: sendImport, invalidates: [queryKeys.examples] });
  const change = (text: string) => {
    clear();
    setContent(text);
    setError(undefined);
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_IMPORT_CHARS) setError(`“${file.name}” is too large: choose a file below 1 MB.`);
    else change(await file.text());
  };
  const { dropProps, outline } = useFileDrop(([file]) => void take(file));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (content.trim() === "") return setError("Paste or choose a file with examples.");
    const reply = await act({ content });
    if (!reply?.value) return;
    const { added, known } = reply.value;
    toast({ title: addedText(added), tone: "ok", icon: "✓", ...(known > 0 && { text: knownText(known) }) });
    change("");
    setOpen(false);
    router.refresh();
  };
  return (
    <Dialog
      title="Import examples"
      description="JSON: one example, a list, or a list few_shot_examples. All of them are taken, or none."
      size="wide"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="main">Import</Button>}
    >
      <form onSubmit={submit} {...dropProps} className={`grid gap-4 rounded-lg ${outline}`}>
        <Field label="Examples" error={error}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={12}
              spellCheck={false}
              className="font-mono text-xs"
              value={content}
              placeholder='[{"query": "…", "steps": […], "outcome": "answer_complete"}]'
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
        <div>
          <input
            ref={chooser}
            type="file"
            aria-label="File of examples"
            accept=".json"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              void take(target.files?.[0]);
              // The same file may be chosen again after it was changed.
              target.value = "";
            }}
          />
          <Button size="small" onClick={() => chooser.current?.click()}>
            <Upload aria-hidden="true" className="size-3.5" />
            Choose file
          </Button>
        </div>
        <DialogFormFooter
          problem={problem && { message: problem.message, issues: issueLines(problem.issues) }}
          disabled={pending !== undefined}
        >
          {pending ? "Importing…" : "Import"}
        </DialogFormFooter>
      </form>
    </Dialog>
  );
}

const issueLines = (issues: readonly ExampleProblem[]): string[] =>
  issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));

const addedText = (n: number): string =>
  n === 0 ? "No new examples" : n === 1 ? "1 example added" : `${n} examples added`;
const knownText = (n: number): string =>
  n === 1 ? "1 is in the library already." : `${n} are in the library already.`;
