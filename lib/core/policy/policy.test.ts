import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "@/lib/testing/scaled";
import type { Json } from "../json";
import { evaluatePolicies, evaluatePolicy, strictToolPolicy, toolPolicy } from ".";
import { policyIssues } from "./check";

const policy = (fields: object = {}) => toolPolicy.parse(fields);
const tool = { name: "transfer", tags: ["money", "write"] };
const decide = (fields: object, args?: Json, facts = tool) =>
  evaluatePolicy(policy(fields), facts, args).decision;

describe("evaluatePolicy", () => {
  it("allows everything by default", () => {
    expect(evaluatePolicy(policy(), tool)).toEqual({ decision: "allow", reason: '"transfer" is allowed.' });
    expect(evaluatePolicy(policy(), { name: "x" }, {}).decision).toBe("allow");
  });

  it("denied wins over allowed, allowed over tags, and each says why", () => {
    expect(evaluatePolicy(policy({ denied: ["transfer"], allowed: ["transfer"] }), tool)).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("deny-list"),
    });
    expect(evaluatePolicy(policy({ allowed: [] }), tool).reason).toContain("allow-list");
    expect(decide({ allowed: ["transfer"] })).toBe("allow");
    expect(decide({ allowed: null })).toBe("allow");
    expect(evaluatePolicy(policy({ allowed: ["transfer"], requiredTags: ["money", "safe"] }), tool)).toEqual({
      decision: "deny",
      reason: '"transfer" lacks the required tags: safe.',
    });
    expect(decide({ requiredTags: ["money"] })).toBe("allow");
    expect(evaluatePolicy(policy({ requiredTags: ["x"] }), { name: "bare" }).decision).toBe("deny");
  });

  it("looks at arguments only when there are some, and only of the rule's tool", () => {
    const rules = [{ tool: "transfer", path: "amount", operator: ">", value: 100, effect: "ask" }];
    expect(decide({ rules })).toBe("allow");
    expect(decide({ rules }, { amount: 101 })).toBe("ask");
    expect(decide({ rules }, { amount: 100 })).toBe("allow");
    expect(decide({ rules }, { amount: 101 }, { name: "other", tags: [] })).toBe("allow");
  });

  it("takes the strictest of the rules that fit, and tells which it was", () => {
    const rules = [
      { tool: "transfer", path: "amount", operator: ">", value: 1_000, effect: "deny" },
      { tool: "transfer", path: "amount", operator: ">", value: 100, effect: "ask" },
      { tool: "transfer", path: "to", operator: "exists", effect: "allow" },
    ];
    expect(evaluatePolicy(policy({ rules }), tool, { amount: 5_000, to: "x" })).toEqual({
      decision: "deny",
      reason: "Argument rule: amount > 1000.",
    });
    expect(decide({ rules }, { amount: 500, to: "x" })).toBe("ask");
    expect(evaluatePolicy(policy({ rules }), tool, { amount: 5, to: "x" }).reason).toBe(
      "Argument rule: to exists.",
    );
  });
});

