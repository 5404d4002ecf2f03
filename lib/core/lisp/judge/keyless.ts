import type { Data } from "../execute";
import { isMap, isVector, mapEntries } from "../kinds";
import type { Keyless } from "../run";
import type { Value } from "../values";
import { described, pathText, type Step } from "./blame";

const MAX_LOOKED_AT = 20_000;
const MAX_DEPTH = 40;

/**
 * Says which data has no keys although names were looked up in it: a check that reads keys of a text finds nothing, whatever
 * the text says. Undefined where it was no data, but what the check made of it.
 */
export function keylessData(asked: readonly Keyless[], { result, ...others }: Data): string | undefined {
  let left = MAX_LOOKED_AT;
  const pathTo = (wanted: Value, at: Value, path: readonly Step[]): readonly Step[] | undefined => {
    left -= 1;
    if (left < 0 || path.length > MAX_DEPTH) return undefined;
    if (Object.is(at, wanted)) return path;
    const parts = isVector(at)
      ? at.map((item, index) => [index, item] as const)
      : isMap(at)
        ? mapEntries(at)
        : [];
    for (const [key, part] of parts) {
      const found = pathTo(wanted, part, [...path, typeof key === "number" ? key : String(key)]);
      if (found) return found;
    }
    return undefined;
  };
  const roots = [["result", result ?? null] as const, ...Object.entries(others)];
  for (const { value, name } of asked) {
    for (const [root, data = null] of roots) {
      const path = pathTo(value, data, [root]);
      if (path) return `${pathText(path)} is ${described(value)}, which has no key ${JSON.stringify(name)}.`;
    }
  }
  return undefined;
}
