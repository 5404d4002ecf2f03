import { RE2JS, RE2JSException } from "re2js";
import { exceed, LispFault } from "../errors";
import type { Machine, Regex } from "../values";

/** Escapes, quoted parts, classes with all they hold, repetitions, and single characters. */
const TOKEN = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./gsu;
const UNICODE_CLASS = /\\p/gi;

/** What a class of the Unicode tables costs to read, in instructions. */
const CLASS_SIZE = 100;

const MAX_PATTERN_LENGTH = 1_000;
const MAX_PROGRAM_SIZE = 20_000;
/** Compiled patterns that are kept for later evaluations: the small ones, and all are dropped when they are too many. */
const MAX_CACHED = 100;
const MAX_CACHED_SIZE = 1_000;

type CachedPattern = { pattern: RE2JS; size: number };

const cache = new Map<string, CachedPattern>();
const usedBy = new WeakMap<Machine, Map<string, RE2JS>>();

/**
 * The pattern, compiled. The first use in an evaluation spends fuel by the size of the program that the pattern becomes,
 * whether it is still known from before or not. Throws `type_error` for what is not a pattern (no look-around and no
 * back-references: docs/predicates.md, "Values"), `limit_exceeded` for what is too long or too large.
 */
export function compiledPattern({ source }: Regex, machine: Machine): RE2JS {
  const used = usedBy.get(machine) ?? new Map<string, RE2JS>();
  usedBy.set(machine, used);
  const known = used.get(source);
  if (known) return known;
  const before = cache.get(source);
  const size = before?.size ?? sizeOf(source);
  machine.spend(size);
  const pattern = before?.pattern ?? compile(source, size);
  used.set(source, pattern);
  return pattern;
}

/** What a pattern will cost, which is known before it is compiled. */
function sizeOf(source: string): number {
  if (source.length > MAX_PATTERN_LENGTH) {
    const message = `A regex has at most ${MAX_PATTERN_LENGTH} characters.`;
    throw new LispFault({ code: "limit_exceeded", message, limit: "source" });
  }
  const size = programSizeOf(source);
  return size > MAX_PROGRAM_SIZE ? exceed("memory") : size;
}

function compile(source: string, size: number): RE2JS {
  const pattern = read(source);
  if (cache.size >= MAX_CACHED) cache.clear();
  if (size <= MAX_CACHED_SIZE) cache.set(source, { pattern, size });
  return pattern;
}

function read(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (thrown) {
    throw thrown instanceof RE2JSException ? unreadable(thrown) : thrown;
  }
}

function unreadable({ message }: RE2JSException): LispFault {
  const reason = message.replace("error parsing regexp: ", "");
  return new LispFault({ code: "type_error", message: `The regex cannot be read: ${reason}.` });
}

/**
 * About how many instructions a pattern will be compiled to, never far too few. Repetitions are copies, so that a short
 * pattern can be a large program: this is known before it is compiled.
 */
export function programSizeOf(pattern: string): number {
  const groups: number[] = [];
  let total = 2;
  let last = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === "(") {
      groups.push(total);
      total = 0;
      last = 0;
    } else if (token === ")") {
      last = total + 2;
      total = (groups.pop() ?? 0) + last;
    } else if (token.startsWith("{") && token.length > 1) {
      const copies = Math.max(...token.slice(1, -1).split(",").map(Number));
      total += last * copies;
      last *= copies + 1;
    } else {
      last = token.startsWith("\\Q")
        ? token.length
        : 1 + CLASS_SIZE * (token.match(UNICODE_CLASS)?.length ?? 0);
      total += last;
    }
  }
  return groups.reduce((sum, group) => sum + group, total);
}
