import type { PlanFileKind, TextFile } from "@/lib/core/views";
import { routeAddress } from "./call";
import { fetchTextFile } from "./text-file";

type PlanFileRequest = { runId: string; version: number; format: PlanFileKind };

/** A plan version of a run as a file, as the server writes it. Throws when the server does not give it. */
export const fetchPlanFile = ({ runId, version, format }: PlanFileRequest): Promise<TextFile> =>
  fetchTextFile(
    routeAddress("GET /api/v1/runs/{id}/plan", { id: runId, version, format }),
    `plan-v${version}`,
  );
