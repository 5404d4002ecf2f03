import { addMembers, mutableMembers } from "../collections";
import { raise } from "../errors";
import { lookupKey } from "../keys";
import { kindOf } from "../kinds";
import { type Builtin, builtin, LispSet, type Machine, type Value } from "../values";

import { argument, binary } from "./define";

/** Functions of sets; nil is an empty one (docs/predicates.md, "Functions"). */
export const SETS: readonly Builtin[] = [
  builtin("union", [0], (args, machine) => {
    const draft = mutableMembers(setOrEmpty(argument(args, 0)), machine);
    for (const other of args.slice(1)) addMembers(draft, setOrEmpty(other).members.values(), machine);
    return new LispSet(draft);
  }),
  builtin("intersection", [1], (args, machine) => {
    return without(setOrEmpty(argument(args, 0)), args.slice(1).map(setOrEmpty), false, machine);
  }),
  builtin("difference", [1], (args, machine) => {
    return without(setOrEmpty(argument(args, 0)), args.slice(1).map(setOrEmpty), true, machine);
  }),
  builtin("disj", [1], (args, machine) => {
    const from = argument(args, 0);
    if (from === null) return null;
    const draft = mutableMembers(setOrEmpty(from), machine);
    for (const member of args.slice(1)) draft.delete(lookupKey(member, machine));
    return new LispSet(draft);
  }),
  binary("subset?", (a, b, machine) => isWithin(setOrEmpty(a), setOrEmpty(b), machine)),
  binary("superset?", (a, b, machine) => isWithin(setOrEmpty(b), setOrEmpty(a), machine)),
];

function setOrEmpty(value: Value): LispSet {
  if (value === null) return new LispSet(new Map());
  if (value instanceof LispSet) return value;
  raise("type_error", `Expected a set, got ${kindOf(value)}; (set …) makes one of a collection.`);
}

/** The members that each of the other sets has, or that none of them has. */
function without(from: LispSet, others: readonly LispSet[], present: boolean, machine: Machine): LispSet {
  const draft = mutableMembers(from, machine);
  for (const other of others) {
    machine.spend(draft.size);
    for (const key of draft.keys()) if (other.members.has(key) === present) draft.delete(key);
  }
  return new LispSet(draft);
}

function isWithin(part: LispSet, whole: LispSet, machine: Machine): boolean {
  machine.spend(part.members.size);
  return [...part.members.keys()].every((key) => whole.members.has(key));
}
