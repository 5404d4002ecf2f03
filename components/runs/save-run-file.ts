import { routeAddress } from "@/lib/client/call";
import { pngOf } from "@/lib/client/png-of";
import { fetchTextFile, saveFile, saveTextFile } from "@/lib/client/text-file";

/** What of a run can be taken away, as its menu has it. */
export type RunFile = "report" | "svg" | "png" | "mermaid";

/** Saves a run as a file. Throws when the server does not give it or the browser cannot draw it. */
export async function saveRunFile(runId: string, file: RunFile): Promise<void> {
  const report = (format: "html" | "svg") =>
    routeAddress("GET /api/v1/runs/{id}/report", { id: runId, format });
  const plan = routeAddress("GET /api/v1/runs/{id}/plan", { id: runId, format: "mermaid" });
  if (file === "mermaid") return saveTextFile(await fetchTextFile(plan, "plan.mmd"));
  if (file === "report") return saveTextFile(await fetchTextFile(report("html"), "report.html"));
  const picture = await fetchTextFile(report("svg"), "graph.svg");
  if (file === "svg") return saveTextFile(picture);
  saveFile(picture.fileName.replace(/\.svg$/, ".png"), await pngOf(picture.text));
}