describe("argument rules", () => {
  const fits = (path: string, operator: string, value: Json, args: Json, effect = "deny") =>
    decide({ rules: [{ tool: "transfer", path, operator, value, effect }] }, args) === effect;

  it.each<[string, Json, Json, boolean]>([
    ["=", { a: [1] }, { a: [1] }, true],
    ["=", 1, "1", false],
    ["!=", 1, 2, true],
    ["!=", 1, 1, false],
    ["<", 1, 2, true],
    ["<", 2, 2, false],
    ["<", "9007199254740993", 10, false],
    [">", "9007199254740993", 9_007_199_254_740_992, true],
    [">", "100000000000000000001", "99999999999999999999", true],
    ["<=", 2, 2, true],
    ["<=", 3, 2, false],
    [">", "b", "a", true],
    [">", "a", "b", false],
    [">=", 2, 2, true],
    [">=", 1, 2, false],
    ["in", "a", ["a", "b"], true],
    ["in", "c", ["a", "b"], false],
    ["not_in", "c", ["a", "b"], true],
    ["not_in", "a", ["a", "b"], false],
    ["contains", "abc", "b", true],
    ["contains", "abc", "x", false],
    ["contains", ["a", 1], 1, true],
    ["contains", ["a"], "b", false],
    ["starts_with", "abc", "ab", true],
    ["starts_with", "abc", "bc", false],
    ["ends_with", "abc", "bc", true],
    ["ends_with", "abc", "ab", false],
    ["exists", null, null, true],
  ])("%s: %j and %j -> %j", (operator, argument, value, fit) => {
    expect(fits("x", operator, value, { x: argument })).toBe(fit);
  });

  describe("host_not_in", () => {
    const hosts = [
      "Good.example",
      "*.wide.example",
      "port.example:8443",
      "[2001:DB8::1]",
      "127.1",
      "bücher.example",
    ];
    const isFenced = (url: Json, value: Json = hosts, effect = "deny") =>
      fits("url", "host_not_in", value, { url }, effect);

    it.each([
      "https://good.example",
      "HTTPS://GOOD.EXAMPLE/x?y#z",
      "https://good.example./",
      "http://good.example:8080/",
      "https:good.example",
      "https:\\\\good.example\\x",
      "https://good.example\\@evil.example/",
      " https://go\tod.example/\n",
      "https://a.wide.example",
      "https://a.b.wide.example.",
      "https://port.example:8443/x",
      "http://[2001:db8:0:0:0:0:0:1]/",
      "http://0x7f.0.0.1/",
      "http://2130706433/",
      "https://xn--bcher-kva.example/",
      "https://B\u00dcCHER.example/",
      "https://ｇｏｏｄ.example/",
    ])("passes %j", (url) => expect(isFenced(url)).toBe(false));

    it.each<Json>([
      "https://evil.example",
      "https://good.example@evil.example/",
      "https://good.example:443@evil.example/",
      "https://user@good.example/",
      "https://good.example.evil.example/",
      "https://notgood.example/",
      "https://evil.example/https://good.example",
      "https://evil.example#good.example",
      "https://evil.example\\@good.example/",
      "https://good.example../",
      "https://wide.example/",
      "https://notwide.example/",
      "https://port.example/",
      "https://port.example:443/",
      "http://[2001:db8::2]/",
      "https://buecher.example/",
      "//good.example/",
      "/good.example",
      "good.example",
      "ftp://good.example/",
      "javascript:good.example",
      "https://",
      "https://%",
      "",
      `https://good.example/${"x".repeat(9_000)}`,
      null,
      7,
      true,
      ["https://good.example"],
      { href: "https://good.example" },
    ])("fits %j", (url) => {
      expect(isFenced(url)).toBe(true);
      expect(isFenced(url, hosts, "ask")).toBe(true);
    });

    it("fits where the argument is not there, in one item of a list too, and where no host can be read", () => {
      expect(fits("url", "host_not_in", hosts, {})).toBe(true);
      const isFencedList = (requests: Json) => fits("requests.*.url", "host_not_in", hosts, { requests });
      expect(isFencedList([{ url: "https://good.example" }])).toBe(false);
      const others: Json[] = [{}, { url: null }, { url: "https://evil.example" }, "x"];
      for (const other of others) expect(isFencedList([{ url: "https://good.example" }, other])).toBe(true);
      expect(isFencedList([])).toBe(true);
      expect(isFencedList("x")).toBe(true);
      for (const value of [[], ["*"], ["https://good.example"], [7], "good.example", null])
        expect(isFenced("https://good.example", value)).toBe(true);
    });

    it("says so in words", () => {
      const rule = {
        tool: "transfer",
        path: "url",
        operator: "host_not_in",
        value: ["a.example"],
        effect: "deny",
      };
      expect(evaluatePolicy(policy({ rules: [rule] }), tool, { url: "x" }).reason).toBe(
        'Argument rule: url is on no host of ["a.example"].',
      );
    });

    it.each<[Json, boolean]>([
      [["a.example", "*.b.example", "c.example:8443", "[::1]", "::1", "192.0.2.1", "localhost"], true],
      [[], true],
      ...[
        "*",
        "*.",
        "",
        " ",
        "https://a.example",
        "a.example/x",
        "a@b.example",
        "*.1.2.3.4",
        "a.*.example",
        "a b",
        "a.example:0x1",
        "a.example:99999",
        "..",
      ].map((host): [Json, boolean] => [[host], false]),
      [[7], false],
    ])("takes %j as hosts: %s", (value, isValid) => {
      const rule = { tool: "transfer", path: "url", operator: "host_not_in", value, effect: "deny" };
      const faults = policyIssues(policy({ rules: [rule] }), []).filter(
        ({ severity }) => severity === "error",
      );
      expect(faults.map(({ code }) => code)).toEqual(isValid ? [] : ["hosts_needed"]);
    });
  });

  it("an absent argument fits only what asks for something else", () => {
    for (const operator of ["=", "<", "in", "contains", "exists"])
      expect(fits("x", operator, "a", {})).toBe(false);
    expect(fits("x", "!=", "a", {})).toBe(true);
    expect(fits("x", "not_in", ["a"], {})).toBe(true);
  });

  it("what cannot be compared counts against the call", () => {
    for (const [operator, value] of [
      ["<", 5],
      ["contains", "a"],
      ["starts_with", "a"],
      ["in", "a"],
      ["not_in", "a"],
    ] as const) {
      expect(fits("x", operator, value, { x: true })).toBe(true);
      const rule = { tool: "transfer", path: "x", operator, value, effect: "allow" };
      expect(evaluatePolicy(policy({ rules: [rule] }), tool, { x: true }).reason).toContain(
        "no argument rule",
      );
    }
  });

  it("paths lead through keys, indexes and any item of a list", () => {
    const args = { to: [{ mail: "a@x" }, { mail: "b@y" }], body: { n: 3 }, "*": 1 };
    expect(fits("$.to[*].mail", "ends_with", "@y", args)).toBe(true);
    expect(fits("to.*.mail", "ends_with", "@z", args)).toBe(false);
    expect(fits("to[0].mail", "=", "a@x", args)).toBe(true);
    expect(fits("$.body.n", ">", 2, args)).toBe(true);
    expect(fits("*", "=", 1, args)).toBe(true);
    expect(fits("to.*.ghost", "exists", null, args)).toBe(false);
    expect(fits("$", "=", "x", "x")).toBe(true);
  });

  it("paths of rules that ask or deny lead to what stands in place of a list, too, and of those that allow to nothing else", () => {
    for (const to of [["a@evil"], "a@evil", { first: "a@evil" }]) {
      for (const effect of ["ask", "deny"])
        expect(fits("to.*", "ends_with", "@evil", { to }, effect)).toBe(true);
    }
    const mails: Json[] = [[{ mail: "a@evil" }], { mail: "a@evil" }, { first: { mail: "a@evil" } }];
    for (const to of mails) expect(fits("to.*.mail", "ends_with", "@evil", { to })).toBe(true);
    expect(fits("to.*", "ends_with", "@evil", { to: "b@good" })).toBe(false);
  });
});

