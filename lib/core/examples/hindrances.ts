import { entryTokens } from "../take-within";
import type { Example } from "./form";
import { DEFAULT_MAX_EXAMPLE_TOKENS } from "./limits";
import { shortestExample } from "./shorten";

/** Something by which no prompt carries an example as things are, whatever is asked. */
export type ExampleHindrance =
  | { code: "off" }
  /** No run of the workspace is offered these tools now. */
  | { code: "missing_tools"; tools: string[] }
  /** `tokens` with its texts cut, and the room that runs give their examples unless they say otherwise. */
  | { code: "too_long"; tokens: number; room: number };

type Looked = { enabled: boolean; tools: readonly string[]; example: Example };

/** Says what keeps an example out of prompts; `offered` are the tools that runs may be offered. */
export function hindrancesOf(
  { enabled, tools, example }: Looked,
  offered: readonly string[],
): ExampleHindrance[] {
  const found: ExampleHindrance[] = [];
  if (!enabled) found.push({ code: "off" });
  const missing = tools.filter((name) => !offered.includes(name));
  if (missing.length > 0) found.push({ code: "missing_tools", tools: missing });
  const tokens = entryTokens(JSON.stringify(shortestExample(example)));
  const room = DEFAULT_MAX_EXAMPLE_TOKENS;
  if (tokens > room) found.push({ code: "too_long", tokens, room });
  return found;
}
