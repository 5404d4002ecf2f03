import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { toolPolicies } from "@/db/schema/settings/configuration";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces(...Array.from({ length: 20 }, (_, n) => `w${n + 1}`));
});
afterAll(() => world.close());

/** Each test has a workspace of its own. */
function inWorkspace(workspaceId: string) {
  const actor = world.person({ workspaceId });
  const call = world.services.policies;
  return {
    actor,
    save: (input: object) => call.save({ actor, input: { ...NO_DEPLOYS, ...input } as never }),
    list: () => call.list({ actor, input: {} }),
    get: (policyId: string, version?: number) =>
      call.get({ actor, input: { policyId, ...(version !== undefined && { version }) } }),
    history: (policyId: string) => call.history({ actor, input: { policyId } }),
    remove: (policyId: string, version: number) => call.remove({ actor, input: { policyId, version } }),
    explain: (input: object) => call.explain({ actor, input: { tool: "deploy", ...input } as never }),
  };
}

const rule = { tool: "deploy", path: "version", operator: "=", value: "2", effect: "ask" };
const NO_DEPLOYS = { name: "No deploys", scope: { kind: "workspace" }, policy: { denied: ["deploy"] } };
const DENIED = '"deploy" is on the deny-list (workspace policy "No deploys").';

describe("a policy of a workspace", () => {
  it("is kept by version, each with who made it and when, and audited", async () => {
    const { actor, save, get, list, history } = inWorkspace("w1");
    const { policyId, version, warnings } = await save({ name: " No deploys " });
    expect([version, warnings]).toEqual([1, []]);
    await save({ policyId, version: 1, policy: { rules: [rule] } });
    expect(await list()).toEqual({ items: [await get(policyId)] });
    expect(await get(policyId)).toMatchObject({
      id: policyId,
      version: 2,
      name: "No deploys",
      author: actor.name,
      active: true,
      policy: { denied: [], allowed: null, rules: [rule] },
    });
    expect(await get(policyId, 1)).toMatchObject({ version: 1, policy: { denied: ["deploy"] } });
    expect((await history(policyId)).items.map((one) => [one.version, one.at > 0])).toEqual([
      [2, true],
      [1, true],
    ]);
    const lines = await world.database.orm.select().from(auditLog);
    expect(lines.filter(({ subject }) => subject === policyId)).toMatchObject([
      { action: "policy_saved", accepted: true, details: { version: 1 } },
      { action: "policy_saved", accepted: true, details: { version: 2, policy: { rules: [rule] } } },
    ]);
  });

  it("is made once however often its request comes", async () => {
    const { actor, list } = inWorkspace("w20");
    const input = NO_DEPLOYS as never;
    const save = () => world.services.policies.save({ actor, input, commandId: "key_1" });
    const first = await save();
    expect(await save()).toEqual(first);
    expect((await list()).items.map(({ id }) => id)).toEqual([first.policyId]);
  });

  it("is not overwritten by who has seen an older version, nor by two at once", async () => {
    const { save } = inWorkspace("w2");
    const { policyId } = await save({});
    const both = await Promise.allSettled([
      save({ policyId, version: 1, name: "A" }),
      save({ policyId, version: 1, name: "B" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
    await expect(save({ policyId, version: 1 })).rejects.toMatchObject({
      code: "conflict",
      details: { version: 2, author: "Ada" },
    });
  });

  it("is out of force once removed, keeps its history, and comes back when it is saved again", async () => {
    const { save, remove, list, history, explain } = inWorkspace("w3");
    const { policyId } = await save({});
    expect((await explain({})).decision).toBe("deny");
    await expect(remove(policyId, 7)).rejects.toMatchObject({ code: "conflict" });
    expect(await remove(policyId, 1)).toEqual({ policyId, version: 2 });
    await expect(remove(policyId, 2)).rejects.toMatchObject({ code: "conflict" });
    expect(await list()).toEqual({ items: [] });
    expect((await explain({})).decision).toBe("allow");
    expect((await history(policyId)).items.map(({ active }) => active)).toEqual([false, true]);
    await save({ policyId, version: 2 });
    expect((await explain({})).reason).toBe(DENIED);
  });

  it.each<[string, object, string]>([
    ["without a name", { name: " " }, "name"],
    ["with a misspelt field", { policy: { denyed: ["deploy"] } }, "policy"],
    ["with a misspelt field of a rule", { policy: { rules: [{ ...rule, when: "x" }] } }, "policy.rules.0"],
    [
      "with a bound of costs that is no amount",
      { policy: { rules: [{ maxCostUsd: -1, effect: "ask" }] } },
      "policy.rules.0.maxCostUsd",
    ],
    ["of a role that there is not", { scope: { kind: "role", role: "king" } }, "scope.role"],
    [
      "that compares with what it cannot",
      { policy: { rules: [{ ...rule, operator: "in" }] } },
      "policy.rules.0.value",
    ],
    [
      "with a thousand names",
      { policy: { denied: Array.from({ length: 1_000 }, (_, n) => `t${n}`) } },
      "policy",
    ],
  ])("is refused %s", async (_, fields, path) => {
    await expect(inWorkspace("w4").save(fields)).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [expect.objectContaining({ path })] },
    });
  });

  it("may name tools that are not there now, with a warning", async () => {
    const { warnings } = await inWorkspace("w5").save({ policy: { denied: ["gone"] } });
    expect(warnings).toEqual([expect.objectContaining({ severity: "warning", path: "denied.0" })]);
  });

  it("belongs to its workspace alone", async () => {
    const { policyId } = await inWorkspace("w6").save({});
    const other = inWorkspace("w7");
    await expect(other.get(policyId)).rejects.toMatchObject({ code: "not_found" });
    await expect(other.history(policyId)).rejects.toMatchObject({ code: "not_found" });
    await expect(other.save({ policyId, version: 1 })).rejects.toMatchObject({ code: "not_found" });
    expect((await other.explain({})).decision).toBe("allow");
    await expect(inWorkspace("w6").get(policyId, 9)).rejects.toMatchObject({ code: "not_found" });
  });

  it("that cannot be read is never taken for none", async () => {
    const body = { scope: { kind: "galaxy" }, policy: {} };
    const row = { workspaceId: "w8", id: "p", version: 1, name: "Broken", author: "?", body };
    await world.database.orm.insert(toolPolicies).values(row);
    await expect(inWorkspace("w8").explain({})).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("what would happen to a call", () => {
  it("is told with the verdict of every level, and which rule spoke", async () => {
    const { actor, save, explain } = inWorkspace("local");
    await save({ name: "Agents ask", scope: { kind: "role", role: "agent" }, policy: { rules: [rule] } });
    const agents = {
      ops: { tools: ["deploy"], policy: { rules: [{ ...rule, value: "3", effect: "deny" }] } },
    };
    const plan = { title: "Ship", agents, tasks: [{ id: "a", agent: "ops", input: "go" }] };
    const settings = { toolPolicy: { requiredTags: [] } };
    const { runId } = await world.services.runs.create({ actor, input: { plan, settings } });
    const of = { runId, agent: "ops" };
    expect(await explain({ ...of, args: { version: "2" } })).toMatchObject({
      decision: "ask",
      reason: 'Argument rule: version = "2" (policy "Agents ask" for agents).',
      policies: [
        { decision: "ask", part: "rules", rule: 0, source: { level: "role", role: "agent" } },
        { decision: "allow", source: { level: "run" } },
        { decision: "allow", source: { level: "agent", name: "ops" } },
      ],
      summary: "deploy",
    });
    expect(await explain({ ...of, args: { version: "3" } })).toMatchObject({ decision: "deny" });
    expect(await explain({ ...of, role: "direct", args: { version: "2" } })).toMatchObject({
      decision: "allow",
    });
    expect((await explain(of)).decision).toBe("allow");
    const denied = { runPolicy: { denied: ["deploy"] } };
    expect((await explain({ ...of, ...denied })).reason).toContain("(the run's policy)");
    await expect(explain({ runId: "nowhere" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is asked about where the tool states no cost and a draft bounds it, arguments or none", async () => {
    const { explain, save } = inWorkspace("w16");
    const policy = { rules: [{ maxCostUsd: 0.05, effect: "ask" }] };
    const draft = { ...NO_DEPLOYS, name: "Cheap", policy };
    const reason =
      'Cost rule: "deploy" states no cost, so a call is not known to stay within $0.05 (workspace policy "Cheap").';
    for (const args of [undefined, { version: "2" }])
      expect(await explain({ draft, args })).toMatchObject({
        decision: "ask",
        reason,
        policies: [{ part: "rules", rule: 0 }],
      });
    const { warnings } = await save({ name: "Cheap", policy });
    expect(warnings).toMatchObject([{ severity: "warning", path: "rules.0.maxCostUsd" }]);
  });

  it("is told of a draft, in the place of what it is to replace", async () => {
    const { save, explain } = inWorkspace("w10");
    const { policyId } = await save({});
    const draft = { ...NO_DEPLOYS, name: "Looser", policy: { rules: [rule] } };
    expect((await explain({ draft })).decision).toBe("deny");
    expect(await explain({ draft: { ...draft, policyId }, args: { version: "2" } })).toMatchObject({
      decision: "ask",
      policies: [{ source: { id: policyId, name: "Looser" } }],
    });
    expect((await explain({})).decision).toBe("deny");
    const ofPlanners = { ...draft, scope: { kind: "role", role: "planner" }, policy: { allowed: [] } };
    expect((await explain({ draft: { ...ofPlanners, policyId }, role: "planner" })).decision).toBe("deny");
    expect((await explain({ draft: { ...ofPlanners, policyId } })).decision).toBe("allow");
  });

  it("is that nothing runs, where there is no such tool", async () => {
    expect(await inWorkspace("w11").explain({ tool: "ghost", args: {} })).toEqual({
      tool: "ghost",
      known: false,
      role: "agent",
      decision: "deny",
      policies: [],
      reason: 'There is no tool "ghost".',
    });
  });
});

describe("plans", () => {
  it("with a tool that the workspace forbids cannot start or pass, and the issue says which policy it was", async () => {
    const { actor, save } = inWorkspace("w12");
    await save({});
    const agents = { ops: { tools: ["deploy"] } };
    const plan = { title: "Ship", agents, tasks: [{ id: "a", agent: "ops", input: "go" }] };
    const issue = expect.objectContaining({
      code: "forbidden_tool",
      message: expect.stringContaining(DENIED),
    });
    expect((await world.services.plans.validate({ actor, input: { plan } })).issues).toEqual([issue]);
    await expect(world.services.runs.create({ actor, input: { plan } })).rejects.toMatchObject({
      code: "invalid_plan",
      details: { issues: [issue] },
    });
  });

  it("are not started by a run whose own policy has a misspelt field", async () => {
    const { actor } = inWorkspace("w13");
    const settings = { toolPolicy: { denyed: ["deploy"] } };
    const input = { mission: "Ship", settings } as never;
    await expect(world.services.runs.create({ actor, input })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

it("a run, and its fork, begin with a warning where their own policy names a tool that is not there", async () => {
  const { actor } = inWorkspace("w15");
  const begin = (denied: string[]) =>
    world.services.runs.create({ actor, input: { mission: "Ship", settings: { toolPolicy: { denied } } } });
  expect(await begin(["deploy"])).not.toHaveProperty("warnings");
  const run = await begin(["deploi"]);
  const warning = (path: string, tool: string) => ({
    severity: "warning",
    path,
    message: `There is no tool "${tool}" now.`,
  });
  expect(run.warnings).toEqual([warning("settings.toolPolicy.denied.0", "deploi")]);
  const fork = (settings: object) =>
    world.services.runs.fork({
      actor,
      input: { runId: run.runId, fromSeq: run.seq, changes: { settings } } as never,
    });
  expect(await fork({ maxTurns: 3 })).not.toHaveProperty("warnings");
  const { warnings } = await fork({ toolPolicy: { denied: ["deploi", "Deploy"] } });
  expect(warnings?.at(-1)).toEqual(warning("changes.settings.toolPolicy.denied.1", "Deploy"));
});

it("tools are listed by name with what they take", async () => {
  const { actor } = inWorkspace("w14");
  const { items } = await world.services.tools.list({ actor, input: {} });
  expect(items.map(({ name }) => name)).toEqual(["calculator", "deploy"]);
});
