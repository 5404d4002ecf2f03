import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Plan } from "../../../plan";
import { reachOf } from "../../../plan/reach";
import { storeValue } from "../../../stored-value";
import type { ToolMark } from "../../events/release";
import { holdOn } from "../hold";

const TOOLS = [
  { name: "s__look", sideEffects: "read" as const },
  { name: "s__note", sideEffects: "read" as const },
  { name: "s__send", sideEffects: "external" as const },
];
const AGENTS = {
  reader: { prompt: "Read.", tools: ["s__look"] },
  sender: { prompt: "Send.", tools: ["s__look", "s__send"] },
  other: { prompt: "Note.", tools: ["s__note"] },
};
const G: TaskDraft = { id: "g", type: "human_review", input: "Send?" };
const READ: TaskDraft = { id: "read", agent: "reader", dependsOn: ["g"] };
const SEND: TaskDraft = { id: "send", agent: "sender", dependsOn: ["read"] };
const NOTE: TaskDraft = { id: "note", agent: "other", dependsOn: ["g"] };
const PLAN = { ...planOf(G, READ, SEND, NOTE), agents: AGENTS } as Plan;

type Shown = Partial<Record<"look" | "send" | "note", string>>;

const marks = ({ look = "1", send = "1", note = "1" }: Shown): ToolMark[] =>
  Object.entries({ look, note, send }).map(([name, definition]) => ({
    name: `s__${name}`,
    definition,
    policies: "p",
  }));

/** A run whose plan is held to tools of servers that it notes. */
function begun() {
  const world = new RunWorld({
    by: ANNA,
    settings: { planApproval: true, critic: { mode: "off", minScore: 0 } },
  });
  world.plan = PLAN;
  world.start();
  const plan = { ...offer(PLAN, undefined, TOOLS), tools: marks({}) };
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
  decide(world);
  world.start();
  return world;
}

function decide(world: RunWorld) {
  const { approvalId } = world.last("approval_opened").payload;
  const answer = { approvalId, verb: "approve", provenance: "person" } as const;
  return world.send({ type: "decide_approval", ...answer }, ANNA);
}

function ask(world: RunWorld) {
  const shown = storeValue("Send?").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send?", ...world.keyOf("g") });
}

function show(world: RunWorld, shown: Shown) {
  const version = world.state.planVersion;
  const reach = reachOf(PLAN, TOOLS);
  const before = world.events.length;
  world.send({ type: "tools_changed", definitions: {}, plan: { version, reach, tools: marks(shown) } });
  return world.events.slice(before).map(({ type }) => type);
}

const passed = () => {
  const world = begun();
  ask(world);
  decide(world);
  world.start();
  return world;
};

const SENDING = { taskId: "send", tool: "s__send", mark: marks({})[2] as ToolMark };
const HELD = { obligations: ["1/g", "1/(plan)"], since: "told", told: ["s__look"] };

describe("what servers show of tools that released agents read", () => {
  it("holds back what an agent does that was told otherwise than people knew", () => {
    const world = passed();
    expect(holdOn(world.state, SENDING)).toBeUndefined();
    expect(holdOn(world.state, { ...SENDING, told: { s__look: "1", s__send: "1" } })).toBeUndefined();
    expect(holdOn(world.state, { ...SENDING, told: { s__look: "2", s__send: "1" } })).toMatchObject(HELD);
  });

  it("holds back what rests on work whose agent was, also where servers show the old again", () => {
    const world = begun();
    ask(world);
    decide(world);
    show(world, { look: "2" });
    world.start();
    show(world, {});
    world.succeed("read");
    world.start();
    expect(holdOn(world.state, SENDING)).toMatchObject(HELD);
  });

  it("makes no difference to agents that had begun before, nor of tools of other work", () => {
    const begunBefore = passed();
    show(begunBefore, { look: "2" });
    show(begunBefore, {});
    begunBefore.succeed("read");
    begunBefore.start();
    expect(holdOn(begunBefore.state, SENDING)).toBeUndefined();
    const world = begun();
    ask(world);
    decide(world);
    show(world, { note: "2" });
    world.start();
    world.succeed("read");
    world.start();
    expect(holdOn(world.state, SENDING)).toBeUndefined();
  });

  it("has an open gate asked again, which then lets pass what it knew", () => {
    const world = begun();
    ask(world);
    expect(show(world, { note: "2" })).toEqual(["tools_changed"]);
    expect(show(world, { look: "2", note: "2" })).toEqual(["tools_changed", "approval_superseded"]);
    expect(world.last("approval_superseded").payload.reason).toEqual({
      code: "tools_changed",
      tools: ["s__look"],
    });
    world.start();
    ask(world);
    decide(world);
    world.start();
    world.succeed("read");
    world.start();
    const told = (look: string) => ({ ...SENDING, told: { s__look: look, s__send: "1" } });
    expect(holdOn(world.state, told("2"))).toBeUndefined();
    expect(holdOn(world.state, told("3"))).toMatchObject(HELD);
  });
});
