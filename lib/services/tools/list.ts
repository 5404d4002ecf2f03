import { z } from "zod";
import type { ToolFacts } from "@/lib/core/ports";
import { defineVerb } from "../verb";

export const listTools = defineVerb({
  name: "tools/list",
  capability: "view",
  description:
    "Every tool: what it is for, its tags, what it changes outside, the JSON Schema of its arguments",
  routes: [{ at: "GET /api/v1/tools" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: ToolFacts[] }> {
    return { items: [...ctx.tools.list()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
  },
});
