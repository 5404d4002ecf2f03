import { describe, expect, it } from "vitest";
import { tellOutput, tellResult } from "./told";

const column = (column_name: string, min: string, max: string) => ({
  column_name,
  column_type: "VARCHAR",
  min,
  max,
  approx_unique: 2,
  count: 2,
  q25: null,
});

describe("tellOutput", () => {
  it.each([
    ["a text as it is", "plain words", "ask returned plain words."],
    ["a map by its parts", { expression: "12*7", value: 84 }, "ask returned expression 12*7, value 84."],
    ["a number", 7, "ask returned 7."],
    ["rows", { columns: ["n"], rows: [{ n: 1 }, { n: 2 }] }, "ask found 2 rows: n 1; n 2."],
    ["no rows", { rows: [] }, "ask found 0 rows."],
    [
      "columns of a table",
      {
        rows: [
          column("region", "north", "south"),
          { column_name: "amount", column_type: "BIGINT", count: 2 },
        ],
      },
      "ask found 2 columns over 2 rows: region (VARCHAR, north to south, 2 different values); amount (BIGINT).",
    ],
    [
      "the first of many rows",
      { rows: Array.from({ length: 10 }, (_, n) => ({ n })) },
      "ask found 10 rows: n 0; n 1; n 2; n 3; n 4; n 5; n 6; n 7; and 2 more.",
    ],
  ])("tells %s", (_name, output, told) => expect(tellOutput("ask", output)).toBe(told));
});

it.each([
  [
    '{"build":"green","notes":["214 tests","1.2 MB"],"by":{"id":7}}',
    "build green, notes (214 tests, 1.2 MB), by (id 7)",
  ],
  ['["a","b"]', "a, b"],
  ["12e10", "12e10"],
  ["It is {done}.", "It is {done}."],
])("tells the result %s without braces", (text, told) => expect(tellResult(text)).toBe(told));
