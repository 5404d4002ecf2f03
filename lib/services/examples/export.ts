import { readExamplePage, readStoredExample } from "@/db/queries/learning/examples";
import { MAX_EXAMPLES_PER_FILE } from "@/lib/core/examples/limits";
import { writeExamples } from "@/lib/core/examples/read";
import { exportExamplesInput } from "@/lib/core/inputs/examples";
import type { TextFile } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { noExample } from "./require-example";

/** One example, or the newest of the workspace, as a file that an import reads back as they are. Throws `not_found`. */
export const exportExamples = defineVerb({
  name: "examples/export",
  capability: "view",
  description: "The newest 1 000 examples, or one, as a file",
  routes: [{ at: "GET /api/v1/examples/export", answer: "textFile" }],
  input: exportExamplesInput,
  async run({ ctx, input: { kind, exampleId } }): Promise<TextFile> {
    const { workspaceId } = ctx.actor;
    const of = { workspaceId, ...(kind && { kind }), limit: MAX_EXAMPLES_PER_FILE };
    const one =
      exampleId === undefined ? undefined : await readStoredExample(ctx.db, { workspaceId, exampleId });
    if (exampleId !== undefined && !one) throw noExample();
    const listed = one ? [one] : await readExamplePage(ctx.db, of);
    const text = writeExamples(listed.map(({ example }) => example));
    return { fileName: `${exampleId ?? "examples"}.json`, contentType: "application/json", text };
  },
});
