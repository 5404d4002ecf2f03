import { describe, expect, it, test } from "vitest";
import { describeVerdict } from "../describe/policy";
import { evaluatePolicies, type SourcedPolicy, toolPolicy, type WorkspacePolicies } from "../policy";
import { runSettings } from "./settings";
import { planPolicies, policiesOf, policiesOfTask, toolMarksOf } from "./tool-policies";

const NAMED = { id: "p1", name: "No deploys" };
const denies = (source?: SourcedPolicy["source"]): SourcedPolicy => ({
  ...toolPolicy.parse({ denied: ["deploy"] }),
  ...(source && { source }),
});
const nothing = { workspace: [], roles: {} };
const stateWith = (policy?: object) => ({
  settings: runSettings.parse(policy ? { toolPolicy: policy } : {}),
});
const deploy = { name: "deploy" };

describe("the policies that bind a call", () => {
  test.each<[string, Parameters<typeof policiesOf>[0], string]>([
    [
      "the workspace",
      {
        state: stateWith(),
        workspace: { ...nothing, workspace: [denies({ level: "workspace", ...NAMED })] },
        role: "agent",
      },
      '"deploy" is on the deny-list (workspace policy "No deploys").',
    ],
    [
      "the role",
      {
        state: stateWith(),
        workspace: { workspace: [], roles: { direct: [denies({ level: "role", ...NAMED })] } },
        role: "direct",
      },
      '"deploy" is on the deny-list (policy "No deploys" for programs).',
    ],
    [
      "the run",
      { state: stateWith({ denied: ["deploy"] }), workspace: nothing, role: "agent" },
      '"deploy" is on the deny-list (the run\'s policy).',
    ],
    [
      "the agent",
      { state: stateWith(), workspace: nothing, role: "agent", agent: { name: "ops", policy: denies() } },
      '"deploy" is on the deny-list (the policy of the agent "ops").',
    ],
  ])("are those of %s, which the reason names", (_, use, reason) => {
    expect(describeVerdict(evaluatePolicies(policiesOf(use), deploy))).toEqual({ decision: "deny", reason });
  });

  it("leave alone what is of another role, and an agent without a policy", () => {
    const workspace: WorkspacePolicies = { workspace: [], roles: { planner: [denies()] } };
    expect(policiesOf({ state: stateWith(), workspace, role: "agent", agent: { name: "a" } })).toEqual([]);
  });

  it("hold together: what any of them denies is denied, though the others allow it by name", () => {
    const allows = { allowed: ["deploy"] };
    const workspace = { workspace: [toolPolicy.parse(allows)], roles: { agent: [denies()] } };
    const agent = { name: "a", policy: toolPolicy.parse(allows) };
    const policies = policiesOf({ state: stateWith(allows), workspace, role: "agent", agent });
    expect(policies.map(({ source }) => source?.level)).toEqual(["workspace", "role", "run", "agent"]);
    expect(evaluatePolicies(policies, deploy).decision).toBe("deny");
  });
});

describe("the policies that a plan is held against", () => {
  const workspace: WorkspacePolicies = { workspace: [], roles: { planner: [denies()] } };
  const decisions = (writtenBy: "model" | "person") => {
    const { policies } = planPolicies({ state: stateWith(), workspace }, writtenBy);
    return [policies.agent, policies.direct].map((one) => evaluatePolicies(one, deploy).decision);
  };

  it("are the planners' too where a model wrote it", () =>
    expect(decisions("model")).toEqual(["deny", "deny"]));
  it("are only those of its callers where a person wrote it", () =>
    expect(decisions("person")).toEqual(["allow", "allow"]));
});

describe("the policies of a task", () => {
  const spec = (fields: object) => ({ id: "t", spec: { id: "t", type: "task", agent: "ops", ...fields } });
  const stateOf = (fields: object) =>
    ({
      ...stateWith(),
      agents: { ops: { prompt: "", tools: [], policy: toolPolicy.parse({ denied: ["a"] }) } },
      tasks: { t: spec(fields) },
      heldPolicies: [],
      order: ["t"],
    }) as unknown as Parameters<typeof policiesOfTask>[0];
  const workspace: WorkspacePolicies = {
    workspace: [],
    roles: { agent: [denies()], direct: [toolPolicy.parse({ denied: ["b"] })] },
  };
  const denied = (fields: object, taskId = "t") =>
    policiesOfTask(stateOf(fields), workspace, taskId).flatMap((one) => one.denied);

  it("are those of its agent, and of agents or of programs by its type", () => {
    expect(denied({})).toEqual(["deploy", "a"]);
    expect(denied({ type: "direct", agent: "default" })).toEqual(["b"]);
  });

  it("are those of agents where the task is gone", () => expect(denied({}, "gone")).toEqual(["deploy"]));
});

describe("the marks of tools", () => {
  const marksUnder = (policy?: object) =>
    toolMarksOf({ state: stateWith(policy), workspace: nothing }, [
      { name: "deploy", sideEffects: "external", definition: "d1" },
      { name: "read", sideEffects: "read" },
    ]);

  it("are what servers show, what each tool counts as, and what policies say of it alone", () => {
    const [deployed, read] = marksUnder();
    expect(deployed).toMatchObject({ name: "deploy", sideEffects: "external", definition: "d1" });
    expect(read).toMatchObject({ name: "read", sideEffects: "read" });
    expect(read).not.toHaveProperty("definition");
    const [denied, sameRead] = marksUnder({ denied: ["deploy"] });
    expect(denied?.policies).not.toBe(deployed?.policies);
    // A policy that says nothing of a tool is still one more that binds it.
    expect(sameRead?.policies).toBe(marksUnder({ denied: ["other"] })[1]?.policies);
    expect(marksUnder({ allowed: ["read"] })[0]?.policies).toBe(denied?.policies);
    const bounded = (tool: string | null, maxCostUsd = 1) =>
      marksUnder({ rules: [{ tool, maxCostUsd, effect: "ask" }] }).map(({ policies }) => policies);
    expect(bounded(null)[0]).not.toBe(bounded("other")[0]);
    expect(bounded(null)[1]).not.toBe(bounded("deploy")[1]);
    expect(bounded("deploy")[0]).not.toBe(bounded("deploy", 2)[0]);
  });
});
