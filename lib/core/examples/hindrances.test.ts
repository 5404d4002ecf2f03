import { expect, it } from "vitest";
import { hindranceWords } from "../describe/library";
import type { AgentExample } from "./form";
import { hindrancesOf } from "./hindrances";

const example = (steps: number, chars = 10): AgentExample => ({
  query: "Rank the customers",
  steps: [
    ...Array.from({ length: steps }, () => ({ next_node: "sql", args: { query: "q".repeat(chars) } })),
    { next_node: null, args: { answer: "A, B" } },
  ],
  outcome: "answer_complete",
});

it("finds nothing in an example that may be shown, however long its texts are", () => {
  expect(hindrancesOf({ enabled: true, tools: ["sql"], example: example(3, 9_000) }, ["sql"])).toEqual([]);
});

it("names each thing by which an example is shown to nobody", () => {
  const wide = {
    ...example(0),
    steps: [
      {
        next_node: "sql",
        args: Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`field_${n}`, n])),
      },
    ],
  } as AgentExample;
  const found = hindrancesOf({ enabled: false, tools: ["sql", "mail", "now"], example: wide }, ["now"]);
  expect(found).toEqual([
    { code: "off" },
    { code: "missing_tools", tools: ["sql", "mail"] },
    { code: "too_long", tokens: expect.any(Number), room: 1_500 },
  ]);
  const words = found.map(hindranceWords);
  expect(words[0]).toBe("It is off.");
  expect(words[1]).toBe("Its tools sql and mail are not offered to runs.");
  expect(words[2]).toMatch(
    /^With its texts cut it takes about \d,\d{3} tokens; runs give examples 1,500 together/,
  );
});
