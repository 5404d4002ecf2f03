import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { answer, gateOf, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { Budgets } from "../../budgets/budgets";
import { RaiseField } from "../decide/answer-fields";
import { raiseOf } from "../decide/raise";
import { BudgetFacts } from "./budget-facts";

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

/** A run whose next call cannot fit. */
function spent() {
  const world = startedWorld({ maxTokens: 1_000 });
  reserve(world, "a", { tokens: 1_500 });
  const gate = gateOf(world);
  if (!gate) throw new Error("no gate opened");
  return { world, gate };
}

it("a budget gate shows what is used of which limit, by which setting, and what each answer does", () => {
  const { world, gate } = spent();
  const text = textOf(renderToStaticMarkup(<BudgetFacts state={world.state} gate={gate} />));
  expect(text).toContain("settings.maxTokens");
  expect(text).toContain("0 of 1,000 tokens");
  for (const words of ["Raise Raises the limit", "Complete No more tasks start", "Abort Ends the run"]) {
    expect(text).toContain(words);
  }
});

it("its field suggests a limit, and says what is wrong with another", () => {
  const { world, gate } = spent();
  const raise = raiseOf(world.state, gate);
  if (!raise) throw new Error("nothing to raise");
  const field = (text: string) =>
    renderToStaticMarkup(<RaiseField raise={raise} text={text} onChange={() => {}} />);
  expect(field(raise.suggested)).toContain('value="2000"');
  expect(textOf(field(raise.suggested))).not.toContain("Give a number");
  expect(textOf(field("900"))).toContain("Enter a number above 1,000 tokens.");
});

it("once answered, it shows no bar and no verbs", () => {
  const { world } = spent();
  answer(world, "raise");
  const [gate] = Object.values(world.state.approvals);
  if (!gate) throw new Error("no gate");
  expect(renderToStaticMarkup(<BudgetFacts state={world.state} gate={gate} />)).toBe("");
});

it("the page of a run has a card of its budgets, with a warning near a limit and what is unknown", () => {
  const world = startedWorld({ maxTokens: 1_000, maxHops: 5 });
  reserve(world, "a", { tokens: 900 });
  world.send({ type: "take_lease", workerId: "w2" });
  const html = renderToStaticMarkup(<Budgets state={world.state} />);
  expect(textOf(html)).toContain("Budgets partly unknown");
  expect(textOf(html)).toContain("▲ 900 of 1,000 tokens, 1 call unknown");
  expect(textOf(html)).toContain("Tool calls 0 of 5 tool calls");
  expect(html).toContain('aria-valuenow="900"');
  expect(renderToStaticMarkup(<Budgets state={startedWorld({}).state} />)).toBe("");
});
