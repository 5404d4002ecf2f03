import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type ItemOf, type ProjectSet, readSet } from "@/lib/core/evaluation";
import { Failure } from "../lib/failure";

/** The folder of the labeled sets. */
export const SETS_FOLDER = new URL("../../bench/eval/", import.meta.url);

/** Where the files are that missions bring. */
export const MISSION_FILES = new URL("missions/", SETS_FOLDER);

/** The missions that are played to their ends. */
export const loadMissions = (folder?: URL): ItemOf<"missions">[] => loadSet("missions", folder);

/** The items of a set. Throws a Failure that names the file and the line of what is damaged. */
export function loadSet<Name extends ProjectSet | "missions">(
  name: Name,
  folder: URL = SETS_FOLDER,
): ItemOf<Name>[] {
  const file = `${name}.jsonl`;
  const read = readSet(name, readText(file, new URL(file, folder)));
  if (read.ok) return read.items;
  throw new Failure("set_damaged", `${name}.jsonl, line ${read.line}: ${read.problem}`);
}

/** The marks in a file that `--export-marks` wrote. Throws a Failure that names the line of what is damaged. */
export function loadMarks(file: string): ItemOf<"marked">[] {
  const read = readSet("marked", readText(file, pathToFileURL(resolve(file))));
  if (read.ok) return read.items;
  throw new Failure("set_damaged", `${file}, line ${read.line}: ${read.problem}`);
}

function readText(name: string, file: URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Failure("set_damaged", `${name} cannot be read.`, { cause });
  }
}
