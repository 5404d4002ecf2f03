import type { JsonObject } from "@/lib/core/json";
import type { Issue } from "@/lib/core/plan/schema";
import type { ModelMessage } from "@/lib/core/ports";
import type { RoleName } from "@/lib/core/prompt-blocks";

export type RolePrompt = { system: string; messages: ModelMessage[] };

/**
 * What a role made of an answer. `problem` is one sentence for the model to read when it is asked again, at most `repairs` times
 * where people can go on with what it wrote.
 */
export type Parsed<Output> =
  /** `coerced`: what stood there in another form than the schema wants, in words. */
  | { ok: true; value: Output; coerced?: string[] }
  /** `cannot`: the problem is why it gives none, in its own words. */
  | { ok: false; problem: string; issues?: Issue[]; repairs?: number; cannot?: string };

/**
 * One job given to a model (docs/agents.md, "Roles"). A role is pure: it writes the prompt and reads the answer;
 * the one who uses it makes the call. `version` rises with every change of the prompt's wording or of the reading.
 */
export type Role<Input, Output> = {
  name: RoleName;
  version: string;
  buildPrompt(input: Input): RolePrompt;
  output?: { name: string; schema: JsonObject };
  /** The answer is JSON of a form that no provider's schema says. */
  json?: true;
  /** `data`: what the prompt holds, as text; an answer that only repeats it says nothing of its own. */
  parse(text: string, data?: string): Parsed<Output>;
};
