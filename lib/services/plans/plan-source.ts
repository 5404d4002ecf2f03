import { z } from "zod";
import { jsonObject } from "@/lib/core/json";

/** A plan as people and models write one: Step text, JSON text, or JSON (docs/plans.md). */
export const planSource = z.union([z.string(), jsonObject]);
export type PlanSource = z.output<typeof planSource>;
