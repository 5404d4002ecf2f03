import type { Diagnostic } from "@codemirror/lint";
import type { Issue } from "@/lib/core/lisp";

/** What `check` says of a source as marks in the editor: each on the word or the bracket that it begins at. */
export function diagnosticsOf(source: string, issues: readonly Issue[]): Diagnostic[] {
  return issues.map(({ at, severity, message }) => {
    const from = Math.min(at, Math.max(0, source.length - 1));
    const [word] = /^(?:[^\s,()[\]{}";]+|"[^"\n]*"?|.)/.exec(source.slice(from)) ?? [];
    return { from, to: Math.min(source.length, from + (word?.length ?? 1)), severity, message };
  });
}
