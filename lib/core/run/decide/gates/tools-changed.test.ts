import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { SideEffects } from "../../../ports";
import { storeValue } from "../../../stored-value";
import type { TailNow } from "../../commands";
import type { ToolMark } from "../../events/release";

const G: TaskDraft = { id: "g", type: "human_review" };
const H: TaskDraft = { id: "h", type: "human_review" };
const SYNC: TaskDraft = { id: "sync", type: "direct", dependsOn: ["g"], input: "(tool/sync {})" };
const LOOK: TaskDraft = { id: "look", type: "direct", dependsOn: ["h"], input: "(tool/look {})" };

const tools = (sideEffects: SideEffects) => [
  { name: "sync", sideEffects },
  { name: "look", sideEffects: "read" as const },
];
const mark = (name: string, definition: string): ToolMark => ({ name, definition, policies: "p" });

function begun(sideEffects: SideEffects, settings = {}, plan = planOf(G, H, SYNC, LOOK)) {
  const world = new RunWorld({ plan, settings, tools: tools(sideEffects) });
  world.start();
  return world;
}

/** A draft that waits for its approval. */
function drafted(...tasks: TaskDraft[]) {
  const world = new RunWorld({ settings: { planApproval: true } });
  world.start();
  const plan = offer(planOf(...tasks), undefined, tools("read"));
  world.send({ type: "plan_drafted", key: Object.keys(world.state.inFlight)[0] ?? "", plan });
  return world;
}

function show(world: RunWorld, ...ids: string[]) {
  for (const id of ids) {
    const { stored } = storeValue(id);
    world.send({ type: "gate_shown", shown: stored, digest: id, prompt: id, ...world.keyOf(id) });
  }
}

function change(
  world: RunWorld,
  reach: Record<string, string[]>,
  { marks = [mark("sync", "2")], version = world.state.planVersion } = {},
) {
  const before = world.events.length;
  world.send({ type: "tools_changed", definitions: {}, plan: { version, reach, tools: marks } });
  return world.events.slice(before).map(({ type }) => type);
}

const actsOf = (world: RunWorld, approvalId: string) =>
  world.state.approvals[approvalId]?.release?.acts.map(({ taskId }) => taskId);

it("keeps with the release of a gate the tools of all that acts as they are", () => {
  const world = begun("external");
  change(world, { sync: ["sync"] });
  show(world, "g");
  expect(Object.values(world.state.approvals).at(-1)?.release?.marks).toEqual([mark("sync", "2")]);
});

describe("a tool that read when the plan was made and acts now", () => {
  it("has the gate before it asked again, with the act and by another digest; another gate keeps everything", () => {
    const world = begun("read");
    show(world, "g", "h");
    expect(actsOf(world, "apr_1-1")).toEqual([]);
    const kept = structuredClone(world.state.approvals["apr_1-2"]);
    expect(change(world, { sync: ["sync"] })).toEqual(["tools_changed", "approval_superseded"]);
    expect(world.last("approval_superseded").payload).toEqual({
      approvalId: "apr_1-1",
      reason: { code: "tools_changed", tools: ["sync"] },
    });
    expect(world.state.approvals["apr_1-2"]).toEqual(kept);
    world.start();
    show(world, "g");
    expect(actsOf(world, "apr_1-3")).toEqual(["sync"]);
    const { digest, supersedes } = world.state.approvals["apr_1-3"] ?? {};
    expect(supersedes).toBe("apr_1-1");
    expect(digest).not.toBe(world.state.approvals["apr_1-1"]?.digest);
  });

  it("stands among the acts of a gate that opens later, and is let run as it is now", () => {
    const world = begun("read");
    expect(change(world, { sync: ["sync"] })).toEqual(["tools_changed"]);
    show(world, "g");
    expect(actsOf(world, "apr_1-1")).toEqual(["sync"]);
    const approved = { approvalId: "apr_1-1", verb: "approve", provenance: "person" } as const;
    world.send({ type: "decide_approval", ...approved }, ANNA);
    expect(world.state.releases.at(-1)?.tools).toEqual([mark("sync", "2")]);
  });

  it("has a held decision made again that would let it act", () => {
    const plan = planOf(
      { id: "a" },
      { id: "r", type: "planning_review", dependsOn: ["a"] },
      { ...SYNC, dependsOn: ["r"] },
    );
    const world = new RunWorld({
      plan,
      settings: { reviewMode: "hold", reviewHoldMs: 15_000 },
      tools: tools("read"),
    });
    world.run("a").start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [], reviewer: "lead" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    expect(Object.keys(world.state.held)).toEqual(["r"]);
    expect(change(world, { sync: ["sync"] })).toEqual(["tools_changed", "attempt_restarted"]);
    expect(world.state.held).toEqual({});
  });

  it("has a draft asked about again that waits for its approval", () => {
    const world = drafted({ ...SYNC, dependsOn: [] });
    expect(change(world, { sync: ["sync"] })).toEqual([
      "tools_changed",
      "approval_superseded",
      "approval_opened",
    ]);
    expect(world.state.approvals).toMatchObject({
      "apr_1-1": { status: "superseded" },
      "apr_1-2": { status: "open", kind: "plan_approval" },
    });
  });

  it.each<[string, ToolMark]>([
    ["their server shows another definition", mark("sync", "2")],
    ["the policies say something else of it", { ...mark("sync", "1"), policies: "q" }],
  ])("names a plan otherwise that waits for its approval where %s", (_, now) => {
    const world = drafted({ ...SYNC, dependsOn: [] });
    const reach = { sync: ["sync"] };
    change(world, reach, { marks: [mark("sync", "1")] });
    change(world, reach, { marks: [now] });
    const [asked, again] = [2, 3].map((nth) => world.state.approvals[`apr_1-${nth}`]);
    expect([asked?.status, again?.status]).toEqual(["superseded", "open"]);
    expect(again?.digest).not.toBe(asked?.digest);
    const answer = { type: "decide_approval", verb: "approve", provenance: "person" } as const;
    const sent = { ...answer, approvalId: "apr_1-3", digest: asked?.digest ?? "" };
    expect(world.send(sent, ANNA)).toMatchObject({ ok: false, error: { code: "superseded" } });
  });
});

