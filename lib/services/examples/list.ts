import { readExamplePage } from "@/db/queries/learning/examples";
import type { ExampleView } from "@/lib/core/examples/view";
import { listExamplesInput } from "@/lib/core/inputs/examples";
import type { Page } from "@/lib/core/views";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";

/** The examples of the workspace, newest first, in pages. Throws `invalid_input` for a foreign cursor. */
export const listExamples = defineVerb({
  name: "examples/list",
  capability: "view",
  description:
    "The examples of the workspace, newest first; `kind` is `agent` or `planner`, `status` `on` or `off`; `shownTo` names a run whose prompts carried them",
  see: ["examples.md"],
  routes: [{ at: "GET /api/v1/examples" }],
  input: listExamplesInput,
  async run({ ctx, input }): Promise<Page<ExampleView>> {
    const { kind, status, shownTo, cursor, limit } = input;
    const rows = await readExamplePage(ctx.db, {
      workspaceId: ctx.actor.workspaceId,
      limit: limit + 1,
      kind,
      shownTo,
      enabled: status && status === "on",
      ...(cursor !== undefined && { after: readCursor(cursor) }),
    });
    return pageOf(
      rows,
      limit,
      ({ example: _whole, ...listed }) => listed,
      ({ createdAt: at, id }) => ({ at, id }),
    );
  },
});
