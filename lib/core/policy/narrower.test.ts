import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "@/lib/testing/scaled";
import type { Json } from "../json";
import { evaluatePolicy, type ToolPolicy, toolPolicy } from ".";
import { widerParts } from "./narrower";

const policy = (fields: object = {}): ToolPolicy => toolPolicy.parse(fields);
const rule = (effect: string, value = 10) => ({ tool: "b", path: "n", operator: ">", value, effect });

const cost = (maxCostUsd: number, effect = "ask", tool: string | null = null) => ({
  tool,
  maxCostUsd,
  effect,
});

describe("widerParts", () => {
  it.each<[string, object, object, string[]]>([
    ["the same", { denied: ["a"], rules: [rule("ask")] }, { denied: ["a"], rules: [rule("ask")] }, []],
    ["one tool more denied", { denied: ["a", "b"] }, { denied: ["a"] }, []],
    ["a denied tool left out of a list", { allowed: ["b"] }, { denied: ["a"] }, []],
    ["a denied tool let through", {}, { denied: ["a"] }, ["denied"]],
    ["a list in place of none", { allowed: ["a"] }, {}, []],
    ["a shorter list", { allowed: ["a"] }, { allowed: ["a", "b"] }, []],
    ["a longer list", { allowed: ["a", "b"] }, { allowed: ["a"] }, ["allowed"]],
    ["a longer list of denied tools", { allowed: ["a", "b"], denied: ["b"] }, { allowed: ["a"] }, []],
    ["no list in place of one", { denied: ["b"] }, { allowed: ["a"] }, ["allowed"]],
    ["a tag less", { requiredTags: ["x"] }, { requiredTags: ["x", "y"] }, ["requiredTags"]],
    ["an asking rule that denies", { rules: [rule("deny")] }, { rules: [rule("ask")] }, []],
    ["a denying rule that asks", { rules: [rule("ask")] }, { rules: [rule("deny")] }, ["rules"]],
    ["a rule of another value", { rules: [rule("ask", 11)] }, { rules: [rule("ask")] }, ["rules"]],
    ["a rule of a denied tool", { denied: ["b"] }, { rules: [rule("ask")] }, []],
    ["without a rule that allows", {}, { rules: [rule("allow")] }, []],
    ["the same bound", { rules: [cost(1)] }, { rules: [cost(1)] }, []],
    ["a lower bound", { rules: [cost(0.5)] }, { rules: [cost(1)] }, []],
    ["a higher bound", { rules: [cost(1.5)] }, { rules: [cost(1)] }, ["rules"]],
    ["a bound less", {}, { rules: [cost(1)] }, ["rules"]],
    ["an asking bound that denies", { rules: [cost(1, "deny")] }, { rules: [cost(1)] }, []],
    ["a denying bound that asks", { rules: [cost(0)] }, { rules: [cost(1, "deny")] }, ["rules"]],
    ["a bound of one tool for all", { rules: [cost(1, "ask", "b")] }, { rules: [cost(1)] }, ["rules"]],
    ["a bound of all for one", { rules: [cost(1)] }, { rules: [cost(1, "ask", "b")] }, []],
    [
      "a bound of the only tool for all",
      { allowed: ["b"], rules: [cost(1, "ask", "b")] },
      { rules: [cost(1)] },
      [],
    ],
    [
      "a bound of one of two tools for all",
      { allowed: ["a", "b"], rules: [cost(1, "ask", "b")] },
      { rules: [cost(1)] },
      ["rules"],
    ],
    ["a bound of a denied tool", { denied: ["b"] }, { rules: [cost(1, "ask", "b")] }, []],
    ["a bound for a rule about arguments", { rules: [cost(0, "deny")] }, { rules: [rule("ask")] }, ["rules"]],
    ["nothing at all", { allowed: [] }, { requiredTags: ["x"], rules: [rule("ask")] }, []],
  ])("%s", (_name, next, than, parts) => {
    expect(widerParts(policy(next), policy(than))).toEqual(parts);
  });

  it("lets no call through that the other would deny or ask about", () => {
    const tool = fc.constantFrom("a", "b", "c");
    const names = fc.uniqueArray(tool);
    const tags = fc.uniqueArray(fc.constantFrom("x", "y"));
    const rules = fc.array(
      fc.oneof(
        fc.record({
          tool,
          path: fc.constant("n"),
          operator: fc.constantFrom(">", "=", "exists", "starts_with"),
          value: fc.constantFrom<Json>(1, 2, "2"),
          effect: fc.constantFrom("allow", "ask", "deny"),
        }),
        fc.record({
          tool: fc.option(tool),
          maxCostUsd: fc.constantFrom(0, 1, 2),
          effect: fc.constantFrom("ask", "deny"),
        }),
      ),
      { maxLength: 3 },
    );
    const parts = { denied: names, allowed: fc.option(names), requiredTags: tags, rules };
    const strictness = { allow: 0, ask: 1, deny: 2 };
    const policies = fc.record({ ...parts, more: fc.record(parts), joins: fc.boolean() });
    fc.assert(
      fc.property(
        policies,
        tool,
        tags,
        fc.constantFrom<Json>({}, { n: 2 }, { n: "2" }),
        fc.constantFrom(undefined, 0, 1, 1.5, 3),
        (one, name, has, args, costHint) => {
          const { more, joins, ...than } = one;
          const next = joins
            ? { ...more, denied: [...more.denied, ...than.denied], rules: than.rules }
            : more;
          fc.pre(widerParts(policy(next), policy(than)).length === 0);
          const said = (of: object) =>
            evaluatePolicy(policy(of), { name, tags: has, costHint }, args).decision;
          expect(strictness[said(next)]).toBeGreaterThanOrEqual(strictness[said(than)]);
        },
      ),
      { numRuns: scaled(400) },
    );
  });
});
