import { expect, it } from "vitest";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { Plan } from "@/lib/core/plan/schema";
import { storePlan } from "@/lib/core/plan/store";
import { renderText, renderWhole, wordsOf } from "@/lib/testing/render";
import { planOf } from "@/lib/testing/runs/run-world";
import { Comparison, VersionDiff } from "./comparison";

const LOOK = { id: "look", title: "Look" };
const SEND = {
  id: "send",
  title: "Send it",
  type: "direct" as const,
  dependsOn: ["look"],
  input: '(tool/mail {:to "all@corp.example"})',
};
const [before, after] = [planOf(LOOK), planOf(LOOK, SEND)];
const told = /Send it.*Acts outside by mail.* to all@corp\.example/;

it("an added task says what it does outside, by which tool and where", () => {
  const acts = new Map([["send", { tools: ["mail"], targets: ["all@corp.example"] }]]);
  const diff = diffPlans(before, after);
  expect(renderText(<VersionDiff runId="run_1" diff={diff} acts={acts} />)).toMatch(told);
  expect(renderText(<VersionDiff runId="run_1" diff={diff} acts={new Map()} />)).not.toContain(
    "Acts outside",
  );
});

it("the change of a text stands in the words of the task, also under another id, and of its agent", async () => {
  const agent = (prompt: string) => ({ agents: { writer: { prompt, tools: [] } } });
  const write = { title: "Write the runbook", agent: "writer" };
  const was = planOf({ ...write, id: "runbook", input: "Write it in two pages for the people on call." });
  const is = planOf({
    ...write,
    id: "runbook_v2",
    replaces: "runbook",
    input: "Write it in two pages for the people on call, with a way back.",
  });
  const diff = diffPlans(
    { ...was, ...agent("You write short and plain texts.") } as Plan,
    { ...is, ...agent("You write short and exact texts.") } as Plan,
  );
  const html = await renderWhole(<VersionDiff runId="run_1" diff={diff} acts={new Map()} summed={false} />);
  const text = wordsOf(html.replace(/<ins[^>]*>/g, "+").replace(/<del[^>]*>/g, "-"));
  expect(text).toMatch(/Rewritten: Write the runbook.*for the people on call\s*\+\s*, with a way back/);
  expect(text).toMatch(/Agent changed: writer.*short and -\s*plain\s*\+\s*exact texts/);
  expect(text).not.toContain("before");
});

it("a text that has little of the earlier one is shown beside it", async () => {
  const diff = diffPlans(
    planOf({ id: "a", input: "Count all orders" }),
    planOf({ id: "a", input: "Mail Ben" }),
  );
  const html = await renderWhole(<VersionDiff runId="run_1" diff={diff} acts={new Map()} />);
  expect(wordsOf(html)).toMatch(/before Count all orders after Mail Ben/);
});

it("two versions are compared with what the later one does outside", () => {
  const facts = { parent: undefined, origin: "person", author: "Ada", at: 0, seq: 1 } as const;
  const versions = [before, after].map((plan, index) => ({
    ...facts,
    version: index + 1,
    cause: { code: "stated" as const, text: "so" },
    plan: storePlan(plan).plan,
    reach: { send: ["mail"] },
  }));
  const nothing = () => {};
  const pair = { from: 1, to: 2 };
  expect(
    renderText(
      <Comparison runId="run_1" versions={versions} pair={pair} compare={nothing} onShow={nothing} />,
    ),
  ).toMatch(told);
});
