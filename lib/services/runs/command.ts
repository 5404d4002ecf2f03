import { z } from "zod";
import type { RunStatus } from "@/lib/core/run/status";
import { requireRun, submitToRun } from "../submit";
import { defineVerb } from "../verb";

const RUN_COMMANDS = ["pause", "resume", "cancel"] as const;

/** Pauses, resumes or cancels a run. Throws `not_found`, `not_allowed_now`. */
export const commandRun = defineVerb({
  name: "runs/command",
  capability: "operate",
  input: z.object({
    runId: z.string().max(200),
    type: z.enum(RUN_COMMANDS),
    reason: z.string().trim().max(2_000).optional(),
  }),
  async run({ ctx, input }): Promise<{ runId: string; seq: number; status: RunStatus }> {
    await requireRun(ctx, input.runId);
    const { runId, type, reason } = input;
    const command = type === "resume" ? ({ type } as const) : { type, ...(reason ? { reason } : {}) };
    const { status, seq } = await submitToRun(ctx, runId, command);
    return { runId, seq, status };
  },
});
