import type { JsonObject } from "@/lib/core/json";
import { closed } from "../strict-schema";

export const DETAILS_ANSWER: JsonObject = closed({
  details: { type: "array", items: { type: "string" } },
});
