import type { JsonObject } from "../json";
import { snakeCase } from "../plan/read/fields";

/** Says that a text has each of an object's own keys as a word, as one does that asks for just this object. */
export function namesKeys(text: string, object: JsonObject): boolean {
  const words = new Set(text.split(/[^\p{L}\p{N}\p{M}_-]+/u).map(snakeCase));
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every((key) => words.has(snakeCase(key)));
}
