import type { Json } from "@/lib/core/json";

/** Small tools for writing plain sentences out of other texts. */

/** A text as it is, anything else as JSON. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** One line of at most `chars` characters, between typographic quotes. */
export function quote(text: string, chars = 120): string {
  return `“${shorten(text, chars)}”`;
}

/** One line of at most `chars` characters, cut at a word where there is one. */
export function shorten(text: string, chars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= chars) return line;
  const cut = [...line.slice(0, chars - 1)].join("").replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.replace(/\s+\S{0,20}$/, "")}…`;
}

/** `1 replica`, `2 replicas`; a count that is not a number as it stands. */
export function pluralize(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Text that may go into a plan's input: nobody's braces become a placeholder of the plan. */
export function withoutPlaceholders(text: string): string {
  return text.replaceAll("{{", "{ {");
}

/** `deploy_staging_v2` -> `deploy_staging`: a plan's later versions renumber the same work. */
export function baseTaskId(taskId: string): string {
  return taskId.replace(/_v\d+(_\d+)?$/, "");
}

/** The first version number such as `v2` or `1.4.0` in a text. */
export function versionIn(text: string): string | undefined {
  return /\b(?:v\d+|\d+\.\d+\.\d+)\b/i.exec(text)?.[0];
}

/** The results that placeholders have put into an input, in their order. */
export function placedResults(input: string): string[] {
  return [...input.matchAll(PLACED)].map(([, body = ""]) => body.replace(/<\\(\\*\/?result)/gi, "<$1"));
}

const PLACED = /<result of="[^"]*">([^<]*(?:<(?!\/result>)[^<]*)*)<\/result>/g;
