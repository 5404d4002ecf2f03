"use client";

import { Paperclip, X } from "lucide-react";
import { type ClipboardEvent, type ReactNode, useRef } from "react";
import { MAX_FILE_BYTES, MAX_RUN_BYTES } from "@/lib/core/attachments/limits";
import { formatBytes } from "@/lib/core/describe/bytes";
import { useFileDrop } from "../ui/behavior/use-file-drop";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { LiveInput } from "../ui/live";
import { Progress } from "../ui/progress";
import { type FormFile, fileStatusText } from "./uploads";
import type { Uploads } from "./use-uploads";

/** A place for files: chosen, dropped, or pasted anywhere inside. */
export function AttachmentField({ uploads, children }: { uploads: Uploads; children?: ReactNode }) {
  const { files, add, remove } = uploads;
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { dropProps, outline } = useFileDrop(add);
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // What is copied from a table or a document comes as text and as a picture: the text is meant.
    if (pasted.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <section
      aria-label="Mission and files"
      {...dropProps}
      onPaste={onPaste}
      className={`grid gap-2 rounded-lg ${outline}`}
    >
      {children}
      {files.length > 0 && (
        <ul aria-label="Attached files" className="grid gap-1">
          {files.map((file) => (
            <FileRow
              key={file.key}
              file={file}
              onRemove={() => {
                remove(file.key);
                button.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LiveInput
          ref={chooser}
          type="file"
          multiple
          aria-label="Files to attach"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            // The same file may be chosen again after it was removed.
            target.value = "";
          }}
        />
        <Button ref={button} size="small" onClick={() => chooser.current?.click()}>
          <Paperclip aria-hidden="true" className="size-3.5" />
          Attach files
        </Button>
        <span className="text-muted text-xs">
          or drop or paste them here. Up to {formatBytes(MAX_FILE_BYTES)} each, {formatBytes(MAX_RUN_BYTES)}{" "}
          in total
        </span>
      </div>
      <p role="status" className="sr-only">
        {files
          .filter(({ status }) => status === "kept" || status === "failed")
          .map((file) => `${file.name}: ${fileStatusText(file)}`)
          .join(". ")}
      </p>
    </section>
  );
}

function FileRow({ file, onRemove }: { file: FormFile; onRemove(): void }) {
  const failed = file.status === "failed";
  return (
    <li
      className="flex items-center gap-2 rounded-lg border border-line py-0.5 pr-0.5 pl-3"
      data-file={file.status}
    >
      <div className="grid min-w-0 grow gap-0.5 py-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 break-all font-medium">{file.name}</span>
          <span className={`text-xs ${failed ? "text-bad" : "text-muted"}`}>
            {failed && <span aria-hidden="true">✕ </span>}
            {file.status === "kept" && <span aria-hidden="true">✓ </span>}
            {fileStatusText(file)}
          </span>
        </div>
        {file.status === "sending" && (
          <Progress
            label={`Sending ${file.name}`}
            value={file.sent}
            max={file.bytes}
            valueText={fileStatusText(file)}
          />
        )}
      </div>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
}
