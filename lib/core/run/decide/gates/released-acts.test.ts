import { expect, it } from "vitest";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatQuorum } from "../../../describe/gates/proposals";
import { plan as planSchema } from "../../../plan/schema";
import { storeValue } from "../../../stored-value";
import { wasReached } from "../../controls/hold";
import { isLetAct } from "../../controls/release/approved";
import { callKey } from "../../gates/of-task";
import { termsOf } from "../../gates/terms";
import { refusalHeard, wordsOnCall } from "../../people-words";
import type { ApprovalState, TaskState } from "../../state";

/** A released act that asks for a value and whether its call may run; by whom its gate was passed. */
function askingAct(terms: object, ...people: string[]): RunWorld {
  const gate = { id: "g", type: "human_review" as const, gate: terms as never };
  const ship = { id: "ship", agent: "shipper", dependsOn: ["g"] };
  const agents = { shipper: { prompt: "Ship", tools: ["deploy"] } };
  const world = new RunWorld({
    plan: planSchema.parse({ ...planOf(gate, ship), agents }),
    tools: [{ name: "deploy", sideEffects: "external" }],
  });
  world.start();
  const shown = storeValue("ok").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Ship?", ...world.keyOf("g") });
  const known = people.map((id) => ({ id, name: id, roles: [], capabilities: ["review" as const] }));
  for (const id of people) {
    const by = { id, name: id, roles: [], mayReview: true };
    const answer = { type: "decide_approval", approvalId: "apr_1-1", verb: "approve", by } as const;
    world.send({ ...answer, provenance: "person", people: known }, { kind: "person", id, name: id });
  }
  world.start();
  world.ask("ship", { kind: "tool_input", tool: "ask_human" }, { kind: "tool_approval", tool: "deploy" });
  expect(Object.keys(world.state.openApprovals)).toHaveLength(2);
  return world;
}

it("asks those who may steer an agent what it wants to know, once people have let its work act", () => {
  const { approvals } = askingAct({ assignees: ["bob"] }, "bob").state;
  expect(approvals["apr_1-2"]?.assignees).toEqual(["bob"]);
  expect(approvals["apr_1-2"]?.verbs).toEqual(["respond", "reject"]);
});

it("takes as many people as let it act to answer what an agent asks and to change its calls, not to approve those", () => {
  const world = askingAct({ quorum: 2 }, "ann", "bob");
  const { approvals } = world.state;
  expect([approvals["apr_1-2"]?.quorum, approvals["apr_1-3"]?.quorum]).toEqual([2, undefined]);
  const edit = (name: string) => {
    const by = { id: name, name, roles: [], mayReview: true };
    const value = storeValue({ to: "eu" }).stored;
    const answer = { type: "decide_approval", approvalId: "apr_1-3", verb: "edit", value, by } as const;
    return world.send({ ...answer, provenance: "person" }, { kind: "person", id: name, name });
  };
  expect([edit("ann").ok, world.state.openApprovals["apr_1-3"]]).toEqual([true, true]);
  expect(formatQuorum(termsOf(world.state, approvals["apr_1-3"] as ApprovalState))).toBe(
    "1 of 2 agreed on “{'to':'eu'}” (ann)",
  );
  expect([edit("bob").ok, world.state.openApprovals["apr_1-3"]]).toEqual([true, undefined]);
  const alone = askingAct({ quorum: 2 }, "ann", "bob");
  const by = { id: "carl", name: "carl", roles: [], mayReview: true };
  const approve = { type: "decide_approval", approvalId: "apr_1-3", verb: "approve", by } as const;
  alone.send({ ...approve, provenance: "person" }, { kind: "person", id: "carl", name: "carl" });
  expect(alone.state.openApprovals["apr_1-3"]).toBeUndefined();
});

it("has an agent hear of a refusal why from those alone who may let it act", () => {
  for (const [name, hears] of [
    ["bob", true],
    ["carl", false],
  ] as const) {
    const world = askingAct({ assignees: ["bob"] }, "bob");
    const by = { id: name, name, roles: [], mayReview: true };
    const answer = { type: "decide_approval", approvalId: "apr_1-3", verb: "reject", by } as const;
    const items = [
      { verdict: "reject" as const, excerpt: "a", reason: "to PRODUCTION" },
      { verdict: "accept" as const, excerpt: "b" },
    ];
    world.send(
      { ...answer, comment: "to PRODUCTION", items, provenance: "person" },
      { kind: "person", id: name, name },
    );
    const task = world.state.tasks.ship as TaskState;
    const heard = refusalHeard(world.state, task, callKey(1, "call_2"), "to PRODUCTION");
    expect(heard, name).toEqual(hears ? { comment: "to PRODUCTION", items } : {});
    expect([isLetAct(world.state, "ship"), isLetAct(world.state, "g")]).toEqual([true, true]);
    expect([wasReached(world.state, "deploy"), wasReached(world.state, "look")]).toEqual([true, false]);
  }
});

it("has an agent hear what was said of its call from the people of every control over it alone", () => {
  const gate = (id: string, assignees: string[]) =>
    ({ id, type: "human_review", gate: { prompt: "", assignees } }) as TaskDraft;
  const ship = { id: "ship", agent: "shipper", dependsOn: ["strict", "other"] };
  const agents = { shipper: { prompt: "Ship", tools: ["deploy"] } };
  const said = (by: string, met: string[], assignees: string[]) => {
    const world = new RunWorld({
      plan: planSchema.parse({
        ...planOf(gate("strict", ["bob"]), gate("other", assignees), ship),
        agents,
      }),
      tools: [{ name: "deploy", sideEffects: "external" }],
    });
    const answer = (approvalId: string, name: string, comment?: string) => {
      const voter = { id: name, name, roles: [], mayReview: true };
      const given = { type: "decide_approval", approvalId, verb: "approve", by: voter, comment } as const;
      const actor = { kind: "person", id: name, name } as const;
      expect(world.send({ ...given, provenance: "person" } as never, actor)).toMatchObject({ ok: true });
    };
    world.start();
    for (const id of ["strict", "other"]) {
      const shown = storeValue("ok").stored;
      world.send({ type: "gate_shown", shown, digest: id, prompt: "Ship?", ...world.keyOf(id) });
      answer(
        world.last("approval_opened").payload.approvalId,
        id === "strict" ? "bob" : (assignees[0] ?? "bob"),
      );
    }
    world.start();
    world.ask("ship", { kind: "tool_approval", tool: "deploy", callId: "c", obligations: met });
    answer(world.last("approval_opened").payload.approvalId, by, "to PRODUCTION");
    return wordsOnCall(world.state, world.state.tasks.ship as TaskState, callKey(1, "c"));
  };
  expect(said("carl", ["1/other"], ["carl"])).toEqual([]);
  expect(said("carl", ["1/other"], [])).toEqual([]);
  expect(said("bob", ["1/strict"], [])).toEqual([{ by: "bob", words: "to PRODUCTION" }]);
});
