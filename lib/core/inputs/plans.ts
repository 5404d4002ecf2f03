import { z } from "zod";
import { json, jsonObject } from "../json-schemas";

/** A plan as people and models write one: Step text, JSON text, or JSON, a bare list of tasks included (docs/plans.md). */
export const planSource = z.union([z.string(), jsonObject, z.array(json)]);
export type PlanSource = z.output<typeof planSource>;