describe("cost rules", () => {
  const of = (rules: readonly object[], costHint?: number, args?: Json) =>
    evaluatePolicy(policy({ rules }), { name: "transfer", costHint }, args);
  const bound = (maxCostUsd: number, effect = "ask", name: string | null = null) => ({
    tool: name,
    maxCostUsd,
    effect,
  });

  it.each<[string, object, number | undefined, string]>([
    ["within the bound", bound(0.05), 0.05, "allow"],
    ["above it", bound(0.05), 0.051, "ask"],
    ["above one that denies", bound(0.05, "deny"), 0.051, "deny"],
    ["of a tool that states nothing", bound(1_000), undefined, "ask"],
    ["the same where the rule denies", bound(1_000, "deny"), undefined, "deny"],
    ["of a free tool, where nothing may cost anything", bound(0, "deny"), 0, "allow"],
    ["above the bound of this tool", bound(0, "ask", "transfer"), 1, "ask"],
    ["above the bound of another tool", bound(0, "deny", "other"), 1, "allow"],
  ])("hold a call %s", (_name, rule, costHint, decision) => {
    expect(of([rule], costHint, {}).decision).toBe(decision);
  });

  it("hold whether there are arguments or none, as the cost depends on the tool alone", () => {
    for (const effect of ["ask", "deny"]) expect(of([bound(0, effect)], 1).decision).toBe(effect);
  });

  it("are one of several rules, of which the strictest decides", () => {
    const denies = { tool: "transfer", path: "to", operator: "exists", effect: "deny" };
    expect(of([bound(0), denies], 1).decision).toBe("ask");
    expect(of([bound(0), denies], 1, { to: "x" }).decision).toBe("deny");
    expect(of([bound(1, "deny"), bound(0.1)], 0.5).decision).toBe("ask");
    expect(of([bound(1, "deny"), bound(0.1)], 1.5).decision).toBe("deny");
    expect(
      evaluatePolicies([{ ...policy({ rules: [denies, bound(0)] }), source: { level: "run" } }], tool, {}),
    ).toEqual({
      decision: "ask",
      reason: { code: "cost", tool: "transfer", rule: 1, maxCostUsd: 0, source: { level: "run" } },
    });
  });

  it("are for any tool unless they name one, and refuse what is misspelt or no amount", () => {
    expect(policy({ rules: [{ maxCostUsd: 1, effect: "ask" }] }).rules).toEqual([bound(1)]);
    for (const fields of [{ maxCostUsd: -1 }, { effect: "allow" }, { maxCostUSD: 1 }, { path: "x" }]) {
      const rules = [{ ...bound(1), ...fields }];
      expect(strictToolPolicy.safeParse({ rules }).success, JSON.stringify(fields)).toBe(false);
    }
  });

  it("come with a warning that names tools which they hold for want of a stated cost", () => {
    const tools = [{ name: "a", costHint: 0 }, { name: "b" }, { name: "c" }].map((one) => ({
      ...one,
      inputSchema: {},
    }));
    const issuesOf = (rule: object) =>
      policyIssues(policy({ rules: [rule] }), tools).map(({ severity: _, ...issue }) => issue);
    const unstated = (...names: string[]) => ({
      path: "rules.0.maxCostUsd",
      code: "cost_unstated",
      tools: names,
    });
    expect(issuesOf(bound(1))).toEqual([unstated("b", "c")]);
    expect(issuesOf(bound(1, "ask", "b"))).toEqual([unstated("b")]);
    expect(issuesOf(bound(1, "ask", "a"))).toEqual([]);
    expect(issuesOf(bound(1, "ask", "d"))).toEqual([
      { path: "rules.0.tool", code: "unknown_tool", tool: "d" },
    ]);
    expect(issuesOf(bound(1, "ask", ""))).toMatchObject([{ code: "tool_missing", incomplete: true }]);
  });
});

