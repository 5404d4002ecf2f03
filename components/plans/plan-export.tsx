"use client";

import { Download } from "lucide-react";
import { saveTextFile } from "@/lib/client/text-file";
import { PLAN_FORMATS, type PlanFormat, type TextFile } from "@/lib/core/views";
import { Button } from "../ui/button";
import { DropdownMenu, type MenuItem } from "../ui/overlay/dropdown-menu";
import { useToast } from "../ui/overlay/toast";

const FORMAT_LABELS: Record<PlanFormat, string> = {
  json: "JSON",
  text: "text",
  mermaid: "Mermaid",
  loop: "loop diagram (Mermaid)",
};

type PlanExportProps = {
  /** The plan in a format; a failure is shown. */
  fileOf(format: PlanFormat): TextFile | Promise<TextFile>;
  /** What is exported, where the surroundings do not say it. */
  label?: string;
};

/** Takes a plan away: as a file or on the clipboard, as JSON, text or a Mermaid drawing. */
export function PlanExport({ fileOf, label = "Export" }: PlanExportProps) {
  const toast = useToast();
  const take = async (format: PlanFormat, act: (file: TextFile) => Promise<void> | void, done: string) => {
    try {
      await act(await fileOf(format));
      toast({ title: done, tone: "ok", icon: "✓" });
    } catch {
      toast({ title: "Could not export the plan", text: "Try again.", tone: "bad", icon: "✕" });
    }
  };
  const items = PLAN_FORMATS.flatMap((format): MenuItem[] => {
    const word = FORMAT_LABELS[format];
    return [
      {
        key: `download ${format}`,
        label: `Download ${word}`,
        onSelect: () => void take(format, saveTextFile, `Plan downloaded as ${word}`),
      },
      {
        key: `copy ${format}`,
        label: `Copy ${word}`,
        onSelect: () =>
          void take(format, ({ text }) => navigator.clipboard.writeText(text), `Plan copied as ${word}`),
      },
    ];
  });
  const trigger = (
    <Button size="small">
      <Download aria-hidden="true" className="size-3.5" />
      {label}
    </Button>
  );
  return <DropdownMenu label="Export plan" items={items} trigger={trigger} />;
}
