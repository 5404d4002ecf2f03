"use client";

import { Button } from "../ui/button";
import { DropdownMenu, type MenuItem } from "../ui/overlay/dropdown-menu";
import { useToast } from "../ui/overlay/toast";
import type { RunFile } from "./save-run-file";

const LABELS: [file: RunFile, label: string][] = [
  ["report", "Download report (HTML)"],
  ["svg", "Download graph (SVG)"],
  ["png", "Download graph (PNG)"],
  ["mermaid", "Download plan (Mermaid)"],
];

/** A run as files, for a menu; what saves them is loaded with the first. */
export function useExportItems(runId: string, hasPlan: boolean): MenuItem[] {
  const toast = useToast();
  const save = async (file: RunFile) => {
    try {
      const { saveRunFile } = await import("./save-run-file");
      await saveRunFile(runId, file);
    } catch {
      toast({ title: "Could not export the run", text: "Try again.", tone: "bad", icon: "✕" });
    }
  };
  return LABELS.map(([file, label]) => ({
    key: `export ${file}`,
    label,
    disabled: file !== "report" && !hasPlan,
    onSelect: () => void save(file),
  }));
}

/** The same as a menu of its own, of a run that takes no more commands. */
export function RunExport({ runId, hasPlan }: { runId: string; hasPlan: boolean }) {
  return <DropdownMenu trigger={<Button>Export</Button>} items={useExportItems(runId, hasPlan)} />;
}
