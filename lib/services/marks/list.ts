import { z } from "zod";
import { readMarks } from "@/db/queries/marks";
import type { MarkView } from "@/lib/core/views";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/** What people said afterwards of a run's answer and decisions, oldest first. Throws `not_found`. */
export const listMarks = defineVerb({
  name: "marks/list",
  capability: "view",
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input: { runId } }): Promise<{ items: MarkView[] }> {
    const { workspaceId, id } = ctx.actor;
    await requireRun(ctx, runId);
    const rows = await readMarks(ctx.db, { workspaceId, runId });
    return {
      items: rows.map(({ kind, subject, verdict, note, by, at, personId }) => ({
        ...{ kind, subject, verdict, note, by, at: at.getTime() },
        own: personId === id,
      })),
    };
  },
});
