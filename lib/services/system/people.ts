import { z } from "zod";
import type { Answerer } from "@/lib/core/people";
import { defineVerb } from "../verb";

/** Who could answer gates of the workspace at this moment, and under which names and roles gates can ask them. */
export const listPeople = defineVerb({
  name: "system/people",
  capability: "view",
  input: z.strictObject({}),
  run: async ({ ctx }): Promise<{ items: Answerer[] }> => ({
    items: ctx.setup.people().filter(({ capabilities }) => capabilities.includes("review")),
  }),
});
