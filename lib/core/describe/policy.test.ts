import { describe, expect, it } from "vitest";
import { eventOf, NAMES_BY_ID } from "@/lib/testing/runs/event-of";
import type { PolicyIssue } from "../policy/check";
import type { PolicyReason } from "../policy/reason";
import { toolPolicy } from "../policy/schema";
import type { PolicySource } from "../policy/source";
import { describeEvent } from "./events";
import {
  describePolicy,
  describePolicyIssue,
  describeVerdict,
  formatPolicyReason,
  formatPolicySource,
} from "./policy";

const tool = "deploy";
const source = { level: "workspace", name: "No deploys" } as const;

describe("formatPolicyReason", () => {
  it.each<[PolicyReason, string]>([
    [{ code: "no_policy" }, "No policy applies."],
    [{ code: "allowed", tool, withArguments: false }, '"deploy" is allowed.'],
    [{ code: "allowed", tool, withArguments: true }, '"deploy" is allowed, and no argument rule applies.'],
    [{ code: "on_deny_list", tool }, '"deploy" is on the deny-list.'],
    [{ code: "on_deny_list", tool, source }, '"deploy" is on the deny-list (workspace policy "No deploys").'],
    [
      { code: "off_allow_list", tool, source: { level: "run" } },
      '"deploy" is not on the allow-list (the run\'s policy).',
    ],
    [
      {
        code: "tags_missing",
        tool,
        tags: ["safe", "read"],
        source: { level: "role", role: "agent", name: "A" },
      },
      '"deploy" lacks the required tags: safe, read (policy "A" for agents).',
    ],
    [
      { code: "rule", tool, rule: 0, path: "amount", operator: ">", value: "100", source },
      'Argument rule: amount > 100 (workspace policy "No deploys").',
    ],
    [
      { code: "cost", tool, rule: 0, maxCostUsd: 0.05, costUsd: 1.5, source },
      'Cost rule: "deploy" costs about $1.50 a call, more than $0.05 (workspace policy "No deploys").',
    ],
    [
      { code: "cost", tool, rule: 0, maxCostUsd: 1, costUsd: 1.0001 },
      'Cost rule: "deploy" costs about $1.0001 a call, more than $1.00.',
    ],
    [
      { code: "cost", tool, rule: 0, maxCostUsd: 0 },
      'Cost rule: "deploy" states no cost, so a call is not known to stay within $0.00.',
    ],
    [
      { code: "rule", tool, rule: 1, path: "to", operator: "exists", value: "null" },
      "Argument rule: to exists.",
    ],
  ])("%j", (reason, sentence) => expect(formatPolicyReason(reason)).toBe(sentence));
});

describe("describePolicyIssue", () => {
  it("gives the sentence for the field, and says that a field is still empty", () => {
    const unknown = { severity: "warning", path: "denied.0", code: "unknown_tool", tool } as const;
    expect(describePolicyIssue(unknown)).toEqual({
      severity: "warning",
      path: "denied.0",
      message: 'There is no tool "deploy" now.',
    });
    const empty = {
      severity: "error",
      path: "rules.0.path",
      code: "path_missing",
      incomplete: true,
    } as const;
    expect(describePolicyIssue(empty)).toMatchObject({
      incomplete: true,
      message: expect.stringMatching(/^Enter/),
    });
  });

  it.each<[PolicyIssue, RegExp]>([
    [
      { severity: "warning", path: "denied", code: "denied_and_allowed", tool },
      /"deploy" is allowed as well/,
    ],
    [{ severity: "warning", path: "allowed", code: "allows_nothing" }, /no tool can be used/],
    [{ severity: "error", path: "rules.0.tool", code: "tool_missing" }, /^Choose the tool/],
    [
      { severity: "warning", path: "rules.0.path", code: "unknown_argument", tool, argument: "x" },
      /names no argument "x"/,
    ],
    [
      { severity: "warning", path: "rules.0.maxCostUsd", code: "cost_unstated", tools: ["a", "b", "c"] },
      /tools that state no cost: a, b, c\.$/,
    ],
    [
      { severity: "warning", path: "rules.0.maxCostUsd", code: "cost_unstated", tools: ["a", "b", "c", "d"] },
      /: a, b, c and 1 more\.$/,
    ],
    [{ severity: "error", path: "rules.0.value", code: "list_needed" }, /several values/],
    [{ severity: "error", path: "rules.0.value", code: "hosts_needed" }, /hosts such as/],
    [{ severity: "error", path: "rules.0.value", code: "number_or_text_needed" }, /a number or a text/],
    [{ severity: "error", path: "rules.0.value", code: "text_needed" }, /with a text/],
  ])("has a sentence for $0.code", (issue, sentence) => {
    expect(describePolicyIssue(issue).message).toMatch(sentence);
  });
});

