import { type Json, json } from "../json";

/** The JSON value that a text is; undefined for any other text. */
export function jsonOf(text: string): Json | undefined {
  try {
    // A number too large to hold is no JSON value.
    return json.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
