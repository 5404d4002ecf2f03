import { expect, it } from "vitest";
import type { Json } from "../json";
import { valueAsMarkdown } from "./value-markdown";

it.each<[string, Json, string]>([
  ["a text", "It **is**.", "It **is**."],
  ["a list", ["a", 2, { b: 1, c: [] }], '- a\n- 2\n- `{"b":1,"c":[]}`'],
  ["an object", { name: "North", sum: 12.5, none: null }, "- **name**: North\n- **sum**: 12.5\n- **none**: "],
  ["rows", [{ a: 1, b: "x|y" }, { a: 2 }], "| a | b |\n| --- | --- |\n| 1 | x\\|y |\n| 2 |  |"],
  ["rows in an object", { rows: [{ a: 1 }], n: 1 }, "**rows**\n\n| a |\n| --- |\n| 1 |\n\n- **n**: 1"],
  ["a name of JavaScript", { ["__proto__"]: 1 }, "- **__proto__**: 1"],
])("shows %s to people", (_name, value, text) => {
  expect(valueAsMarkdown(value)).toBe(text);
});

it("says how many rows of a long list are left out", () => {
  const rows = Array.from({ length: 53 }, (_, n) => ({ n }));
  expect(valueAsMarkdown(rows)).toContain("and 3 more rows");
});
