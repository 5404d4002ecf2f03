import { type LispError, LispFault, limitError } from "./errors";

/** Where in a source an error shows: lines and columns from 1, columns in UTF-16 units, and the line with a caret. */
type SourcePosition = { line: number; column: number; excerpt: string };

export type PlacedError = LispError & SourcePosition & { at: number };

const BEFORE = 60;
const AFTER = 40;

/** The error with its line, its column and the part of the line around it, a caret below (docs/predicates.md). */
export function withPosition(error: LispError, source: string): PlacedError {
  const at = Math.min(error.at ?? 0, source.length);
  return { ...error, at, ...positionAt(source, at) };
}

/** An error in words, with its place and the line around it. */
export function errorText({ code, message, line, column, excerpt }: PlacedError): string {
  return `${code} in line ${line}, column ${column}: ${message}\n${excerpt}`;
}

/** What was thrown while a program was read or evaluated, as data. Throws on what is not the fault of the program. */
export function errorOf(thrown: unknown, source: string): PlacedError {
  if (thrown instanceof LispFault) return withPosition(thrown.error, source);
  // Data may be nested deeper than any walk of ours allows for: the host's stack then ends first.
  if (thrown instanceof RangeError) return withPosition(limitError("depth"), source);
  throw thrown;
}

function positionAt(source: string, at: number): SourcePosition {
  const start = at === 0 ? 0 : source.lastIndexOf("\n", at - 1) + 1;
  const newline = source.indexOf("\n", at);
  const end = newline === -1 ? source.length : newline;
  const from = Math.max(start, at - BEFORE);
  const to = Math.min(end, at + AFTER);
  const shown = source.slice(from, to).replace(/[\t\r]/g, " ");
  const ahead = from > start ? "…" : "";
  const excerpt = `${ahead}${shown}${to < end ? "…" : ""}\n${" ".repeat(ahead.length + at - from)}^`;
  return { line: lineOf(source, at), column: at - start + 1, excerpt };
}

function lineOf(source: string, at: number): number {
  let line = 1;
  for (let next = source.indexOf("\n"); next !== -1 && next < at; next = source.indexOf("\n", next + 1))
    line += 1;
  return line;
}
