"use client";

import { Download } from "lucide-react";
import { pngOf } from "@/lib/client/png-of";
import { saveFile, saveTextFile } from "@/lib/client/text-file";
import { PLAN_FORMATS, type PlanFileKind, type TextFile } from "@/lib/core/views";
import { Button } from "../ui/button";
import { DropdownMenu, type MenuItem } from "../ui/overlay/dropdown-menu";
import { useToast } from "../ui/overlay/toast";

const FORMAT_LABELS: Record<PlanFileKind, string> = {
  json: "JSON",
  text: "text",
  mermaid: "Mermaid",
  loop: "loop diagram (Mermaid)",
  svg: "SVG",
};

type PlanExportProps = {
  /** The plan in a format; a failure is shown. */
  fileOf(format: PlanFileKind): TextFile | Promise<TextFile>;
};

/** Takes a plan away: as a file or on the clipboard, as JSON, text, a Mermaid drawing or a picture. */
export function PlanExport({ fileOf }: PlanExportProps) {
  const toast = useToast();
  const take = async (format: PlanFileKind, act: (file: TextFile) => Promise<void> | void, done: string) => {
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
  const pictures = [
    {
      key: "svg",
      label: "Download SVG",
      onSelect: () => void take("svg", saveTextFile, "Plan downloaded as SVG"),
    },
    {
      key: "png",
      label: "Download PNG",
      onSelect: () => void take("svg", savePng, "Plan downloaded as PNG"),
    },
  ];
  const trigger = (
    <Button size="small" data-act="Export plan">
      <Download aria-hidden="true" className="size-3.5" />
      Export
    </Button>
  );
  return <DropdownMenu label="Export plan" items={[...items, ...pictures]} trigger={trigger} />;
}

const savePng = async ({ fileName, text }: TextFile): Promise<void> =>
  saveFile(fileName.replace(/\.svg$/, ".png"), await pngOf(text));
