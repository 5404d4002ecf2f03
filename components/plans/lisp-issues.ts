import type { Diagnostic } from "@codemirror/lint";
import type { Issue } from "@/lib/core/lisp";

/** What `check` says of a source as marks in the editor: each on the word, the text or the bracket that is meant. */
export function diagnosticsOf(source: string, issues: readonly Issue[]): Diagnostic[] {
  return issues.map(({ at, code, severity, message }) => {
    const first = Math.min(at, Math.max(0, source.length - 1));
    // What is wrong with a call is wrong with what is called; only a reader means the bracket itself.
    const isCall = code !== "parse_error" && /^\([^\s,()[\]{}";]/.test(source.slice(first, first + 2));
    const from = isCall ? first + 1 : first;
    const [word] = /^(?:[^\s,()[\]{}";]+|"[^"\n]*"?|.)/.exec(source.slice(from)) ?? [];
    return { from, to: Math.min(source.length, from + (word?.length ?? 1)), severity, message };
  });
}
