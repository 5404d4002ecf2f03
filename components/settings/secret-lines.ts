import { setOwn } from "@/lib/core/own";

type Pairs = { pairs: Record<string, string> } | { pairs?: never; problem: string };

/** Names and values as they are typed, one pair a line, told apart at the first `mark`; `problem` says how to write one. */
function readPairs(text: string, separator: string, problem: string): Pairs {
  const pairs: Record<string, string> = {};
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const at = line.indexOf(separator);
    if (at < 1) return { problem };
    setOwn(pairs, line.slice(0, at).trim(), line.slice(at + 1));
  }
  return { pairs };
}

/** Headers as they are typed, one a line as name: value; empty text has none. */
export function readHeaders(
  text: string,
): { headers: Record<string, string> } | { headers?: never; problem: string } {
  const read = readPairs(text, ":", "Enter one header per line as name: value.");
  if (!read.pairs) return read;
  const trimmed = Object.entries(read.pairs).map(([name, value]) => [name, value.trim()]);
  return { headers: Object.fromEntries(trimmed) };
}

/** Variables as they are typed, one a line as NAME=value; spaces are part of a value. */
export function readVariables(
  text: string,
): { env: Record<string, string> } | { env?: never; problem: string } {
  const read = readPairs(text, "=", "Enter one variable per line as NAME=value.");
  return read.pairs ? { env: read.pairs } : read;
}
