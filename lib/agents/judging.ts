import { readAbstention } from "@/lib/core/answers";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { Role } from "./role";
import { closed, orNull } from "./strict-schema";

/** Tells who judges of the way out, which stands in the form of the answer as well. */
export const CANNOT_RULE = 'If you cannot judge: {"cannot": "<why>"} instead.';

const CANNOT = { cannot: orNull({ type: "string" }) };

/**
 * A role whose answer may be that it cannot judge (docs/agents.md, "When a judge cannot judge"): its form has room for that,
 * which is read before the verdict, is no judgement, and is nothing to ask for again.
 */
export function mayAbstain<Input, Output>(role: Role<Input, Output>): Role<Input, Output> {
  const { output } = role;
  return {
    ...role,
    ...(output && { output: { ...output, schema: closed({ ...propertiesOf(output.schema), ...CANNOT }) } }),
    parse(text, data) {
      const said = readAbstention(text, output?.schema);
      if (!("cannot" in said) || isData(said.cannot, data)) return role.parse(text, data);
      return { ok: false, problem: said.cannot, cannot: said.cannot };
    },
  };
}

/** The form of the judgement itself. */
export function judgementOf(form: JsonObject): JsonObject {
  const { cannot: _way, ...own } = propertiesOf(form);
  return closed(own);
}

/** An agent's own words for it, which a judge quotes, are not the judge's. */
const isData = (words: string, data = ""): boolean => data.includes(JSON.stringify(words).slice(1, -1));

function propertiesOf({ properties }: JsonObject): Record<string, JsonObject> {
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(named.flatMap(([name, one]) => (isJsonObject(one) ? [[name, one]] : [])));
}
