import type { Json } from "@/lib/core/json";

/** JSON as somebody typed it for `data/<name>`. */
export type TrialInput = { result: string; input: string; depends: string };

/** A value as it is put into one of the fields; nothing for one that is not there. */
export const jsonText = (value: Json | undefined): string =>
  value === undefined ? "" : JSON.stringify(value, null, 2);
