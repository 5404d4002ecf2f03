import type { PlanFile, PlanFormat } from "@/lib/core/views";

export const FORMAT_LABELS: Record<PlanFormat, string> = {
  json: "JSON",
  text: "text",
  mermaid: "Mermaid",
  loop: "the loop as Mermaid",
};

/** Gives the browser a file to keep. */
export function download({ fileName, contentType, text }: PlanFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