describe("a tail that would set something else free by other tools", () => {
  const R: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a"] };
  const voted: TaskDraft = { ...R, review: { reviewers: ["ann", "bob"], consensus: "any" } };

  function proposing(settings: object, review = R) {
    const world = begun("read", settings, planOf({ id: "a" }, review, { ...SYNC, dependsOn: ["r"] }));
    world.run("a").start();
    const tailRelease = { digest: "was", acts: [] };
    const said = { decision: "REPLAN" as const, reasoning: "So", answers: [], tail: "blob", tailRelease };
    if (review === R) world.send({ type: "review_read", ...world.keyOf("r"), proposal: said });
    else {
      const of = { key: "run_1/r/1/review/1.1", taskId: "r", attempt: 1, reviewer: "ann" };
      world.send({ type: "review_voted", ...of, proposal: said });
    }
    return world;
  }

  function tell(world: RunWorld, now: Partial<TailNow>, { version = 1, reach = {} } = {}) {
    const before = world.events.length;
    const proposed = [{ taskId: "r", tail: "blob", tools: ["sync"], ...now }];
    const plan = { version, reach, tools: [mark("sync", "2")] };
    const of = Object.keys(reach).length === 0 ? {} : { plan };
    world.send({ type: "tools_changed", definitions: { sync: "2" }, ...of, tails: { version, proposed } });
    return world.events.slice(before).map(({ type }) => type);
  }

  it.each<[string, Partial<TailNow>]>([
    ["acts now", { digest: "is" }],
    ["cannot be used any more", {}],
  ])("has its review asked again where it %s, be it at a gate, held or voted on", (_, now) => {
    const world = proposing({ reviewMode: "manual" });
    expect(tell(world, now)).toEqual(["approval_superseded"]);
    const reason = { code: "tools_changed", tools: ["sync"] };
    expect(world.last("approval_superseded").payload).toEqual({ approvalId: "apr_1-1", reason });
    const held = proposing({ reviewMode: "hold", reviewHoldMs: 60_000 });
    expect(tell(held, now)).toEqual(["attempt_restarted"]);
    expect(held.state.held).toEqual({});
    const heard = proposing({}, voted);
    expect(tell(heard, now)).toEqual(["attempt_restarted"]);
    expect(heard.state.tasks.r?.votes).toBeUndefined();
  });

  it("is asked about once where the rest of the plan changes by them too", () => {
    const world = proposing({ reviewMode: "manual" });
    const reach = { sync: ["sync"] };
    expect(tell(world, { digest: "is" }, { reach })).toEqual(["tools_changed", "approval_superseded"]);
  });

  it("stays as it is where it sets the same free, or is another one by now, or is written for another version", () => {
    const world = proposing({ reviewMode: "manual" });
    expect(tell(world, { digest: "was" })).toEqual([]);
    expect(tell(world, { tail: "other" })).toEqual([]);
    expect(tell(world, { taskId: "nobody" })).toEqual([]);
    expect(tell(world, { digest: "is" }, { version: 2 })).toEqual([]);
    expect(tell(proposing({ reviewMode: "auto" }), { digest: "is" })).toEqual([]);
    world.send({ type: "cancel" }, ANNA);
    expect(tell(world, { digest: "is" })).toEqual([]);
  });
});

describe("tools that change", () => {
  it("have the gate asked again too where they only show themselves in another light", () => {
    const world = begun("write");
    show(world, "g");
    change(world, { sync: ["sync"] }, { marks: [mark("sync", "1")] });
    world.start();
    show(world, "g");
    expect(change(world, { sync: ["sync"] }, { marks: [mark("sync", "2")] })).toEqual([
      "tools_changed",
      "approval_superseded",
    ]);
    expect(world.last("approval_superseded").payload.reason).toEqual({
      code: "tools_changed",
      tools: ["sync"],
    });
  });

  it("change nothing of a plan that they leave as it is, of another version, or of a run that has ended", () => {
    const world = begun("write");
    show(world, "g");
    change(world, { sync: ["sync"] });
    expect(change(world, { sync: ["sync"] })).toEqual([]);
    expect(change(world, {}, { version: 7 })).toEqual([]);
    world.send({ type: "cancel" }, ANNA);
    expect(change(world, {})).toEqual([]);
  });

  it("leave a plan alone that is asked about and that sets the same free", () => {
    const world = drafted(G, SYNC);
    expect(Object.keys(world.state.openApprovals)).toEqual(["apr_1-1"]);
    expect(change(world, { sync: ["sync"] })).toEqual(["tools_changed"]);
  });
});
