import { insertExample } from "@/db/queries/learning/examples";
import { writeAudit } from "@/db/queries/write-audit";
import { exampleIdOf, storableExample } from "@/lib/core/examples/facts";
import { readExamples } from "@/lib/core/examples/read";
import { importExamplesInput } from "@/lib/core/inputs/examples";
import { actorRefOf } from "../context";
import { defineVerb, seenInput } from "../verb";
import { refusedExamples } from "./require-example";

/** Counts those that are there already, which stay as they are. Throws `invalid_input` that says of which one what is wrong. */
export const importExamples = defineVerb({
  name: "examples/import",
  capability: "review",
  description:
    "`{content}`: adds all examples of a file, or none; how many were `added`, and how many `known`",
  routes: [{ at: "POST /api/v1/examples/import" }],
  input: importExamplesInput,
  async run({ ctx, input }): Promise<{ added: number; known: number }> {
    const { workspaceId, name: author } = ctx.actor;
    const read = readExamples(input.content);
    if (read.ok) seenInput(read.examples);
    if (!read.ok) throw refusedExamples(read.problems);
    const facts = { workspaceId, source: "import" as const, demo: false, author };
    const stored = new Map(
      read.examples.map(storableExample).map((example) => [exampleIdOf(example), example]),
    );
    return ctx.transact(async (tx) => {
      const ids: string[] = [];
      // In one order, so that two imports wait for each other and never both.
      for (const [id, example] of [...stored].sort(([a], [b]) => (a < b ? -1 : 1)))
        if (await insertExample(tx, { ...facts, id, example })) ids.push(id);
      if (ids.length > 0) {
        const entry = { action: "examples_imported", subject: ids[0] as string, details: { ids } };
        await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
      }
      return { added: ids.length, known: read.examples.length - ids.length };
    });
  },
});
