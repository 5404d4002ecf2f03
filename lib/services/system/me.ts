import { z } from "zod";
import type { Editor } from "@/lib/core/run/plan-edits";
import { voterOf } from "../context";
import { defineVerb } from "../verb";

/** Who asks, what they may do, and under which names gates ask them. */
export const aboutMe = defineVerb({
  name: "system/me",
  capability: "view",
  input: z.strictObject({}),
  run: async ({ ctx: { actor } }): Promise<Editor> => ({
    ...voterOf(actor),
    capabilities: [...actor.capabilities],
  }),
});
