import { z } from "zod";
import { readExampleUses, readExampleVersions, readStoredExample } from "@/db/queries/learning/examples";
import { hindrancesOf } from "@/lib/core/examples/hindrances";
import type { ExampleDetail } from "@/lib/core/examples/view";
import { exampleId } from "@/lib/core/inputs/examples";
import { toolsOfSettings } from "@/lib/engine/simulated-tools";
import { defineVerb } from "../verb";
import { noExample } from "./require-example";

/** An example in full with its versions, the prompts that carried it, and what keeps it out of any. Throws `not_found`. */
export const getExample = defineVerb({
  name: "examples/get",
  capability: "view",
  description:
    "One example in full with its versions, the prompts that carried it (`usedBy`), and what keeps it out of prompts (`hindrances`: `off`, `missing_tools` with `tools`, `too_long` with `tokens` and `room`)",
  routes: [{ at: "GET /api/v1/examples/{id}", id: "exampleId" }],
  input: z.strictObject({ exampleId }),
  async run({ ctx, input }): Promise<ExampleDetail> {
    const of = { workspaceId: ctx.actor.workspaceId, exampleId: input.exampleId };
    const [example, versions, usedBy] = await Promise.all([
      readStoredExample(ctx.db, of),
      readExampleVersions(ctx.db, of),
      readExampleUses(ctx.db, of),
    ]);
    if (!example) throw noExample();
    // Examples of demo runs are for simulated models, which are offered simulated tools as well.
    const tools = example.demo ? ctx.setup.tools : toolsOfSettings(ctx.setup);
    const offered = tools.list().map(({ name }) => name);
    return { ...example, versions, usedBy, hindrances: hindrancesOf(example, offered) };
  },
});
