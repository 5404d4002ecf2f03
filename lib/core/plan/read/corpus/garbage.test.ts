import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { scaled } from "@/lib/testing/scaled";
import { isJsonObject, type Json } from "../../../json";
import { writePlanText } from "../../write/text";
import { type ReadPlan, readPlan } from "../plan";

/** Either a plan, or errors that say why there is none; every issue with a place or about the whole. */
function expectSaid(read: ReadPlan): ReadPlan {
  expect(read.plan === undefined).toBe(read.errors.length > 0);
  for (const { message, path, severity } of [...read.warnings, ...read.errors]) {
    expect(message).not.toBe("");
    if (severity === "warning") expect(path).toBeTruthy();
  }
  return read;
}

/** To shrink a whole plan takes minutes. */
const ONE_FAILURE = { endOnFailure: true };
const MARK = "zzmarkzz";
const NUMBER = 918_273_645;
const WRONG: Json[] = [
  MARK,
  NUMBER,
  -NUMBER,
  { [MARK]: 1 },
  [MARK],
  [[MARK]],
  [{ [MARK]: [MARK] }],
  [NUMBER],
];

/** Every place in a JSON value, as the keys that lead there. */
function placesIn(value: Json, path: string[] = []): string[][] {
  const inside = isJsonObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  return [path, ...inside.flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

function withValueAt(value: Json, [key, ...rest]: string[], other: Json): Json {
  if (key === undefined) return other;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === key ? withValueAt(item, rest, other) : item));
  }
  const entries = Object.entries(value as object).map(([name, item]: [string, Json]) => [
    name,
    name === key ? withValueAt(item, rest, other) : item,
  ]);
  return Object.fromEntries(entries);
}

describe("a wrong value anywhere in a plan", () => {
  it("is read, refused or reported, and never lost in silence", () => {
    fc.assert(
      fc.property(anyPlan, fc.nat(), fc.constantFrom(...WRONG), (plan, place, wrong) => {
        const places = placesIn(plan as Json);
        const path = places[place % places.length] as string[];
        const { plan: kept, warnings, errors } = expectSaid(readPlan(withValueAt(plan as Json, path, wrong)));
        if (warnings.length + errors.length > 0) return;
        const text = JSON.stringify(kept);
        expect(
          text.includes(MARK) || text.includes(String(NUMBER)),
          `${path.join(".")} = ${JSON.stringify(wrong)}`,
        ).toBe(true);
      }),
      { numRuns: scaled(500), ...ONE_FAILURE },
    );
  });

  it("is no problem when something is taken out of the middle of the text", () => {
    fc.assert(
      fc.property(anyPlan, fc.nat(), fc.nat(50), (plan, from, length) => {
        for (const text of [JSON.stringify(plan), writePlanText(plan)]) {
          const at = from % text.length;
          expectSaid(readPlan(text.slice(0, at) + text.slice(at + length)));
        }
      }),
      { numRuns: scaled(300), ...ONE_FAILURE },
    );
  });
});

describe("a plan that is cut off", () => {
  const tasks = [
    { id: "a", input: "one" },
    { id: "b", input: "two" },
  ];
  const text = JSON.stringify({
    title: "T",
    phases: [
      { name: "p", tasks },
      { name: "q", tasks: ["three"] },
    ],
  });

  it("is never read in part: what is missing may be the gate", () => {
    for (let length = 0; length < text.length; length += 1) {
      const { errors } = expectSaid(readPlan(text.slice(0, length)));
      expect(errors.length, text.slice(0, length)).toBeGreaterThan(0);
    }
    const { errors } = readPlan('{"plan": {"tasks": ["x"]}, "notes": "cut');
    expect(errors).toMatchObject([{ code: "invalid_plan_format" }]);
    expect(readPlan('{"tasks": [{"id": "a"}, {"id": "b').errors[0]?.message).toContain(
      "It breaks at line 1, column 34",
    );
  });
});

describe("garbage", () => {
  it("of any characters and bytes is read without an exception", () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((codes) => String.fromCharCode(...codes));
    const pieces = fc.constantFrom(
      ..."{ } [ ] \" ' : , \\ // /* */ ``` Step 1: PLAN: - * \n \t \r null tasks id 1 -0 1e999 “ ” \u2028 \u0000 \ud800".split(
        " ",
      ),
    );
    const soup = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(bytes, soup, fc.string({ unit: anyCharacter, maxLength: 200 })), (text) => {
        expectSaid(readPlan(text));
      }),
      { numRuns: scaled(2_000), ...ONE_FAILURE },
    );
  });

  it("of any values is read without an exception", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
        (value) => {
          expectSaid(readPlan(value));
          expectSaid(readPlan({ tasks: value, agents: value, plan: value }));
          expectSaid(
            readPlan({
              tasks: [value, { id: value, type: value, depends_on: value, review: value, gate: value }],
            }),
          );
        },
      ),
      { numRuns: scaled(1_000), ...ONE_FAILURE },
    );
  });
});

describe("a great deal of text", () => {
  const fill = (piece: string, size = 1_000_000) => piece.repeat(Math.ceil(scaled(size) / piece.length));
  const MUCH = 5_000_000;

  it.each<[string, string]>([
    ["of one letter", fill("a", MUCH)],
    ["of white space", fill(" \t")],
    ["of empty lines", fill("\n")],
    ["of open brackets", fill("[", MUCH)],
    ["of open objects", fill('{"a":')],
    ["of closed objects", fill("{}")],
    ["of quotation marks", fill('"')],
    ["of open texts", fill("['")],
    ["of open comments", fill("{/*")],
    ["of comments that end at last", `${fill("{/*")}*/`],
    ["of backslashes", `{"a": "${fill("\\")}`],
    ["of half an escape", `{"tasks": ["${fill("\\u12")}"]}`],
    ["of fences", fill("```\n")],
    ["of stars", `Step 1: ${fill("**")}`],
    ["of nearly headers", `Step 1: A\n${fill("Step ")}`],
    ["of labels", `Step 1: Planning Review\n${fill("- Decision points:\n")}`],
    ["of one long detail", `Step 1: A\n- ${fill("x ")}`],
    ["of one long list of numbers", `Step 1: A\n- Depends on: ${fill("1, ")}`],
    ["of details", `Step 1: A\n${fill("- Agent: whoever has time\n", MUCH)}`],
    ["of agents", `PLAN: A\n${fill('Agent "w": You work.\n')}Step 1: A`],
    ["of one long input", `{"tasks": ["${fill("x", MUCH)}"]}`],
    ["of tasks", `{"tasks": [${fill('"x",')}]}`],
    ["of keys", `{"tasks": [{${Array.from({ length: scaled(50_000) }, (_, n) => `"k${n}": 1`).join()}}]}`],
    [
      "of agents in JSON",
      `{"agents": {${Array.from({ length: scaled(50_000) }, (_, n) => `"k${n}": 1`).join()}}, "tasks": ["x"]}`,
    ],
  ])("%s is read in moments", (_, text) => {
    expectSaid(readPlan(text));
  });

  it("of nested lists and objects is refused", () => {
    for (const text of [
      `{"tasks": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      `{"tasks":${fill('{"a":')}`,
    ]) {
      expect(expectSaid(readPlan(text)).plan).toBeUndefined();
    }
  });
});
