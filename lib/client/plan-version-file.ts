import type { PlanFileKind, TextFile } from "@/lib/core/views";
import { fetchTextFile } from "./text-file";

type PlanFileRequest = { runId: string; version: number; format: PlanFileKind };

/** A plan version of a run as a file, as the server writes it. Throws when the server does not give it. */
export const fetchPlanFile = ({ runId, version, format }: PlanFileRequest): Promise<TextFile> =>
  fetchTextFile(
    `/api/v1/runs/${encodeURIComponent(runId)}/plan?version=${version}&format=${format}`,
    `plan-v${version}`,
  );
