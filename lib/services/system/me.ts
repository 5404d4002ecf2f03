import { z } from "zod";
import type { Answerer } from "@/lib/core/people";
import { askedAs } from "../context";
import { defineVerb } from "../verb";

export const aboutMe = defineVerb({
  name: "system/me",
  capability: "view",
  description:
    "Who asks, and what they may do: `{id, name, roles, capabilities}`; `everyone` while accounts are off",
  routes: [{ at: "GET /api/v1/me" }],
  input: z.strictObject({}),
  run: async ({ ctx: { actor } }): Promise<Answerer> => ({
    ...askedAs(actor),
    capabilities: [...actor.capabilities],
  }),
});
