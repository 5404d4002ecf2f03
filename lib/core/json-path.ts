import { isJsonObject, type Json } from "./json";
import { getOwn } from "./own";

/** The segments of a path such as `.items.0.name` or `items[0]["name"]`: dots, brackets and quotes separate. */
export function pathSegments(path: string): string[] {
  return [...path.matchAll(/[^.[\]"']+/g)].map(([segment]) => segment);
}

/** The value at a path of keys and list indexes; undefined when any step of the path is absent. */
export function valueAt(value: Json, segments: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const segment of segments) {
    if (Array.isArray(at)) at = /^\d+$/.test(segment) ? at[Number(segment)] : undefined;
    else if (isJsonObject(at)) at = getOwn(at, segment);
    else return undefined;
  }
  return at;
}

/** The value with another one at a path that leads somewhere in it. */
export function withValueAt(value: Json, [segment, ...deeper]: readonly string[], to: Json): Json {
  if (segment === undefined) return to;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === segment ? withValueAt(item, deeper, to) : item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === segment ? withValueAt(item, deeper, to) : item]),
  );
}
