import { describe, expect, it } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { rendered } from "../fixtures";
import { checkRepair } from ".";

const task = { id: "sum", title: "Sum", details: [], input: "Sum the rows" };
const asked = {
  task,
  check: '(= 3 (apply + (map "amount" data/result)))',
  fault: "not_callable",
  result: null,
};

describe("the question about a check", () => {
  it("gives the check, its fault, and the form of the result", async () => {
    const result = {
      rows: [
        { amount: 10, name: "Ada" },
        { amount: 2, name: "Bob" },
      ],
      none: [],
      at: null,
      ok: true,
    };
    const prompt = checkRepair("replanner").buildPrompt({ ...asked, result });
    await expect(rendered(prompt)).toMatchFileSnapshot("./check-repair.golden.txt");
  });

  it("shows no more than the beginning of a large form", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(30)}1${"}".repeat(30)}`);
    const wide = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`k${n}`, n]));
    const formOf = (result: typeof wide) => {
      const [message] = checkRepair("planner").buildPrompt({ ...asked, result }).messages;
      return readBlock(message?.role === "user" ? message.text : "", "result") ?? "";
    };
    expect(formOf(deep).length).toBeLessThan(60);
    expect(Object.keys(JSON.parse(formOf(wide)))).toHaveLength(40);
  });
});

describe("reading the check that was written again", () => {
  const read = (text: string) => checkRepair("planner").parse(text);

  it("takes a predicate over the result, or null", () => {
    const verification = "(some? data/result)";
    expect(read(JSON.stringify({ verification }))).toEqual({ ok: true, value: { verification } });
    expect(read('Here it is:\n{"verification": null}')).toEqual({ ok: true, value: { verification: null } });
  });

  it.each([
    ["No.", "no predicate"],
    ['{"verification": "true"}', "does not look at data/result"],
    ['{"verification": "(some? data/results)"}', "does not look at data/result"],
    ['{"verification": "(count data/result"}', "column"],
    ['{"verification": "(count data/result)"}', "column"],
  ])("refuses %s", (text, problem) => {
    expect(read(text)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });
});
