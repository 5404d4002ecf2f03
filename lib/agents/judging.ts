import { readAbstention } from "@/lib/core/answers";
import type { JsonObject } from "@/lib/core/json";
import type { Role } from "./role";
import { closed, orNull } from "./strict-schema";

/** Tells who judges of the way out, which stands in the form of the answer as well. */
export const CANNOT_RULE = 'If you cannot judge: {"cannot": "<why>"} instead.';

/** The form of a judgement, or of saying why there can be none. */
export const judgement = (properties: Record<string, JsonObject>): JsonObject =>
  closed({ ...properties, cannot: orNull({ type: "string" }) });

/**
 * A role whose answer may be that it cannot judge (docs/agents.md, "When a judge cannot judge"): read before the verdict, no
 * judgement, and nothing to ask for again.
 */
export function mayAbstain<Input, Output>(role: Role<Input, Output>): Role<Input, Output> {
  const schema = role.output && withoutCannot(role.output.schema);
  return {
    ...role,
    parse(text, data) {
      const said = readAbstention(text, schema);
      if (!("cannot" in said) || isData(said.cannot, data)) return role.parse(text, data);
      return { ok: false, problem: said.cannot, cannot: said.cannot };
    },
  };
}

/** An agent's own words for it, which a judge quotes, are not the judge's. */
const isData = (words: string, data = ""): boolean => data.includes(JSON.stringify(words).slice(1, -1));

/** The names of the judgement itself. */
function withoutCannot({ properties, ...schema }: JsonObject): JsonObject {
  const { cannot: _way, ...own } = properties as JsonObject;
  return { ...schema, properties: own };
}
