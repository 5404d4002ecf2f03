import { type Json, parseExactly } from "../../json";
import { toJson } from "../to-json";
import { type Builtin, builtin, type JsonMap, type Machine, type Value } from "../values";

import { argument, unary } from "./define";
import { chargeText } from "./strings/text";

/** Bytes that a character of JSON becomes at most, such as in `[[],[],…]`, where three are an empty vector. */
const BYTES_PER_CHARACTER = 8;

/** JSON read and written (docs/predicates.md, "Functions"). */
export const JSON_TEXT: readonly Builtin[] = [
  builtin("json/parse-string", [1, 2], (args, machine) => parse(argument(args, 0), machine)),
  unary("json/generate-string", (value, machine) => {
    const json = toJson(value, machine);
    const counted = chargeJson(json, machine);
    const text = JSON.stringify(json);
    machine.allocate(2 * Math.max(0, text.length - counted));
    return text;
  }),
];

/** Nil for what is no JSON. Keys stay strings, which keywords find: a second argument changes nothing. */
function parse(value: Value, machine: Machine): Value {
  if (typeof value !== "string") return null;
  machine.spend(1 + (value.length >> 6));
  machine.allocate(BYTES_PER_CHARACTER * value.length);
  try {
    return parseExactly(value) as JsonMap;
  } catch {
    return null;
  }
}

/** Spends and counts the text that a value becomes, but for what escapes add to it; gives its length. */
function chargeJson(json: Json, machine: Machine): number {
  if (typeof json !== "object" || json === null) {
    const length = typeof json === "string" ? json.length + 2 : String(json).length;
    chargeText(length, machine);
    return length;
  }
  let length = 2;
  if (Array.isArray(json)) {
    for (const item of json) length += chargeJson(item, machine) + 1;
    return length;
  }
  for (const [key, item] of Object.entries(json)) {
    length += chargeJson(key, machine) + chargeJson(item, machine) + 2;
  }
  return length;
}
