"use client";

import { type DragEvent, useState } from "react";

/** What makes an element a place onto which files may be dropped; `over` while some are held above it. */
export function useFileDrop(onFiles: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    onFiles(event.dataTransfer.files);
  };
  const outline = over ? "outline-2 outline-run outline-offset-4 outline-dashed" : "";
  return { dropProps: { onDragOver, onDragLeave: () => setOver(false), onDrop }, outline };
}
