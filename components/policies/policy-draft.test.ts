import { describe, expect, it, test } from "vitest";
import type { Json } from "@/lib/core/json";
import { type ArgumentRule, toolPolicy } from "@/lib/core/policy";
import { addCostRule, addRule, draftOf, fieldsOf, isCostDraft, NO_FIELDS, readFields } from "./policy-draft";
import { kindOf, readValue, valueText } from "./rule-value";
import type { ToolInfo } from "./types";

const PAY: ToolInfo = {
  name: "pay",
  description: "Pays",
  tags: ["money"],
  sideEffects: "external",
  inputSchema: {
    type: "object",
    properties: {
      amount: { type: "number" },
      urgent: { type: "boolean" },
      to: { type: "string" },
      currency: { type: "string", enum: ["EUR", "USD"] },
      any: {},
      parts: { type: "array", items: { type: "object", properties: { n: { type: "integer" } } } },
    },
  },
};
const rule = (fields: Partial<ArgumentRule>): ArgumentRule => ({
  tool: "pay",
  path: "amount",
  operator: "=",
  value: 1,
  effect: "ask",
  ...fields,
});

describe("the value of a rule", () => {
  test.each<[string, ArgumentRule["operator"], Json, string]>([
    ["amount", ">", 100, "100"],
    ["urgent", "=", true, "true"],
    ["to", "=", "5", "5"],
    ["to", "in", ["a", "7"], "a\n7"],
    ["any", "=", "plain words", "plain words"],
    ["any", "=", "5", '"5"'],
    ["any", "=", 5, "5"],
    ["any", "=", { a: [1] }, '{"a":[1]}'],
    ["parts[0].n", "<", 3, "3"],
    ["$.parts[*].n", "not_in", [1, 2], "1\n2"],
    ["to", "host_not_in", ["a.example", "*.b.example"], "a.example\n*.b.example"],
    ["any", "host_not_in", ["127.0.0.1"], "127.0.0.1"],
    ["amount", "exists", null, ""],
  ])("of %s %s %j stands in its field as it is read again", (path, operator, value, text) => {
    const one = rule({ path, operator, value });
    const kind = kindOf(one, [PAY]);
    expect(valueText(one, kind)).toBe(text);
    expect(readValue(text, operator, kind)).toEqual({ value });
  });

  test.each<[string, ArgumentRule["operator"], string, string]>([
    ["amount", ">", "a lot", "Enter a number."],
    ["amount", ">", " ", "Enter a number."],
    ["urgent", "=", "maybe", "Choose yes or no."],
    ["to", "=", "", "Enter a value."],
    ["to", "in", "\n \n", "Enter at least one value, one per line."],
    ["amount", "in", "1\nb", "Enter a number."],
    [
      "to",
      "host_not_in",
      "https://a.example",
      "Enter hosts such as example.com, *.example.com or example.com:8443.",
    ],
    ["to", "host_not_in", "", "Enter at least one value, one per line."],
  ])("of %s %s %j is wrong, in words", (path, operator, text, problem) => {
    expect(readValue(text, operator, kindOf(rule({ path }), [PAY])).problem).toBe(problem);
  });

  it("of a tool that is not there is a text, or JSON", () => {
    const kind = kindOf(rule({ tool: "gone" }), [PAY]);
    expect(readValue("[1]", "=", kind)).toEqual({ value: [1] });
    expect(readValue("words", "=", kind)).toEqual({ value: "words" });
    expect(valueText(rule({ tool: "gone", value: null }), kind)).toBe("");
  });
});

describe("a policy in the editor", () => {
  const policy = toolPolicy.parse({
    denied: ["wipe"],
    allowed: ["pay"],
    requiredTags: ["money"],
    rules: [rule({}), rule({ path: "currency", operator: "in", value: ["EUR"], effect: "deny" })],
  });

  it("reads back as it was", () => {
    const tools = [PAY, { ...PAY, name: "wipe" }];
    expect(readFields(fieldsOf(policy, tools), tools)).toEqual({ policy, issues: [] });
    const view = { id: "p", name: "P", version: 3, active: true, author: "Ada", at: 1 };
    const scope = { kind: "workspace" as const };
    expect(draftOf({ ...view, scope, policy }, tools)).toMatchObject({
      policyId: "p",
      version: 3,
      name: "P",
    });
  });

  it("keeps the names of its allow-list while every tool is allowed", () => {
    const fields = { ...fieldsOf(policy, [PAY]), onlyThese: false };
    expect(readFields(fields, [PAY]).policy.allowed).toBeNull();
    expect(fields.allowed).toEqual(["pay"]);
    expect(readFields({ ...NO_FIELDS, onlyThese: true }, [PAY])).toMatchObject({
      policy: { allowed: [] },
      issues: [{ severity: "warning", path: "allowed" }],
    });
  });

  it("reads back a bound of costs, and refuses what is no amount", () => {
    const bounds = toolPolicy.parse({
      rules: [{ maxCostUsd: 0.05, effect: "ask" }, rule({}), { tool: "pay", maxCostUsd: 0, effect: "deny" }],
    });
    const free = [{ ...PAY, costHint: 0 }];
    const fields = fieldsOf(bounds, free);
    expect(fields.rules.map((one) => isCostDraft(one) && one.maxCostUsd)).toEqual(["0.05", false, "0"]);
    expect(readFields(fields, free)).toEqual({ policy: bounds, issues: [] });
    const begun = addCostRule(addRule(NO_FIELDS));
    expect(begun.rules[1]).toEqual({ key: 1, tool: null, maxCostUsd: "", effect: "ask" });
    const ofBound = (maxCostUsd: string) =>
      readFields({ ...NO_FIELDS, rules: [{ key: 0, tool: null, maxCostUsd, effect: "ask" }] }, free).issues;
    const at = { severity: "error", path: "rules.0.maxCostUsd", message: expect.stringMatching(/^Enter an/) };
    expect(ofBound(" ")).toEqual([{ ...at, incomplete: true }]);
    for (const text of ["-1", "a cent", "1e999", "100001", "0.0500000000000000000001"])
      expect(ofBound(text)).toEqual([at]);
    expect(ofBound("0.000001")).toEqual([]);
  });

  it("begins a rule that says what it lacks, each thing once", () => {
    const fields = addRule(addRule(NO_FIELDS));
    expect(fields.rules.map(({ key }) => key)).toEqual([0, 1]);
    const { issues } = readFields(addRule(NO_FIELDS), [PAY]);
    expect(issues.map(({ path }) => path)).toEqual(["rules.0.value", "rules.0.tool", "rules.0.path"]);
    const typed = { ...NO_FIELDS, rules: [{ ...rule({ operator: ">" }), key: 0, value: "x" }] };
    expect(readFields(typed, [PAY]).issues).toHaveLength(1);
  });
});
