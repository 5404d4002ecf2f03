import { formsOf } from "./forms-of";
import { type PlacedError, withPosition } from "./position";
import { type Form, type GroupForm, symbolName } from "./read/forms";
import { Keyword } from "./values";

/** A name under which a source asks for a result, with its place. */
export type ResultAsked = { name: string } & Pick<PlacedError, "line" | "column">;

const MAPS: ReadonlySet<string | undefined> = new Set(["data/depends", "data/results"]);
const THREADING: ReadonlySet<string | undefined> = new Set(["->", "some->"]);

/**
 * The results that a source asks for by a name which stands in it, whatever default stands beside it, since a name
 * that means none is a fault; not where `contains?` asks for it first. Empty for what cannot be read.
 */
export function resultsAskedIn(source: string): ResultAsked[] {
  const asked: { name: string; at: number }[] = [];
  const certain = new Set<string>();
  const look = (form: Form): void => {
    if (!("items" in form)) return;
    const name = nameAsked(form);
    if (name !== undefined) asked.push({ name, at: form.at });
    if (symbolName(form.items[0]) === "contains?" && isResults(form.items[1])) {
      const known = literalName(form.items[2]);
      if (known !== undefined) certain.add(known);
    }
    form.items.forEach(look);
  };
  formsOf(source)?.forEach(look);
  return asked
    .filter(({ name }) => !certain.has(name))
    .map(({ name, at }) => {
      const { line, column } = withPosition({ code: "unbound_symbol", message: "", at }, source);
      return { name, line, column };
    });
}

const isResults = (form: Form | undefined): boolean => MAPS.has(symbolName(form));

function nameAsked({ kind, items }: GroupForm): string | undefined {
  if (kind !== "list" && kind !== "short") return;
  const [head, first, second] = items;
  if (isResults(head)) return literalName(first);
  if (THREADING.has(symbolName(head)) && isResults(first) && second) return nameInStep(second);
  if (!isResults(first)) return;
  if (head?.kind === "constant" && head.value instanceof Keyword) return literalName(head);
  return nameByFunction(symbolName(head), second);
}

/** `:name`, `(get "name")` or `(get-in ["name" …])`, to which a map of results is passed first. */
function nameInStep(step: Form): string | undefined {
  if (!("items" in step))
    return step.kind === "constant" && step.value instanceof Keyword ? literalName(step) : undefined;
  return nameByFunction(symbolName(step.items[0]), step.items[1]);
}

function nameByFunction(name: string | undefined, key: Form | undefined): string | undefined {
  if (name === "get") return literalName(key);
  return name === "get-in" && key?.kind === "vector" ? literalName(key.items[0]) : undefined;
}

function literalName(form: Form | undefined): string | undefined {
  if (form?.kind !== "constant") return;
  if (typeof form.value === "string") return form.value;
  return form.value instanceof Keyword ? form.value.name : undefined;
}
