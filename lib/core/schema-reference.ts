import { isJsonObject, type Json, type JsonObject } from "./json";
import { getOwn } from "./own";

/** Resolves a reference within a schema (RFC 6901, 6: the pointer in a URI fragment); undefined for any other. */
export function targetOf(ref: Json | undefined, root: JsonObject): Json | undefined {
  if (typeof ref !== "string" || !/^#(?:\/|$)/.test(ref)) return undefined;
  return ref
    .split("/")
    .slice(1)
    .map((key) => decoded(key).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((value, key) => (isJsonObject(value) ? getOwn(value, key) : undefined), root);
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
