import { RE2JS, RE2JSException } from "re2js";
import { exceed, LispFault, raise } from "../errors";
import type { Machine } from "../machine";
import type { Regex } from "../values";
import { programSizeOf } from "./program-size";

const MAX_PATTERN_LENGTH = 1_000;
const MAX_PROGRAM_SIZE = 20_000;
/** Compiled patterns that are kept for later evaluations: the small ones, and all are dropped when they are too many. */
const MAX_KEPT = 100;
const MAX_KEPT_SIZE = 1_000;

const kept = new Map<string, RE2JS>();
const usedBy = new WeakMap<Machine, Map<string, RE2JS>>();

/**
 * The pattern, compiled. The first use in an evaluation spends fuel by the size of the program that the pattern becomes,
 * whether it is still known from before or not. Throws `type_error` for what is no pattern (no look-around and no
 * back-references: docs/predicates.md, "Values"), `limit_exceeded` for what is too long or too large.
 */
export function compiled({ source }: Regex, machine: Machine): RE2JS {
  const used = usedBy.get(machine) ?? new Map<string, RE2JS>();
  usedBy.set(machine, used);
  const known = used.get(source);
  if (known) return known;
  if (source.length > MAX_PATTERN_LENGTH) {
    const message = `A regex has at most ${MAX_PATTERN_LENGTH} characters.`;
    throw new LispFault({ code: "limit_exceeded", message, limit: "source" });
  }
  const size = programSizeOf(source);
  if (size > MAX_PROGRAM_SIZE) exceed("memory");
  machine.spend(size);
  const pattern = kept.get(source) ?? compile(source);
  used.set(source, pattern);
  if (kept.size >= MAX_KEPT) kept.clear();
  if (size <= MAX_KEPT_SIZE) kept.set(source, pattern);
  return pattern;
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    raise("type_error", `The regex cannot be read: ${thrown.message}.`);
  }
}