describe("formatPolicySource", () => {
  it.each<[PolicySource, string]>([
    [{ level: "workspace" }, "workspace policy"],
    [{ level: "workspace", name: "No deploys" }, 'workspace policy "No deploys"'],
    [{ level: "role" }, "policy for a role"],
    [{ level: "role", role: "planner" }, "policy for planners"],
    [{ level: "role", role: "direct", name: "A" }, 'policy "A" for programs'],
    [{ level: "run" }, "the run's policy"],
    [{ level: "agent" }, "the policy of the agent"],
    [{ level: "agent", name: "mailer" }, 'the policy of the agent "mailer"'],
  ])("%j", (given, words) => expect(formatPolicySource(given)).toBe(words));
});

it("describeVerdict gives the verdict with its reason in words", () => {
  const verdict = { decision: "deny", reason: { code: "on_deny_list", tool } as const };
  expect(describeVerdict(verdict)).toEqual({ decision: "deny", reason: '"deploy" is on the deny-list.' });
});

describe("describePolicy", () => {
  it.each<[object, string[]]>([
    [{}, ["No restrictions: every tool may be used with any arguments."]],
    [{ denied: ["a", "b"] }, ["Denies a, b."]],
    [{ allowed: [] }, ["Allows no tools."]],
    [{ allowed: ["a"], requiredTags: ["safe"] }, ["Allows only a.", "Allows only tools with the tags safe."]],
    [
      {
        rules: [
          { tool: null, maxCostUsd: 0.05, effect: "ask" },
          { tool: "pay", maxCostUsd: 0.000025, effect: "deny" },
        ],
      },
      [
        "Asks a person before any tool where a call costs more than $0.05, or states no cost.",
        "Denies pay where a call costs more than $0.000025, or states no cost.",
      ],
    ],
    [
      {
        rules: [
          { tool: "pay", path: "amount", operator: ">", value: 100, effect: "ask" },
          { tool: "pay", path: "to", operator: "exists", effect: "deny" },
          { tool: "pay", path: "to", operator: "=", value: "me", effect: "allow" },
        ],
      },
      [
        "Asks a person before pay where amount > 100.",
        "Denies pay where to exists.",
        'Allows pay where to = "me".',
      ],
    ],
  ])("%j", (fields, words) => expect(describePolicy(toolPolicy.parse(fields))).toEqual(words));
});

describe("what policies took from an agent", () => {
  const said = (...tools: string[]) => {
    const filtered = tools.map((tool) => ({
      tool,
      reason: { code: "on_deny_list", tool, source: { level: "run" } },
    }));
    const payload = { taskId: "a", attempt: 1, original: tools, available: [], filtered };
    return describeEvent(eventOf("policy_applied", payload), NAMES_BY_ID)?.text;
  };

  it("is the reason of one tool, or the names of several", () => {
    expect(said("b")).toBe(`Task a: Tool withheld. "b" is on the deny-list (the run's policy).`);
    expect(said("b", "c")).toBe("Task a: 2 tools withheld: b, c");
  });
});
