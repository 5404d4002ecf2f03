import type { Json } from "../json";
import { NamedMap } from "../lisp";
import { inNameOrder, resultNames, stemOf } from "./result-names";

/**
 * Results as a program is given them: under their names and sorted by these, so that neither the number of a task nor the
 * order in which it is waited for changes what is found. Any number of a name means the same result.
 */
export function resultsByName(ids: readonly string[], resultOf: (id: string) => Json): NamedMap {
  const known = inNameOrder(ids);
  const nameOf = resultNames(known);
  const names = new Set(known.map(nameOf));
  const keyOf = (name: string) => [name, stemOf(name)].find((one) => names.has(one));
  return new NamedMap(
    known.map((id) => [nameOf(id), resultOf(id)]),
    keyOf,
  );
}
