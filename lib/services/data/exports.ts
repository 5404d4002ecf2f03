import { z } from "zod";
import { readExports } from "@/db/queries/data/exports";
import type { DataExportView } from "@/lib/core/data/views";
import { defineVerb } from "../verb";

/** How many are listed. */
const NEWEST = 5;
/** The file of which nothing was sent for so long has lost its process, or the one who takes it stands still. */
const SILENT_MS = 60_000;

export const listExports = defineVerb({
  name: "data/exports",
  capability: "admin",
  description:
    "The last exports, newest first: `{items: [{exportId, by, startedAt, doneLists, lists, rows, bytes, status}]}`; `status` is `running`, `complete`, `broken` or `silent` (nothing sent for a minute)",
  routes: [{ at: "GET /api/v1/data/exports" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: DataExportView[] }> {
    const rows = await readExports(ctx.db, { workspaceId: ctx.actor.workspaceId, limit: NEWEST });
    const items = rows.map(
      ({ by, startedAt, outcome, silentMs, id: exportId, ...counts }): DataExportView => ({
        exportId,
        ...counts,
        startedAt: startedAt.getTime(),
        by: by.kind === "person" ? by.name : null,
        status: outcome ?? (silentMs > SILENT_MS ? "silent" : "running"),
      }),
    );
    return { items };
  },
});
