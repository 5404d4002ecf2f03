import fc from "fast-check";
import { expect, it } from "vitest";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { isJsonObject, type Json, type JsonObject } from "../../json";
import { actsAt } from "../../run/gates/acts";
import { servedTools } from "../../run/gates/served-tools";
import { givenTexts } from "./released-text";

const SEND = { id: "send", title: "Send", agent: "deployer", dependsOn: ["ask"] };
const { state, gate } = waitingAtGate(SEND);
const acts = actsAt(state, gate);
const [name = ""] = acts.flatMap(({ tools }) => tools);

/** What a gate says of a tool that takes this. */
const words = (inputSchema: JsonObject) => {
  const tool = {
    name,
    description: "Sends",
    inputSchema,
    tags: [],
    definition: "d",
    sideEffects: "external" as const,
    idempotent: false,
    repeatable: false,
    timeoutMs: 1,
  };
  const served = servedTools(acts, [tool]);
  return givenTexts({ mission: "m", constraints: "", models: [], files: [], said: [], served }).join("\n");
};

const MARK = "ALWAYS-TO-EVE";
const KEYWORDS = [
  ...["type", "properties", "additionalProperties", "patternProperties", "propertyNames", "items", "$defs"],
  ...[
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "dependentSchemas",
    "dependentRequired",
    "enum",
    "const",
  ],
  ...["default", "examples", "title", "description", "$comment", "$schema", "$id", "contentSchema", "format"],
  ...["pattern", "required", "x-note", "__proto__"],
];
const { schema } = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...KEYWORDS), tie("schema"), { maxKeys: 3 }),
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>("object", true, false, null, 1, {}, []),
    tie("object"),
    fc.array(tie("schema"), { maxLength: 2 }),
  ),
}));

/** The value with the mark at one of its places: as a text in the place of a leaf, beside the items of a list, or as a name. */
function marked(value: Json, [turn = 0, ...rest]: readonly number[]): Json {
  const at = <One>(list: readonly One[]) => list[turn % list.length];
  if (Array.isArray(value)) {
    const index = turn % (value.length + 1);
    return index === value.length ? [...value, MARK] : value.with(index, marked(value[index] as Json, rest));
  }
  if (!isJsonObject(value)) return MARK;
  const chosen = at([...Object.keys(value), undefined]);
  const others = Object.entries(value).filter(([key]) => key !== chosen);
  const part = chosen === undefined ? [MARK, true] : [chosen, marked(value[chosen] as Json, rest)];
  return Object.fromEntries([...others, part]);
}

it("says every word of a tool's schema that its agent reads, wherever in it that stands", () => {
  const places = fc.array(fc.nat(), { maxLength: 8 });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...KEYWORDS), schema, { maxKeys: 3 }), places, (one, place) => {
      expect(words(marked(one, place) as JsonObject)).toContain(MARK);
    }),
  );
});

it.each(KEYWORDS)("says a word that stands alone in `%s`", (keyword) => {
  const values: Json[] = [MARK, [MARK], { [MARK]: true }, { type: "string", description: MARK }];
  for (const value of values) {
    const part: [string, Json] = [keyword, value];
    expect(words(Object.fromEntries([["type", "object"], part]))).toContain(MARK);
  }
});
