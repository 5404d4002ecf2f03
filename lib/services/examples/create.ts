import { insertExample, readStoredExample } from "@/db/queries/learning/examples";
import { writeAudit } from "@/db/queries/write-audit";
import { invalidInput } from "@/lib/core/errors";
import { exampleIdOf, kindOfExample } from "@/lib/core/examples/facts";
import { createExampleInput } from "@/lib/core/inputs/examples";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import { promotedRun } from "./draft";
import { type ChangedExample, requireValidExample } from "./require-example";

/** Leaves one that began in the same words as it is. Throws `invalid_input`, `not_found` and `not_allowed_now` (of the run). */
export const createExample = defineVerb({
  name: "examples/create",
  capability: "review",
  description:
    "`{example, from?}`: adds one; `from` is the run, or `{runId, taskId, attempt}`, that it was promoted from; `merged` says that it was there already",
  routes: [{ at: "POST /api/v1/examples", answer: "created" }],
  input: createExampleInput,
  async run({ ctx, input: { example: given, from } }): Promise<ChangedExample & { merged: boolean }> {
    const { workspaceId, name: author } = ctx.actor;
    const example = requireValidExample(given);
    const kind = kindOfExample(example);
    if (from && (from.taskId === undefined) !== (kind === "planner"))
      throw invalidInput("A run becomes an example for planners, an attempt one for agents.");
    const { demo } = from ? await promotedRun(ctx, from) : { demo: false };
    const source = from ? ("run" as const) : ("person" as const);
    const exampleId = exampleIdOf(example);
    return ctx.transact(async (tx) => {
      const facts = { example, source, demo, author, ...(from && { origin: from }) };
      const isNew = await insertExample(tx, { workspaceId, id: exampleId, ...facts });
      const known = isNew ? undefined : await readStoredExample(tx, { workspaceId, exampleId });
      const { version = 1, enabled = true } = known ?? {};
      if (isNew) {
        const entry = { action: "example_added", subject: exampleId, details: { version, kind, source } };
        await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
      }
      return { exampleId, version, enabled, merged: !isNew };
    });
  },
});
