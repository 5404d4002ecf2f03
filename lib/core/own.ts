/**
 * Records whose names come from outside (ids, agents, tools, fields, parameters) are read and written by these alone:
 * `record["constructor"]` finds what every object inherits, and `record["__proto__"] = …` changes another object
 * (CONTRIBUTING.md, "Where things go"). `foreignNames` in scripts/structure finds what goes around them.
 */

/** What stands in a record under a name; nothing that it inherits. */
export function getOwn<V>(
  record: { readonly [name: string]: V } | null | undefined,
  name: string | undefined,
): V | undefined {
  return record && name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Puts a value under a name into a record, whatever the name is. */
export function setOwn<V>(record: { [name: string]: V }, name: string, value: V): void {
  if (name !== "__proto__") record[name] = value;
  else Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Puts all that stands in one record into another. */
export function assignOwn<V>(record: { [name: string]: V }, others: { readonly [name: string]: V }): void {
  for (const [name, value] of Object.entries(others)) setOwn(record, name, value);
}
