import { writeExampleVersion } from "@/db/queries/learning/examples";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { switchExampleInput } from "@/lib/core/inputs/examples";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import { type ChangedExample, requireExample } from "./require-example";

/** Throws `not_found`, and `conflict` for a version that is not the newest, or where nothing would change. */
export const switchExample = defineVerb({
  name: "examples/switch",
  capability: "review",
  description: "`{expectedVersion, enabled}`: lets it into prompts, or keeps it out of them",
  routes: [{ at: "POST /api/v1/examples/{id}/switch", id: "exampleId" }],
  input: switchExampleInput,
  async run({ ctx, input }): Promise<ChangedExample> {
    const { exampleId, enabled } = input;
    const { workspaceId, name: author } = ctx.actor;
    const state = enabled ? "on" : "off";
    return ctx.transact(async (tx) => {
      const { example, ...before } = await requireExample(ctx, tx, input);
      if (before.enabled === enabled)
        throw new DomainFailure(domainError("conflict", `This example is ${state} already.`));
      const version = before.version + 1;
      await writeExampleVersion(tx, { workspaceId, id: exampleId, version, example, enabled, author });
      const entry = { action: `example_switched_${state}`, subject: exampleId, details: { version } };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
      return { exampleId, version, enabled };
    });
  },
});
