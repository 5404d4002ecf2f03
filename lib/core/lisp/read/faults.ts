import { LispFault } from "../errors";

/** Throws `parse_error` at an offset of the source. */
export function failParse(message: string, at: number): never {
  throw new LispFault({ code: "parse_error", message, at });
}
