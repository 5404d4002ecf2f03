import { z } from "zod";
import { isJson, isJsonObject, type Json, type JsonObject } from "./json";

/** Accepts any JSON value as it is: keys such as `__proto__` are plain data. */
export const json: z.ZodType<Json, Json> = z.custom<Json>(isJson, "is no JSON value");
export const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isJsonObject(value) && isJson(value),
  "is no JSON object",
);
