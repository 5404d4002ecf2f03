import type { Json } from "../../../json";
import { textsIn } from "../../texts-in";
import type { Report } from "../report";

/** A template of another notation: "${steps.approve.output}". Validation holds those in two braces to their tasks. */
const TEMPLATE =
  /\$\{{1,2}\s{0,5}(?:(?:tasks|steps|results|nodes|outputs)\.)?([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,199})/gu;

const MAX_NAME_CHARS = 500;

/** A value that is the path of a result: "steps.approve.output", "$approve.ok", "=approve.ok". */
const PATH =
  /^\s*[=$]?(?:(?<=[=$])|(?:tasks|steps|results|nodes|outputs)\.)([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,199})/u;

/**
 * Leaves the names of tasks in the input of one: a value that is nothing else, and what a template takes in. In free text a
 * name alone is a word like others.
 */
export function leaveNames(
  input: Json,
  { path, idOf, report }: { path: string; idOf: (name: string) => string | undefined; report: Report },
): void {
  for (const { path: below, text } of textsIn(input)) {
    if (report.isSettled(text)) continue;
    const names = [...text.matchAll(TEMPLATE)].map(([, name = ""]) => name);
    const isName = typeof input !== "string" && text.length <= MAX_NAME_CHARS;
    const whole = isName ? [text, PATH.exec(text)?.[1] ?? ""] : [];
    for (const name of [...whole, ...names]) {
      const named = idOf(name);
      if (named !== undefined) report.mention({ path: `${path}.input${below}`, text, owner: path, named });
    }
  }
}
