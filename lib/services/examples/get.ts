import { z } from "zod";
import { readExampleUses, readExampleVersions, readStoredExample } from "@/db/queries/learning/examples";
import type { ExampleDetail } from "@/lib/core/examples/view";
import { exampleId } from "@/lib/core/inputs/examples";
import { defineVerb } from "../verb";
import { noExample } from "./require-example";

/** An example in full with its versions and the prompts that carried it. Throws `not_found`. */
export const getExample = defineVerb({
  name: "examples/get",
  capability: "view",
  input: z.strictObject({ exampleId }),
  async run({ ctx, input }): Promise<ExampleDetail> {
    const of = { workspaceId: ctx.actor.workspaceId, exampleId: input.exampleId };
    const [example, versions, usedBy] = await Promise.all([
      readStoredExample(ctx.db, of),
      readExampleVersions(ctx.db, of),
      readExampleUses(ctx.db, of),
    ]);
    if (!example) throw noExample();
    return { ...example, versions, usedBy };
  },
});
