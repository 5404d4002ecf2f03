import { expect, it } from "vitest";
import { storeValue } from "@/lib/core/stored-value";
import { renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { ResultLines } from "./result-lines";

const LETTER = "We invite you to the spring event.\n".repeat(40);

it("says of a result that stands above, by itself or quoted as a whole, that it does", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a", title: "Draft" }) }).run("a");
  const read = (result: string, shown: string) => {
    const task = state.tasks.a;
    if (!task) throw new Error("no task");
    const results = [{ ...task, result: storeValue(result).stored }];
    const common = { byTask: undefined, digest: undefined, list: undefined, read: new Set<string>() };
    return renderText(<ResultLines {...common} state={state} results={results} shown={shown} />);
  };
  expect(read(LETTER, LETTER)).toContain("Result shown above");
  expect(read(LETTER, `Is this right?\n\n${LETTER}`)).toContain("Result shown above");
  expect(read(LETTER, `Is this right?\n\n${LETTER.slice(1)}`)).toContain("We invite you");
  // It may be there by chance.
  expect(read("spring", LETTER)).toContain("spring");
});
