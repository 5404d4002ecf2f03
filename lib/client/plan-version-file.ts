import type { PlanFormat, TextFile } from "@/lib/core/views";

type PlanFileRequest = { runId: string; version: number; format: PlanFormat };

/** A plan version of a run as a file, as the server writes it. Throws when the server does not give it. */
export async function fetchPlanFile({ runId, version, format }: PlanFileRequest): Promise<TextFile> {
  const response = await fetch(
    `/api/v1/runs/${encodeURIComponent(runId)}/plan?version=${version}&format=${format}`,
  );
  if (!response.ok) throw new Error("Could not load the file.");
  const disposition = response.headers.get("content-disposition") ?? "";
  return {
    fileName: /filename="([^"]+)"/.exec(disposition)?.[1] ?? `plan-v${version}`,
    contentType: response.headers.get("content-type") ?? "text/plain",
    text: await response.text(),
  };
}
