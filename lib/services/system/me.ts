import { z } from "zod";
import type { Answerer } from "@/lib/core/people";
import { askedAs } from "../context";
import { defineVerb } from "../verb";

/** Who asks, what they may do, and under which names gates ask them. */
export const aboutMe = defineVerb({
  name: "system/me",
  capability: "view",
  routes: [{ at: "GET /api/v1/me" }],
  input: z.strictObject({}),
  run: async ({ ctx: { actor } }): Promise<Answerer> => ({
    ...askedAs(actor),
    capabilities: [...actor.capabilities],
  }),
});
