"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { MAX_REPLAY_FILE_CHARS } from "@/lib/core/inputs/limits";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Dialog, DialogFormFooter } from "../ui/overlay/dialog";
import { useFileDrop } from "../ui/use-file-drop";
import { replayHref } from "./address";
import { sendImport } from "./send-replay";

/** Replays a file: an export of a replay with its settings, or a trajectory alone. */
export function ImportReplay() {
  const router = useRouter();
  const chooser = useRef<HTMLInputElement>(null);
  const [content, setContent] = useState("");
  const [error, setError] = useState<string>();
  const { act, pending, problem, clear } = useAct({ send: sendImport, invalidates: [queryKeys.replays] });
  const change = (text: string) => {
    clear();
    setContent(text);
    setError(text.length > MAX_REPLAY_FILE_CHARS ? "Choose a file below 2 MB." : undefined);
  };
  const take = async (file: File | undefined) => file && change(await file.text());
  const { dropProps, outline } = useFileDrop(([file]) => void take(file));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (content.trim() === "") return setError("Paste or choose a file.");
    if (error !== undefined) return;
    const reply = await act({ content });
    if (reply?.value) router.push(replayHref(reply.value.replayId));
  };
  return (
    <Dialog
      title="Replay a file"
      description="JSON: an exported replay, or a trajectory."
      size="wide"
      trigger={<Button variant="main">Replay a file</Button>}
    >
      <form onSubmit={submit} {...dropProps} className={`grid gap-4 rounded-lg ${outline}`}>
        <Field label="Replay or trajectory" error={error}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={12}
              spellCheck={false}
              className="font-mono text-xs"
              value={content}
              placeholder='{"query": "…", "steps": […]}'
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
        <div>
          <input
            ref={chooser}
            type="file"
            aria-label="File to replay"
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
          problem={problem && { message: problem.message, issues: [] }}
          disabled={pending !== undefined}
        >
          {pending ? "Starting…" : "Replay"}
        </DialogFormFooter>
      </form>
    </Dialog>
  );
}
