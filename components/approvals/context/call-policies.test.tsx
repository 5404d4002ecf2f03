import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { describeVerdict } from "@/lib/core/describe/policy";
import { explainPolicy, strictestOf, toolPolicy } from "@/lib/core/policy";
import { CallPolicies } from "./call-policies";

const rule = (effect: string) => ({ tool: "pay", path: "amount", operator: ">", value: 9, effect });
const callContext = (...effects: string[]) => {
  const policies = effects.map((effect, index) => {
    const source = { level: "workspace" as const, id: `p${index}`, name: `Policy ${index}` };
    return explainPolicy(
      { ...toolPolicy.parse({ rules: [rule(effect)] }), source },
      { name: "pay" },
      { amount: 10 },
    );
  });
  return {
    ...describeVerdict(strictestOf(policies)),
    policies: policies.map(describeVerdict),
    inputSchema: {},
  };
};
const textOf = (call: Parameters<typeof CallPolicies>[0]["call"]) =>
  renderToStaticMarkup(<CallPolicies call={call} />)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("what policies say of a call that asks", () => {
  it("names the policy and its rule", () => {
    const text = textOf(callContext("ask"));
    expect(text).toContain("ask workspace policy &quot;Policy 0&quot; , rule 1 Argument rule: amount &gt; 9");
    expect(text).not.toContain("by now");
  });

  it("says that one has come to deny it", () => {
    expect(textOf(callContext("ask", "deny"))).toContain("A policy now denies these arguments");
  });

  it("says nothing where none speaks of it, or nothing is known", () => {
    expect(textOf({ ...callContext(), inputSchema: {} })).toBe("");
    expect(textOf(undefined)).toBe("");
  });
});
