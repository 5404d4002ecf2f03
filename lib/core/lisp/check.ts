import { nearest } from "../suggest";
import { compileSource } from "./compile";
import type { LispErrorCode } from "./errors";
import { foreignSource, formOfForeignName, wordsSource } from "./foreign";
import { type PlacedError, withPosition } from "./position";

/** What is wrong with a source, with its place; a warning does not keep it from being evaluated. */
export type Issue = PlacedError & { severity: "error" | "warning" };

/** What every predicate may ask for. */
const DATA_NAMES = ["input", "result", "depends", "results", "mission"];

/**
 * Reads a predicate without evaluating it (docs/predicates.md, "Check"): what cannot be read, forms that are none,
 * unknown names, known functions with too few or too many arguments, verdicts that say nothing. With `tools` it is a
 * direct program, which may give anything.
 */
export function check(source: string, options: { tools?: Iterable<string> } = {}): Issue[] {
  const found = issuesIn(source, options);
  if (!found.some(({ severity }) => severity === "error")) return found;
  const foreign = foreignSource(source) ?? wordsSource(source, found);
  if (foreign === undefined) return found;
  return [{ severity: "error", ...withPosition({ code: "parse_error", message: foreign, at: 0 }, source) }];
}

function issuesIn(source: string, options: { tools?: Iterable<string> }): Issue[] {
  const read = compileSource(source, options);
  if (!read.ok) return read.errors.map((error) => ({ severity: "error", ...error }));
  const { analyzed, verdictIssues } = read.compiled;
  const verdicts = verdictIssues.map((issue) => ({
    severity: "error" as const,
    ...withPosition(issue, source),
  }));
  const unknown = analyzed.dataUses
    .filter(({ name }) => !DATA_NAMES.includes(name))
    .map(({ name, at }) => unknownData(name, at, source));
  return [...verdicts, ...unknown].sort((a, b) => a.at - b.at);
}

/** Nil, whatever the data. A path as other languages write it says what was meant: the check could never come to a verdict. */
function unknownData(name: string, at: number, source: string): Issue {
  const code: LispErrorCode = "unbound_symbol";
  const form = formOfForeignName(`data/${name}`);
  const near = form === undefined ? nearest(name, DATA_NAMES) : undefined;
  const hint = form ? ` Write ${form}.` : near ? ` Did you mean "data/${near}"?` : "";
  const message = `Tasks are given no "data/${name}".${hint}`;
  return { severity: form ? "error" : "warning", ...withPosition({ code, message, at }, source) };
}
