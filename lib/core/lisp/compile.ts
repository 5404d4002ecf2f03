import { byteLength } from "../bytes";
import { type Analyzed, analyzeForms } from "./analyze/analyze";
import { exceed, failParse, type LispError } from "./errors";
import { leavesOf } from "./judge/leaves";
import { DEFAULT_LIMITS } from "./limits";
import { errorOf, type PlacedError, withPosition } from "./position";
import type { Form } from "./read/forms";
import { readForms } from "./read/read";

/** A source, read and analyzed once. */
export type Compiled = {
  readonly source: string;
  readonly forms: readonly Form[];
  readonly analyzed: Analyzed;
  /** What is wrong with it as a predicate, which is no fault of a program. */
  readonly verdictIssues: readonly LispError[];
};

type CompileOptions = {
  /** Names of the tools that the program may call; without them it is a predicate and may call none. */
  readonly tools?: Iterable<string> | undefined;
  readonly sourceBytes?: number | undefined;
};

/** Everything that is wrong with a source, in its order. */
export type CompileErrors = readonly [PlacedError, ...PlacedError[]];

/** Reads and analyzes a source (docs/predicates.md). */
export function compileSource(
  source: string,
  { tools, sourceBytes = DEFAULT_LIMITS.sourceBytes }: CompileOptions = {},
): { ok: true; compiled: Compiled } | { ok: false; errors: CompileErrors } {
  try {
    if (source.length > sourceBytes || byteLength(source) > sourceBytes) exceed("source");
    const forms = readForms(source);
    if (forms.length === 0) failParse("The program is empty.", 0);
    const leaves = tools ? undefined : leavesOf(forms, source);
    const { analyzed, issues } = analyzeForms(forms, tools && new Set(tools), leaves?.truths);
    const [first, ...others] = issues.map((issue) => withPosition(issue, source));
    if (first) return { ok: false, errors: [first, ...others] };
    return { ok: true, compiled: { source, forms, analyzed, verdictIssues: leaves?.issues ?? [] } };
  } catch (thrown) {
    return { ok: false, errors: [errorOf(thrown, source)] };
  }
}
