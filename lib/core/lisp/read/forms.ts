import type { Value } from "../values";

/** Where a form stands in the source: offsets, the end behind its last character. */
type Span = { readonly at: number; readonly end: number };

type ConstantForm = Span & { readonly kind: "constant"; readonly value: Value };
export type SymbolForm = Span & { readonly kind: "symbol"; readonly name: string };
/** `short` is `#(…)`: its items are those of the one call in its body. */
export type GroupKind = "list" | "vector" | "map" | "set" | "short";
export type GroupForm = Span & { readonly kind: GroupKind; readonly items: readonly Form[] };

/** What the reader makes of a source (docs/predicates.md, "Values"). `'x` is the list `(quote x)`. */
export type Form = ConstantForm | SymbolForm | GroupForm;

/** The name, if the form is a symbol. */
export function symbolName(form: Form | undefined): string | undefined {
  return form?.kind === "symbol" ? form.name : undefined;
}

/** Names of what a source is given, and of the tools that a program calls. */
export const DATA_PREFIX = "data/";
const TOOL_PREFIX = "tool/";

export const isDataName = (name: string): boolean => name.startsWith(DATA_PREFIX);

/** The tool that a name calls; undefined for any other name. */
export const toolNamed = (name: string): string | undefined =>
  name.startsWith(TOOL_PREFIX) ? name.slice(TOOL_PREFIX.length) : undefined;
