import { z } from "zod";
// By its own name: `z.core` would bring all of it to pages.
import { $constructor } from "zod/v4/core";
import { isJson, isJsonObject, type Json, type JsonObject } from "./json";
import { getOwn, setOwn } from "./own";

/** Accepts any JSON value as it is: keys such as `__proto__` are plain data. */
export const json: z.ZodType<Json, Json> = z.custom<Json>(isJson, "is no JSON value");
export const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isJsonObject(value) && isJson(value),
  "is no JSON object",
);

type RecordDef<V extends z.ZodType> = z.core.$ZodRecordDef<z.ZodString, V>;

/** Keeps `__proto__` as the plain key that it is in JSON, which `z.record` passes over. */
const OwnRecord = $constructor<z.ZodRecord<z.ZodString, z.ZodType>>("OwnRecord", (inst, def) => {
  z.ZodRecord.init(inst, def);
  const { parse } = inst._zod;
  inst._zod.parse = (payload, context) => {
    const given = payload.value;
    const parsed = parse(payload, context);
    if (parsed instanceof Promise || typeof given !== "object" || given === null) return parsed;
    if (!Object.hasOwn(given, "__proto__") || parsed.value === given) return parsed;
    const value = getOwn(given as JsonObject, "__proto__");
    const item = (def as RecordDef<z.ZodType>).valueType._zod.run({ value, issues: [] }, context);
    if (item instanceof Promise) throw new Error("The values of a record are read at once.");
    parsed.issues.push(
      ...item.issues.map((issue) => ({ ...issue, path: ["__proto__", ...(issue.path ?? [])] })),
    );
    setOwn(parsed.value as Record<string, unknown>, "__proto__", item.value);
    return parsed;
  };
});

/** A record by names of any text. */
export const recordOf = <V extends z.ZodType>(
  value: V,
  name: z.ZodString = z.string(),
): z.ZodRecord<z.ZodString, V> =>
  new OwnRecord({ type: "record", keyType: name, valueType: value }) as z.ZodRecord<z.ZodString, V>;
