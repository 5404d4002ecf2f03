import { expect, it } from "vitest";
import type { Json } from "../json";
import { valueInText } from "./value-in-text";

const DRAFT = { to: "anna@corp.example", body: "Dear Anna,\nit is done." };

it.each<[string, string, Json, string]>([
  [
    "an object",
    "Send this to Anna: @",
    DRAFT,
    "Send this to Anna: \n\n- **to**: anna@corp.example\n- **body**: Dear Anna,\n  it is done.",
  ],
  ["an object before other words", "It is @ and more", { n: 1 }, "It is \n\n- **n**: 1\n\n and more"],
  ["an object that ends a sentence", "It is @.", { n: 1 }, "It is \n\n- **n**: 1."],
  [
    "rows on a line of their own",
    "Rows:\n\n@\n\nThat is all.",
    [{ n: 1 }],
    "Rows:\n\n| n |\n| --- |\n| 1 |\n\nThat is all.",
  ],
  ["a short list in a sentence", "Ask @ today.", ["Ana", "Bo"], "Ask Ana, Bo today."],
  ["a short list below its heading", "Ask:\n@", ["Ana", "Bo"], "Ask:\n- Ana\n- Bo"],
  ["a list with commas", "Ask @", ["Ana, Bo"], "Ask \n\n- Ana, Bo"],
  ["an empty list", "Open: @", [], "Open: \n\nnone"],
  ["a number", "It is @ euros.", 12.5, "It is 12.5 euros."],
  ["a text", "@", "**so**", "**so**"],
  ["data in a block of code", "```json\n@\n```", { n: [1] }, '```json\n{\n  "n": [\n    1\n  ]\n}\n```'],
])("puts %s into a text for people", (_, text, value, read) => {
  const [before = "", after = ""] = text.split("@");
  expect(before + valueInText(value, { before, after }) + after).toBe(read);
});

it("leaves nothing of a long list out", () => {
  const rows = Array.from({ length: 60 }, (_, n) => ({ n, of: "x" }));
  expect(valueInText(rows, { before: "", after: "" }).split("\n")).toHaveLength(62);
});
