import { z } from "zod";
import { actorRef } from "../run/events/envelope";

/** The template version that a run was started from, with the name that the template had, and who wrote what stands in it. */
export const templateRef = z.object({
  id: z.string(),
  version: z.int().min(1),
  name: z.string(),
  authors: z.array(actorRef).optional(),
});
export type TemplateRef = z.infer<typeof templateRef>;
