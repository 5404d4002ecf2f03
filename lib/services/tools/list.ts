import { z } from "zod";
import type { ToolFacts } from "@/lib/core/ports";
import { defineVerb } from "../verb";

/** Every tool of the workspace, by name: what it is for, what it changes outside, and the arguments it takes. */
export const listTools = defineVerb({
  name: "tools/list",
  capability: "view",
  routes: [{ at: "GET /api/v1/tools" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: ToolFacts[] }> {
    return { items: [...ctx.tools.list()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
  },
});
