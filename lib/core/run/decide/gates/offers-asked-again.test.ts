import { describe, expect, it } from "vitest";
import { CONTRADICTS, factsOf, refinedOffer, refining } from "@/lib/testing/runs/refined-run";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { by, releaseOfTail, settings } from "@/lib/testing/runs/settled-run";
import { storePlan } from "../../../plan/store";
import type { OfferedPlan } from "../../commands";
import type { ToolMark } from "../../events/release";
import type { RunSettings } from "../../settings";

const LOOK: TaskDraft = { id: "look", title: "Look", input: "Look it up" };
const SYNC: TaskDraft = {
  id: "sync",
  title: "Sync",
  type: "direct",
  input: "(tool/sync {})",
  dependsOn: ["look"],
};
const MAIL: TaskDraft = {
  id: "mail",
  title: "Mail",
  type: "direct",
  input: "(tool/mail {})",
  dependsOn: ["g"],
};
const GATE: TaskDraft = { id: "g", title: "Gate", type: "human_review", dependsOn: ["look"] };

const TOOLS = (sync: "read" | "external") => [
  { name: "sync", sideEffects: sync },
  { name: "mail", sideEffects: "external" as const },
];
const mark = (name: string, definition = "1"): ToolMark => ({ name, definition, policies: "p" });

const begun = (given: Partial<RunSettings>, ...tasks: TaskDraft[]) => {
  const plan = planOf(...tasks);
  const world = new RunWorld({ plan, by: ANNA, settings: { ...settings, ...given }, tools: TOOLS("read") });
  world.start();
  return world;
};

/** What a model offers, with its tools as they are at first. */
const offered = (world: RunWorld, tasks: TaskDraft[], tools = [mark("mail")]): OfferedPlan => {
  const lineages = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
  const parent = storePlan(world.plan as NonNullable<RunWorld["plan"]>, lineages).plan;
  return { ...offer(planOf(...tasks), parent, TOOLS("read")), tools };
};

function replan(world: RunWorld, ...tasks: TaskDraft[]) {
  world.send({ type: "request_replan", instruction: "faster" }, ANNA);
  const plan = offered(world, tasks);
  world.replan(plan);
  if (world.state.replan?.refused) world.replan(plan);
}

/** `sync` acts now, as a server tells; the gates that are open then. */
function syncActs(
  world: RunWorld,
  { reach = {}, tools = [mark("mail"), mark("sync", "2")], digest = "" } = {},
) {
  const before = world.events.length;
  const offer = world.state.offered ?? world.state.refinements?.offered?.plan;
  const now = { digest: digest || (offer?.digest ?? ""), reach: { ...offer?.reach, ...reach }, tools };
  world.send({ type: "tools_changed", definitions: {}, offered: now });
  return world.events.slice(before).map(({ type }) => type);
}

const open = ({ state }: RunWorld) =>
  Object.keys(state.openApprovals).flatMap((id) => state.approvals[id] ?? []);
const approve = (world: RunWorld) => {
  for (const { approvalId } of open(world))
    world.send({ type: "decide_approval", approvalId, verb: "approve", provenance: "person", by }, ANNA);
};

describe("a change that waits for people", () => {
  it("is asked about again once a tool of it acts that only read, and is adopted with what it is then", () => {
    const world = begun({}, LOOK);
    replan(world, LOOK, SYNC);
    const [first] = open(world);
    expect(first).toMatchObject({ kind: "plan_change" });
    expect(syncActs(world, { reach: { sync: ["sync"] } })).toEqual([
      "tools_changed",
      "approval_superseded",
      "approval_opened",
    ]);
    const [second, ...others] = open(world);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ kind: "plan_change", supersedes: first?.approvalId, planVersion: 2 });
    expect(second?.digest).not.toBe(first?.digest);
    expect(world.last("approval_superseded").payload).toEqual({
      approvalId: first?.approvalId,
      by: second?.approvalId,
      reason: { code: "tools_changed", tools: ["sync"] },
    });
    const answer = { type: "decide_approval", verb: "approve", provenance: "person", by } as const;
    expect(world.send({ ...answer, approvalId: first?.approvalId ?? "" }, ANNA)).toMatchObject({ ok: false });
    approve(world);
    expect(world.last("plan_version_adopted").payload).toMatchObject({
      reach: { sync: ["sync"] },
      tools: [mark("mail"), mark("sync", "2")],
    });
    expect(world.state.releases.at(-1)).toMatchObject({ tools: [mark("mail"), mark("sync", "2")] });
  });

  it("stays as it is asked where nothing of it changes, of another one, and once the run has ended", () => {
    const world = begun({}, LOOK);
    replan(world, LOOK, SYNC);
    const asked = open(world);
    expect(syncActs(world, { tools: [mark("mail")] })).toEqual([]);
    expect(syncActs(world, { digest: "x" })).toEqual([]);
    expect(syncActs(world)).toEqual(["tools_changed"]);
    expect(open(world)).toEqual(asked);
    expect(world.state.offered).toMatchObject({
      pending: ["(plan)"],
      tools: [mark("mail"), mark("sync", "2")],
    });
    world.send({ type: "cancel" }, ANNA);
    expect(syncActs(world, { reach: { sync: ["sync"] }, digest: asked[0]?.digest ?? "" })).toEqual([]);
  });

  it("is asked about beside a plan that is asked about again for the same", () => {
    const world = begun({}, LOOK);
    replan(world, LOOK, SYNC);
    const before = open(world).map(({ approvalId }) => approvalId);
    const now = { reach: { look: ["sync"] }, tools: [mark("sync", "2")] };
    const digest = world.state.offered?.digest ?? "";
    world.send({
      type: "tools_changed",
      definitions: {},
      plan: { version: 1, ...now },
      offered: { digest, reach: { sync: ["sync"] }, tools: now.tools },
    });
    expect(world.state).toMatchObject({ reach: { look: ["sync"] }, offered: { reach: { sync: ["sync"] } } });
    expect(open(world).map(({ supersedes }) => supersedes)).toEqual(before);
  });
});

