import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { LISP_SYMBOLS, type LispSymbol } from "./lisp-language";

const TYPES: Record<LispSymbol["kind"], string> = { form: "keyword", function: "function", data: "variable" };
/** Data first: it is what a predicate begins with. */
const KIND_BOOST: Record<LispSymbol["kind"], number> = { data: 20, form: 5, function: 0 };

const WORDS: readonly Completion[] = LISP_SYMBOLS.map(({ name, kind, detail }) => ({
  label: name,
  detail,
  type: TYPES[kind],
  boost: KIND_BOOST[kind],
}));

/** Completion of names with what they take, and of the ids of dependencies where a predicate looks one up. */
export function lispCompletion(dependencies: readonly string[]): Extension {
  return autocompletion({
    icons: false,
    override: [(context) => completionsAt(context, dependencies)],
    activateOnTypingDelay: 60,
  });
}

/** What may stand at a place: ids in a text behind `data/depends`, else names; nothing in other texts. */
export function completionsAt(
  context: CompletionContext,
  dependencies: readonly string[],
): CompletionResult | null {
  const before = context.state.doc.sliceString(0, context.pos);
  const [, id] = /data\/(?:depends|results)\s+\[?\s*"([^"\\]*)$/.exec(before) ?? [];
  if (id !== undefined) {
    const options = dependencies.map((label) => ({ label, detail: "dependency", type: "constant" }));
    return { from: context.pos - id.length, options, validFor: /^[^"\\]*$/ };
  }
  if (endsInsideText(before)) return null;
  const word = context.matchBefore(/[^\s,()[\]{}";'#\\]+/);
  if (!word && !context.explicit) return null;
  const dependencyLookups = dependencies.map((name) => ({
    label: `data/depends ${name}`,
    apply: `(get data/depends ${JSON.stringify(name)})`,
    detail: "result of a dependency",
    type: "variable",
    boost: 10,
  }));
  return {
    from: word?.from ?? context.pos,
    options: [...WORDS, ...dependencyLookups],
    validFor: /^[^\s,()[\]{}";'#\\]*$/,
  };
}

/** Whether a source ends inside a text, a regex or a comment. */
function endsInsideText(source: string): boolean {
  const rest = source.replace(/\\["\\]|"(?:[^"\\]|\\.)*"|;[^\n]*\n/gs, "");
  return rest.includes('"') || rest.includes(";");
}
