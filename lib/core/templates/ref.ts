import { z } from "zod";

/** The template version that a run was started from, with the name that the template had. */
export const templateRef = z.object({ id: z.string(), version: z.int().min(1), name: z.string() });
export type TemplateRef = z.infer<typeof templateRef>;
