import { readReplayPage } from "@/db/queries/replays/replays";
import { listReplaysInput } from "@/lib/core/inputs/replays";
import type { ReplayView } from "@/lib/core/replay/view";
import type { Page } from "@/lib/core/views";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";

/** The replays of the workspace, newest first, in pages. Throws `invalid_input` for a foreign cursor. */
export const listReplays = defineVerb({
  name: "replays/list",
  capability: "view",
  description:
    "The replays of the workspace, newest first; several `status` with commas between; `runId` names the run whose attempts they replay",
  see: ["replay.md"],
  routes: [{ at: "GET /api/v1/replays", lists: ["status"] }],
  input: listReplaysInput,
  async run({ ctx, input }): Promise<Page<ReplayView>> {
    const { cursor, limit, ...filter } = input;
    const rows = await readReplayPage(ctx.db, {
      ...filter,
      workspaceId: ctx.actor.workspaceId,
      limit: limit + 1,
      ...(cursor !== undefined && { after: readCursor(cursor) }),
    });
    return pageOf(
      rows,
      limit,
      (row) => row,
      ({ createdAt: at, id }) => ({ at, id }),
    );
  },
});
