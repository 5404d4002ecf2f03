"use client";

import { Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button";
import { LiveInput } from "./live";

type FileButtonProps = {
  /** What the files are, for a screen reader. */
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles(files: File[]): void;
  children: ReactNode;
};

/** A button that lets one choose files. */
export function FileButton({ label, accept, multiple = false, onFiles, children }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <LiveInput
        ref={chooser}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          if (target.files?.length) onFiles([...target.files]);
          // The same file may be chosen again after it was changed.
          target.value = "";
        }}
      />
      <Button size="small" onClick={() => chooser.current?.click()}>
        <Upload aria-hidden="true" className="size-3.5" />
        {children}
      </Button>
    </>
  );
}
