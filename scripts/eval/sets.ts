import { readFileSync } from "node:fs";
import { type ItemOf, readSet, type SetName } from "@/lib/core/evaluation";
import { Failure } from "../lib/failure";

/** The folder of the labeled sets. */
export const SETS_FOLDER = new URL("../../bench/eval/", import.meta.url);

/** The items of a set. Throws a Failure that names the file and the line of what is damaged. */
export function loadSet<Name extends SetName>(name: Name, folder: URL = SETS_FOLDER): ItemOf<Name>[] {
  const read = readSet(name, readText(name, folder));
  if (read.ok) return read.items;
  throw new Failure("set_damaged", `${name}.jsonl, line ${read.line}: ${read.problem}`);
}

function readText(name: SetName, folder: URL): string {
  try {
    return readFileSync(new URL(`${name}.jsonl`, folder), "utf8");
  } catch (cause) {
    throw new Failure("set_damaged", `${name}.jsonl cannot be read.`, { cause });
  }
}
