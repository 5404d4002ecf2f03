import { writeExampleVersion } from "@/db/queries/learning/examples";
import { writeAudit } from "@/db/queries/write-audit";
import { invalidInput } from "@/lib/core/errors";
import { kindOfExample } from "@/lib/core/examples/facts";
import { editExampleInput } from "@/lib/core/inputs/examples";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import { type ChangedExample, requireExample, requireValidExample } from "./require-example";

/** Throws `not_found`, `conflict` for a version that is not the newest, `invalid_input` also for an example of the other kind. */
export const editExample = defineVerb({
  name: "examples/edit",
  capability: "review",
  description: "`{expectedVersion, example}`: its next version",
  routes: [{ at: "POST /api/v1/examples/{id}", id: "exampleId" }],
  input: editExampleInput,
  async run({ ctx, input }): Promise<ChangedExample> {
    const { exampleId } = input;
    const { workspaceId, name: author } = ctx.actor;
    const example = requireValidExample(input.example);
    return ctx.transact(async (tx) => {
      const { kind, enabled, ...before } = await requireExample(ctx, tx, input);
      if (kindOfExample(example) !== kind)
        throw invalidInput(
          "An example for agents stays one, and one for planners too: add a new one instead.",
        );
      const version = before.version + 1;
      await writeExampleVersion(tx, { workspaceId, id: exampleId, version, example, enabled, author });
      const entry = { action: "example_edited", subject: exampleId, details: { version } };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
      return { exampleId, version, enabled };
    });
  },
});
