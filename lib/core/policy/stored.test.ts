import { describe, expect, it, test } from "vitest";
import { argumentPaths, policyBody, policyIssues, toolPolicy, workspacePolicies } from ".";

const policy = (fields: object = {}) => toolPolicy.parse(fields);

describe("the stored policies of a workspace", () => {
  it("bind by their scope, and keep their names", () => {
    const stored = [
      { id: "a", name: "All", ...policyBody.parse({ scope: { kind: "workspace" }, policy: {} }) },
      {
        id: "b",
        name: "Plans",
        ...policyBody.parse({ scope: { kind: "role", role: "planner" }, policy: {} }),
      },
    ];
    const { workspace, roles } = workspacePolicies(stored);
    expect(workspace.map(({ source }) => source)).toEqual([{ id: "a", name: "All", level: "workspace" }]);
    expect(roles.planner?.map(({ source }) => source)).toEqual([
      { id: "b", name: "Plans", level: "role", role: "planner" },
    ]);
    expect(roles.agent).toEqual([]);
  });
});

const SEND = {
  name: "send",
  inputSchema: {
    type: "object",
    properties: {
      to: { type: "array", items: { type: "object", properties: { mail: { type: "string" } } } },
      kind: { type: ["string", "null"], enum: ["a", "b"], description: "Which" },
      free: true,
    },
  },
};

describe("the arguments that a tool names", () => {
  it("are paths of rules, through lists and objects", () => {
    expect(argumentPaths(SEND.inputSchema)).toEqual([
      { path: "to", types: ["array"] },
      { path: "to.*", types: ["object"] },
      { path: "to.*.mail", types: ["string"] },
      { path: "kind", types: ["string", "null"], choices: ["a", "b"], help: "Which" },
      { path: "free", types: [] },
    ]);
  });

  it("end at four levels", () => {
    const nest = (depth: number): Record<string, never> =>
      (depth === 0 ? {} : { properties: { in: nest(depth - 1) } }) as Record<string, never>;
    expect(argumentPaths(nest(9)).map(({ path }) => path)).toEqual([
      "in",
      "in.in",
      "in.in.in",
      "in.in.in.in",
    ]);
  });
});

describe("what is wrong with a policy", () => {
  const rule = (fields: object) => ({
    tool: "send",
    path: "kind",
    operator: "=",
    value: "a",
    effect: "ask",
    ...fields,
  });
  test.each<[string, object, [string, string][]]>([
    [
      "nothing",
      { denied: ["send"], rules: [rule({}), rule({ path: "$" }), rule({ path: "to.0.mail" })] },
      [],
    ],
    [
      "tools that are gone",
      { denied: ["x"], allowed: ["y"] },
      [
        ["warning", "denied.0"],
        ["warning", "allowed.0"],
      ],
    ],
    ["a tool both denied and allowed", { denied: ["send"], allowed: ["send"] }, [["warning", "denied"]]],
    ["an allow-list without tools", { allowed: [] }, [["warning", "allowed"]]],
    ["a rule about no tool", { rules: [rule({ tool: "" })] }, [["error", "rules.0.tool"]]],
    ["a rule about an unknown tool", { rules: [rule({ tool: "x" })] }, [["warning", "rules.0.tool"]]],
    ["a rule about an unknown argument", { rules: [rule({ path: "x" })] }, [["warning", "rules.0.path"]]],
    ["a rule about no argument", { rules: [rule({ path: " " })] }, [["error", "rules.0.path"]]],
    ["a list that is none", { rules: [rule({ operator: "in" })] }, [["error", "rules.0.value"]]],
    ["a list that is one", { rules: [rule({ operator: "not_in", value: ["a"] })] }, []],
    [
      "an order of what has none",
      { rules: [rule({ operator: "<", value: true })] },
      [["error", "rules.0.value"]],
    ],
    [
      "an order of numbers and texts",
      { rules: [rule({ operator: ">=", value: 1 }), rule({ operator: ">" })] },
      [],
    ],
    [
      "a beginning that is no text",
      { rules: [rule({ operator: "starts_with", value: 1 })] },
      [["error", "rules.0.value"]],
    ],
    ["an end that is a text", { rules: [rule({ operator: "ends_with" })] }, []],
  ])("%s", (_, fields, found) => {
    expect(policyIssues(policy(fields), [SEND]).map(({ severity, path }) => [severity, path])).toEqual(found);
  });
});
