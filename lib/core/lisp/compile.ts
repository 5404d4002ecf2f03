import { byteLength } from "../json";
import { type Analysed, analyseForms } from "./analyse/analyse";
import { exceed, failParse } from "./errors";
import { DEFAULT_LIMITS } from "./limits";
import { errorOf, type PlacedError, withPosition } from "./position";

import { readForms } from "./read/read";

/** A source, read and analysed once. */
export type Compiled = { readonly source: string; readonly analysed: Analysed };

export type CompileOptions = {
  /** Names of the tools that the program may call; without them it is a predicate and may call none. */
  readonly tools?: Iterable<string> | undefined;
  readonly sourceBytes?: number | undefined;
};

/** Everything that is wrong with a source, in its order. */
export type CompileErrors = readonly [PlacedError, ...PlacedError[]];

/** Reads and analyses a source (docs/predicates.md). */
export function compileSource(
  source: string,
  { tools, sourceBytes = DEFAULT_LIMITS.sourceBytes }: CompileOptions = {},
): { ok: true; compiled: Compiled } | { ok: false; errors: CompileErrors } {
  try {
    if (source.length > sourceBytes || byteLength(source) > sourceBytes) exceed("source");
    const forms = readForms(source);
    if (forms.length === 0) failParse("The program is empty.", 0);
    const { analysed, issues } = analyseForms(forms, tools && new Set(tools));
    const [first, ...others] = issues.map((issue) => withPosition(issue, source));
    return first ? { ok: false, errors: [first, ...others] } : { ok: true, compiled: { source, analysed } };
  } catch (thrown) {
    return { ok: false, errors: [errorOf(thrown, source)] };
  }
}