describe("a stricter policy", () => {
  const STRICTNESS = { allow: 0, ask: 1, deny: 2 };
  const names = fc.constantFrom("a", "b");
  const argumentRules = fc.record({
    tool: names,
    path: fc.constant("n"),
    operator: fc.constantFrom(">", "exists", "starts_with"),
    value: fc.constantFrom<Json>(1, "2"),
    effect: fc.constantFrom("allow", "ask", "deny"),
  });
  const costRules = fc.record({
    tool: fc.option(names),
    maxCostUsd: fc.constantFrom(0, 0.01, 1),
    effect: fc.constantFrom("ask", "deny"),
  });
  const rules = fc.array(fc.oneof(argumentRules, costRules), { maxLength: 3 });
  const cost = fc.option(fc.constantFrom(0, 0.005, 0.5, 2), { nil: undefined });
  const calls = fc.record({ name: names, costHint: cost, args: fc.constantFrom<Json>({}, { n: 2 }) });
  type Call = { name: string; costHint: number | undefined; args: Json };
  const said = (given: object, { args, ...facts }: Call) =>
    STRICTNESS[evaluatePolicy(policy(given), facts, args).decision];

  it("never allows more: not with further rules, a lower bound, a denial for a question, or arguments to look at", () => {
    const stricter = (rule: object) => {
      if (!("maxCostUsd" in rule)) return rule;
      return { ...rule, maxCostUsd: (rule.maxCostUsd as number) / 2, tool: null, effect: "deny" };
    };
    fc.assert(
      fc.property(rules, rules, calls, (some, more, call) => {
        const before = said({ rules: some }, call);
        expect(said({ rules: [...more, ...some] }, call)).toBeGreaterThanOrEqual(before);
        expect(said({ rules: some.map(stricter) }, call)).toBeGreaterThanOrEqual(before);
        const offered = STRICTNESS[evaluatePolicy(policy({ rules: some }), call).decision];
        expect(before).toBeGreaterThanOrEqual(offered);
      }),
      { numRuns: scaled(400) },
    );
  });

  it("holds a call no less the more it costs, and most where nobody says", () => {
    fc.assert(
      fc.property(rules, calls, fc.constantFrom(0, 0.5, 3), (some, call, more) => {
        const { costHint } = call;
        const higher = costHint === undefined ? undefined : costHint + more;
        const at = (one: number | undefined) => said({ rules: some }, { ...call, costHint: one });
        expect(at(higher)).toBeGreaterThanOrEqual(at(costHint));
        expect(at(undefined)).toBeGreaterThanOrEqual(at(costHint));
      }),
      { numRuns: scaled(400) },
    );
  });
});

describe("evaluatePolicies", () => {
  it("takes the strictest of all", () => {
    const ask = policy({ rules: [{ tool: "transfer", path: "x", operator: "exists", effect: "ask" }] });
    expect(evaluatePolicies([], tool)).toEqual({ decision: "allow", reason: { code: "no_policy" } });
    expect(evaluatePolicies([policy(), ask], tool, { x: 1 }).decision).toBe("ask");
    expect(evaluatePolicies([policy({ denied: ["transfer"] }), ask], tool, { x: 1 }).decision).toBe("deny");
  });
});
