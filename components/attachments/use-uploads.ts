"use client";

import { useEffect, useReducer, useRef } from "react";
import { type Upload, uploadFile } from "@/lib/client/upload-file";
import { changeFiles, type FormFile } from "./uploads";

export type Uploads = {
  files: readonly FormFile[];
  add(files: Iterable<File>): void;
  remove(key: string): void;
};

/** Sends files one after the other as soon as they are brought. What is removed, or left behind, is not sent on. */
export function useUploads({
  send = uploadFile,
  begins = [],
}: {
  send?: typeof uploadFile;
  /** Files that are kept already. */
  begins?: readonly FormFile[];
} = {}): Uploads {
  const [files, change] = useReducer(changeFiles, [...begins]);
  const contents = useRef(new Map<string, File>());
  const current = useRef<{ key: string; upload: Upload }>(undefined);
  const next = files.find(({ status }) => status === "waiting")?.key;
  const isSending = files.some(({ status }) => status === "sending");

  useEffect(() => {
    const content = next === undefined ? undefined : contents.current.get(next);
    if (isSending || next === undefined || !content) return;
    change({ type: "sent", key: next, sent: 0 });
    const upload = send(content, (sent) => change({ type: "sent", key: next, sent }));
    current.current = { key: next, upload };
    upload.done
      .then(
        ({ id }) => change({ type: "kept", key: next, id }),
        ({ message }: Error) => change({ type: "failed", key: next, problem: message }),
      )
      .finally(() => contents.current.delete(next));
  }, [next, isSending, send]);

  useEffect(() => () => current.current?.upload.cancel(), []);

  return {
    files,
    add(added) {
      const named = [...added].map((file) => ({ key: crypto.randomUUID(), file }));
      for (const { key, file } of named) contents.current.set(key, file);
      change({
        type: "brought",
        files: named.map(({ key, file }) => ({ key, name: file.name, bytes: file.size })),
      });
    },
    remove(key) {
      contents.current.delete(key);
      if (current.current?.key === key) current.current.upload.cancel();
      change({ type: "removed", key });
    },
  };
}
