import { expect, it } from "vitest";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import { storePlan } from "@/lib/core/plan/store";
import { renderText } from "@/lib/testing/render";
import { planOf } from "@/lib/testing/runs/run-world";
import { Comparison, VersionDiff } from "./comparison";

const LOOK = { id: "look", title: "Look" };
const SEND = {
  ...{ id: "send", title: "Send it", type: "direct" as const, dependsOn: ["look"] },
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

it("two versions are compared with what the later one does outside", () => {
  const facts = { parent: undefined, origin: "person", author: "Ada", at: 0, seq: 1 } as const;
  const versions = [before, after].map((plan, index) => ({
    ...{ ...facts, version: index + 1, cause: { code: "stated" as const, text: "so" } },
    ...{ plan: storePlan(plan).plan, reach: { send: ["mail"] } },
  }));
  const nothing = () => {};
  const pair = { from: 1, to: 2 };
  expect(
    renderText(<Comparison {...{ runId: "run_1", versions, pair, compare: nothing, onShow: nothing }} />),
  ).toMatch(told);
});
