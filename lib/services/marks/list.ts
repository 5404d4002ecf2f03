import { z } from "zod";
import { readMarks } from "@/db/queries/learning/marks";
import type { MarkView } from "@/lib/core/views";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

/** What people said afterwards of answers and decisions, of one run or of all, oldest first. Throws `not_found`. */
export const listMarks = defineVerb({
  name: "marks/list",
  capability: "view",
  description:
    "What people said afterwards of its answer and decisions: `{items: [{runId, kind, subject, taskId, verdict, note, by, at, own}]}`",
  see: ["evaluation.md#marks"],
  routes: [
    { at: "GET /api/v1/runs/{id}/marks", id: "runId" },
    {
      at: "GET /api/v1/marks",
      description: "What people said afterwards of the answers and decisions of all runs",
      omit: ["runId"],
    },
  ],
  input: z.strictObject({ runId: z.string().max(200).optional() }),
  async run({ ctx, input: { runId } }): Promise<{ items: MarkView[] }> {
    const { workspaceId, id } = ctx.actor;
    if (runId !== undefined) await readRun(ctx, runId);
    const rows = await readMarks(ctx.db, { workspaceId, ...(runId !== undefined && { runId }) });
    return {
      items: rows.map(({ runId, kind, subject, taskId, verdict, note, by, at, personId }) => ({
        runId,
        kind,
        subject,
        taskId,
        verdict,
        note,
        by,
        at: at.getTime(),
        own: personId === id,
      })),
    };
  },
});