describe("a version that weakens a control and waits for its people", () => {
  const PLAN = [LOOK, GATE, MAIL];
  const FREE = [LOOK, { ...MAIL, dependsOn: ["look"] }];

  it("is asked about again with what comes free by its tools now", () => {
    const world = begun({ afterApproval: "replan" }, ...PLAN);
    replan(world, ...FREE, SYNC);
    const [first] = open(world);
    expect(first).toMatchObject({ kind: "control_waiver", subject: { control: "g" } });
    const reach = { sync: ["mail"] };
    expect(syncActs(world, { reach })).toEqual(["tools_changed", "approval_superseded", "approval_opened"]);
    const [second] = open(world);
    expect(second).toMatchObject({
      supersedes: first?.approvalId,
      question: {
        weakened: { exposed: expect.arrayContaining([expect.objectContaining({ taskId: "sync" })]) },
      },
    });
    approve(world);
    expect(world.last("plan_version_adopted").payload).toMatchObject({ waives: ["g"] });
    expect(world.state.releases.at(-1)).toMatchObject({ tools: [mark("mail"), mark("sync", "2")] });
  });

  it("asks the people of a control that it weakens only now", () => {
    const world = begun({}, { ...LOOK }, GATE, { ...MAIL });
    replan(world, LOOK, GATE, MAIL, SYNC);
    expect(open(world).map(({ kind }) => kind)).toEqual(["plan_change"]);
    syncActs(world, { reach: { sync: ["mail"] } });
    expect(open(world).map(({ kind }) => kind)).toEqual(["plan_change", "control_waiver"]);
    expect(world.state.offered).toMatchObject({ controls: ["(plan)", "g"], pending: ["(plan)", "g"] });
    approve(world);
    expect(world.last("plan_version_adopted").payload).toMatchObject({ waives: ["g"] });
  });

  it("keeps the leave that it has where that is about the same still", () => {
    const world = begun({}, LOOK, GATE, MAIL);
    replan(world, ...FREE, SYNC);
    const [plan] = open(world);
    expect(plan).toMatchObject({ kind: "plan_change" });
    const said = { verb: "approve", provenance: "person", by } as const;
    world.send({ type: "decide_approval", approvalId: plan?.approvalId ?? "", ...said }, ANNA);
    expect(syncActs(world, { tools: [mark("mail"), mark("other")] })).toEqual(["tools_changed"]);
    expect(world.state.offered?.pending).toEqual(["g"]);
    approve(world);
    expect(world.state.planVersion).toBe(2);
  });

  it("is asked about again where a tool that comes free shows itself otherwise, be it behind another control", () => {
    const lesser: TaskDraft = { id: "h", title: "Lesser", type: "human_review", dependsOn: ["look"] };
    const strict = { ...GATE, gate: { quorum: 2 } };
    const world = begun({ afterApproval: "replan" }, LOOK, strict, MAIL);
    replan(world, LOOK, lesser, { ...MAIL, dependsOn: ["h"] });
    const [first] = open(world);
    expect(first).toMatchObject({ kind: "control_waiver", subject: { control: "g" } });
    expect(syncActs(world, { tools: [mark("mail", "2")] })).toEqual([
      "tools_changed",
      "approval_superseded",
      "approval_opened",
    ]);
    expect(world.last("approval_superseded").payload).toMatchObject({
      approvalId: first?.approvalId,
      reason: { code: "tools_changed", tools: ["mail"] },
    });
    expect(open(world)[0]?.digest).not.toBe(first?.digest);
  });

  it("asks the others again once somebody says at one of its gates what its work will hear", () => {
    const world = begun({}, LOOK, GATE, MAIL);
    const note: TaskDraft = { id: "note", title: "Note", input: "Note it", dependsOn: ["look"] };
    replan(world, LOOK, note, { ...MAIL, dependsOn: ["note"] });
    const [plan, control] = open(world);
    expect([plan?.kind, control?.kind]).toEqual(["plan_change", "control_waiver"]);
    const answer = { type: "decide_approval", provenance: "person", by } as const;
    const approval = { ...answer, approvalId: plan?.approvalId ?? "", verb: "approve" } as const;
    world.send({ ...approval, comment: "Mail the board, too" }, ANNA);
    expect(world.last("approval_superseded").payload).toMatchObject({
      approvalId: control?.approvalId,
      reason: { code: "work_told" },
    });
    const [again, ...others] = open(world);
    expect(others).toEqual([]);
    expect(again).toMatchObject({ kind: "control_waiver", supersedes: control?.approvalId });
    expect(again?.digest).not.toBe(control?.digest);
    expect(world.state.offered?.pending).toEqual(["g"]);
    approve(world);
    expect(world.state.planVersion).toBe(2);
  });

  it("asks everyone too about a tail that people decided on as it was", () => {
    const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look"] };
    const world = begun({ reviewMode: "manual" }, LOOK, review, GATE, MAIL);
    world.succeed("look");
    world.start();
    const plan = offered(world, [LOOK, review, { ...MAIL, dependsOn: ["r"] }, { ...SYNC, dependsOn: ["r"] }]);
    const tailRelease = releaseOfTail(world, plan, "r");
    const said = { reasoning: "r", answers: [], reviewer: "r" };
    const proposal = { decision: "REPLAN" as const, tail: "t", tailRelease, ...said };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    const approvalId = open(world).find(({ kind }) => kind === "review_decision")?.approvalId ?? "";
    const answer = { verb: "REPLAN", comment: "so", provenance: "person", by } as const;
    world.send({ type: "decide_approval", approvalId, ...answer }, ANNA);
    world.replan(plan, { tail: "t" });
    if (world.state.replan?.refused) world.replan(plan, { tail: "t" });
    expect(open(world).map(({ subject }) => subject?.control)).toEqual(["g"]);
    syncActs(world, { reach: { sync: ["mail"] } });
    expect(world.state.offered).toMatchObject({ origin: "review", controls: ["(plan)", "g"] });
  });

  it("is written again where the run lets no control be weakened", () => {
    const world = begun({ controls: "refuse" }, LOOK, GATE, MAIL);
    replan(world, LOOK, GATE, MAIL, SYNC);
    expect(syncActs(world, { reach: { sync: ["mail"] } })).toEqual([
      "approval_cancelled",
      "plan_version_declined",
    ]);
    expect(world.last("plan_version_declined").payload).toMatchObject({
      again: true,
      reason: { code: "control_weakened" },
    });
  });

  it("takes effect where it weakens none any more", () => {
    const world = begun(
      { afterApproval: "replan" },
      LOOK,
      GATE,
      { ...SYNC, id: "s", dependsOn: ["g"] },
      MAIL,
    );
    replan(world, LOOK, GATE, MAIL, { ...SYNC, input: "(tool/mail {})" });
    expect(open(world).map(({ kind }) => kind)).toEqual(["control_waiver"]);
    const { reach = {} } = world.state.offered ?? {};
    const { sync: _sync, ...less } = reach;
    const digest = world.state.offered?.digest ?? "";
    world.send({ type: "tools_changed", definitions: {}, offered: { digest, reach: less, tools: [] } });
    expect(open(world)).toEqual([]);
    expect(world.state.planVersion).toBe(2);
  });
});

describe("a refinement that waits for people", () => {
  it("is asked about again once a tool of it acts that only read", () => {
    const world = begun(refining({ apply: "ask" }), LOOK, { ...LOOK, id: "note", dependsOn: ["look"] });
    world.succeed("look", CONTRADICTS);
    world.start();
    const changes = { add: [SYNC] };
    const plan = { ...refinedOffer(world, changes), reach: {}, tools: [] };
    world.send({ type: "refinement_written", key: world.keyOfKind("refine"), facts: factsOf(changes), plan });
    const [first] = open(world);
    expect(first).toMatchObject({ kind: "plan_refinement" });
    expect(syncActs(world, { tools: [mark("mail")] })).toEqual(["tools_changed"]);
    expect(syncActs(world, { reach: { sync: ["sync"] } })).toEqual([
      "tools_changed",
      "approval_superseded",
      "approval_opened",
    ]);
    const [second] = open(world);
    expect(second).toMatchObject({ kind: "plan_refinement", supersedes: first?.approvalId });
    expect(second?.digest).not.toBe(first?.digest);
    approve(world);
    expect(world.last("plan_version_adopted").payload).toMatchObject({ reach: { sync: ["sync"] } });
  });
});
