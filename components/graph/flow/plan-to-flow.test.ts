import { describe, expect, it } from "vitest";
import { foldId } from "@/lib/core/layout/blocks";
import type { Plan } from "@/lib/core/plan/schema";
import { storePlan } from "@/lib/core/plan/store";
import { createKeyframes } from "@/lib/core/run/keyframes";
import { storeValue } from "@/lib/core/stored-value";
import { reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { shallowEqual, type TaskComments, type TaskFacts } from "../facts";
import { planToFlow } from "./plan-to-flow";

const DIAMOND = planOf(
  { id: "a", title: "Begin" },
  { id: "b", dependsOn: ["a"], agent: "default" },
  { id: "c", dependsOn: ["a"], type: "synthesis_gate" },
  { id: "d", dependsOn: ["b", "c"], type: "human_review" },
);

/** Of a copy: the world changes its own state, and what a page draws never changes. */
const node = (world: RunWorld, id: string, options = {}) => {
  const found = planToFlow(structuredClone(world.state), options).nodes.find((one) => one.id === id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
};
const edge = (world: RunWorld, id: string, options = {}) =>
  planToFlow(structuredClone(world.state), options).edges.find((one) => one.id === id);

/** `b` failed its check, so that a replan put `c` in the place of `b` and what came after. */
function replanned() {
  const first = planOf(
    { id: "a" },
    { id: "b", dependsOn: ["a"], maxRetries: 0 },
    { id: "late", dependsOn: ["b"] },
  );
  const world = new RunWorld({ plan: first }).run("a");
  world.start();
  world.refuse("b", "not good");
  world.start();
  const second = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["a"] });
  const plan = offer(second, storePlan(first).plan);
  world.send({ type: "replan_written", key: world.keyOfKind("replan"), plan, fromVersion: 1, renamed: [] });
  return { world, first, second };
}

describe("a plan as a graph", () => {
  it("shows a status in the place of a task's own, where one is given", () => {
    const world = new RunWorld({ plan: DIAMOND });
    const look = { icon: "≠", word: "replay mismatched (1)", tone: "bad" } as const;
    const options = { looks: new Map([["a", look]]) };
    expect(node(world, "a", options)).toMatchObject(look);
    expect(node(world, "b", options)).toMatchObject({ word: node(world, "b").word });
  });

  it("has a node for each task by level, and an edge for each dependency", () => {
    const { nodes, edges, blocks } = planToFlow(new RunWorld({ plan: DIAMOND }).state);
    expect(nodes.map(({ id, level }) => [id, level])).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 1],
      ["d", 2],
    ]);
    expect(edges.map(({ id }) => id)).toEqual(["a→b", "a→c", "b→d", "c→d"]);
    expect(blocks).toHaveLength(1);
    expect(nodes.map(({ actor }) => actor)).toEqual(["", "", "synthesis gate", "human gate"]);
  });

  it("keeps the edges as they were last, all of them where an event changes none", () => {
    const world = new RunWorld({ plan: DIAMOND });
    const graphNow = () => planToFlow(structuredClone(world.state));
    const first = graphNow();
    expect(graphNow().edges).toBe(first.edges);
    world.run("a").start();
    const then = graphNow();
    const changed = then.edges.filter((one, at) => one !== first.edges[at]);
    expect(changed.map(({ id, flowing }) => [id, flowing])).toEqual([
      ["a→b", true],
      ["a→c", true],
    ]);
  });

  it("says of a task that its call waits for a limit, and no longer that it runs", () => {
    const world = startedWorld({ maxTokens: 100 });
    expect(node(world, "a").word).toBe("running");
    reserve(world, "a", { tokens: 200 });
    expect(node(world, "a")).toMatchObject({ word: "limit reached", tone: "plain" });
    // The state of the task is the same object before and after.
    const { state } = world;
    planToFlow(state);
    const lifted = { ...state, ledger: { ...state.ledger, queued: {} } };
    expect(planToFlow(lifted).nodes.find(({ id }) => id === "a")?.word).toBe("running");
  });

  it("is empty before there is a plan", () => {
    expect(planToFlow(new RunWorld().state)).toMatchObject({
      nodes: [],
      edges: [],
      blocks: [],
      foldable: [],
      dropped: 0,
    });
  });

  it("lets data flow into what runs, and colours what waits for a person", () => {
    const world = new RunWorld({ plan: DIAMOND }).run("a");
    world.start();
    expect(edge(world, "a→b")).toMatchObject({ flowing: true, tone: "run" });
    expect(edge(world, "b→d")).toMatchObject({ flowing: false, tone: "line" });
    world.succeed("b");
    world.succeed("c");
    world.start();
    const { stored: shown } = storeValue(null);
    world.send({ type: "gate_shown", ...world.keyOf("d"), prompt: "Well?", digest: "x", shown });
    expect(world.status("d")).toBe("waiting");
    expect(edge(world, "b→d")).toMatchObject({ tone: "person" });
    expect(node(world, "d")).toMatchObject({ tone: "person", approvalId: expect.any(String) });
  });

  it("says attempts, times, and what a failure is", () => {
    const world = new RunWorld({ plan: planOf({ id: "a", onFailure: "retry", maxRetries: 1 }) });
    world.start();
    world.tick(1_000);
    world.fail("a");
    expect(node(world, "a")).toMatchObject({ attempt: 2, attempts: 2, tone: "retry", endedAt: undefined });
    world.tick(1_000).start();
    world.fail("a");
    expect(node(world, "a")).toMatchObject({ status: "failed", evidence: "failed", tone: "bad" });
  });

  it("names the person who accepted a result", () => {
    const world = new RunWorld({ plan: planOf({ id: "a", type: "human_review" }) });
    const { state } = world;
    const task = state.tasks.a;
    if (!task) throw new Error("no task");
    task.status = "succeeded";
    const decided = { by: ANNA, at: 1, verb: "approve", provenance: "person" };
    Object.assign(state.approvals, { x: { approvalId: "x", taskId: "a", openedSeq: 1, decided } });
    expect(node(world, "a")).toMatchObject({ evidence: "accepted", word: "accepted by Anna", tone: "amber" });
  });

  it("names the person who answers for a result, amber, whatever was checked before", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }) });
    world.start();
    world.refuse("a", "too low");
    world.send({ type: "accept_result", taskId: "a", reason: "good enough" }, ANNA);
    const { stored: value } = storeValue("by hand");
    world.send({ type: "supply_result", taskId: "b", value, reason: "measured" }, ANNA);
    expect(node(world, "a")).toMatchObject({ evidence: "accepted", word: "accepted by Anna", tone: "amber" });
    expect(node(world, "b")).toMatchObject({ evidence: "accepted", word: "supplied by Anna", tone: "amber" });
  });

  it("counts a person's retry beyond the attempts that the plan has", () => {
    const world = new RunWorld({ plan: planOf({ id: "a", maxRetries: 0 }) });
    world.start();
    world.fail("a");
    world.send({ type: "retry_task", taskId: "a" }, ANNA);
    world.start();
    expect(node(world, "a")).toMatchObject({ word: "attempt 2 of 2", attempts: 2, tone: "retry" });
  });

  it("gives what its calls cost, and says when that is not known", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) }).run("a");
    const spent = { calls: 2, unpricedCalls: 0, costMicroUsd: 600, uncountedCalls: 0, tokens: 9 };
    Object.assign(world.state.tasks.a ?? {}, { spent });
    Object.assign(world.state.tasks.b ?? {}, { spent: { ...spent, unpricedCalls: 1 } });
    expect(node(world, "a").costUsd).toBe(0.0006);
    expect(node(world, "b").costUsd).toBeNull();
    expect(node(new RunWorld({ plan: DIAMOND }), "a").costUsd).toBeUndefined();
  });
});

describe("replanned work", () => {
  it("stays visible as a ghost, in a block of the version that brought it", () => {
    const { world } = replanned();
    expect(node(world, "late")).toMatchObject({ ghost: true, status: "superseded", word: "dropped" });
    expect(edge(world, "b→late")).toMatchObject({ ghost: true });
    const { blocks } = planToFlow(world.state);
    expect(blocks.map(({ nodes, parents }) => [nodes, parents])).toEqual([
      [["a", "b", "late"], []],
      [["c"], ["a"]],
    ]);
  });

  it("says which version dropped it, and what it is without it", () => {
    const { world } = replanned();
    expect(node(world, "late").droppedIn).toBe(2);
    const { nodes, edges, blocks, dropped } = planToFlow(world.state, { ghosts: false });
    expect([dropped, nodes.map(({ id }) => id)]).toEqual([1, ["a", "b", "c"]]);
    expect(edges.map(({ id }) => id)).not.toContain("b→late");
    expect(blocks).toEqual(planToFlow(world.state).blocks);
  });

  it("is shown while it is selected or has comments, whatever else is hidden", () => {
    const { world } = replanned();
    expect(node(world, "late", { ghosts: false, selectedTaskId: "late" })).toMatchObject({ ghost: true });
    const comments = new Map([["late", { comments: 1, commentsAre: "stale" }]]);
    expect(node(world, "late", { ghosts: false, comments })).toMatchObject({ ghost: true });
  });

  it("is hidden by itself once there is much of it", () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ id: `old_${n}` }));
    const { state } = new RunWorld({ plan: planOf({ id: "a" }, ...many) });
    for (const { id } of many) Object.assign(state.tasks[id] ?? {}, { status: "superseded" });
    expect(planToFlow(state)).toMatchObject({ dropped: 9, ghostsShown: false });
    expect(planToFlow(state, { ghosts: true }).nodes).toHaveLength(10);
  });

  it("leaves the first block as it was before", () => {
    const { world, first } = replanned();
    const before = planToFlow(new RunWorld({ plan: first }).state).blocks[0];
    expect(planToFlow(world.state).blocks[0]?.key).toBe(before?.key);
  });
});

describe("comparing versions", () => {
  const overlay = (before: Plan, after: Plan) => ({ overlay: { before, after } });

  it("marks what came, went and changed, and locks what is done", () => {
    const { world, first, second } = replanned();
    const options = overlay(first, second);
    expect(node(world, "a", options)).toMatchObject({ locked: true, mark: undefined });
    expect(node(world, "c", options)).toMatchObject({ mark: "added", ghost: false });
    expect(node(world, "late", options)).toMatchObject({ mark: "removed", ghost: true });
    expect(edge(world, "a→c", options)).toMatchObject({ mark: "added" });
    expect(edge(world, "b→late", options)).toMatchObject({ mark: "removed" });
    expect(edge(world, "a→b", options)).toMatchObject({ mark: undefined });
  });

  it("shows a task that comes again under another id once, as changed, on the edges that it had", () => {
    const world = new RunWorld({ plan: DIAMOND });
    const next = planOf(
      ...DIAMOND.tasks.map((task) =>
        task.id === "b"
          ? { ...task, id: "b2", input: "Other" }
          : { ...task, dependsOn: task.dependsOn.map((id) => (id === "b" ? "b2" : id)) },
      ),
    );
    const options = overlay(DIAMOND, next);
    const { nodes } = planToFlow(world.state, options);
    expect(nodes.map(({ id }) => id).sort()).toEqual(["a", "b2", "c", "d"]);
    expect(node(world, "b2", options)).toMatchObject({ mark: "changed", ghost: false });
    expect(node(world, "d", options)).toMatchObject({ mark: undefined });
    expect(edge(world, "b2→d", options)).toMatchObject({ mark: undefined });
  });

  it("shows a proposal that the run does not have yet, without moving the rest", () => {
    const world = new RunWorld({ plan: DIAMOND });
    const next = planOf(
      ...DIAMOND.tasks.map((task) =>
        task.id === "d"
          ? { ...task, dependsOn: ["b", "new"] }
          : task.id === "b"
            ? { ...task, title: "Other" }
            : task,
      ),
      { id: "new", dependsOn: ["c"] },
    );
    const options = overlay(DIAMOND, next);
    expect(node(world, "new", options)).toMatchObject({ mark: "added", status: "pending" });
    expect(node(world, "b", options)).toMatchObject({ mark: "changed" });
    expect(node(world, "d", options)).toMatchObject({ mark: "changed" });
    expect(edge(world, "new→d", options)).toMatchObject({ mark: "moved" });
    expect(edge(world, "c→d", options)).toMatchObject({ mark: "removed" });
    const [first, second] = planToFlow(world.state, options).blocks;
    expect(first?.key).toBe(planToFlow(world.state).blocks[0]?.key);
    expect(second).toMatchObject({ nodes: ["new"], parents: ["c"] });
  });

  it("looks for places of dropped tasks that have none once they are shown", () => {
    const { world } = replanned();
    const placed = new Map(["a", "b", "c"].map((id) => [id, 0]));
    const blocks = (ghosts: boolean) => planToFlow(world.state, { ghosts, placed }).blocks;
    expect(blocks(false)).toEqual([]);
    expect(blocks(true)).toMatchObject([{ nodes: ["late"] }]);
  });

  it("shows only tasks of the compared versions", () => {
    const { world, first } = replanned();
    const { nodes, blocks } = planToFlow(world.state, overlay(first, first));
    expect(nodes.map(({ id }) => id)).toEqual(["a", "b", "late"]);
    expect(blocks.flatMap((block) => block.nodes)).toContain("c");
  });
});

const FOLD = foldId(0);
const EVERY = new Set([0, 1, 2, 3, 4]);

describe("folding finished levels", () => {
  it("puts one node in the place of the tasks", () => {
    const world = new RunWorld({ plan: DIAMOND }).run("a");
    expect(planToFlow(world.state).foldable).toEqual([0]);
    const { nodes, edges, blocks } = planToFlow(world.state, { foldedLevels: EVERY });
    expect(nodes[0]).toMatchObject({
      id: FOLD,
      title: "1 finished task",
      actor: "level 1",
      word: "finished",
    });
    expect(nodes.map(({ id }) => id)).toEqual([FOLD, "b", "c", "d"]);
    expect(edges[0]).toMatchObject({ source: FOLD, target: "b" });
    expect(blocks[0]?.nodes).toEqual([FOLD, "b", "c", "d"]);
    const placed = new Map(["a", "b", "c", "d"].map((id) => [id, 0]));
    const { blocks: none, all, folds } = planToFlow(world.state, { foldedLevels: EVERY, placed });
    expect(none).toEqual([]);
    expect(all.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect([...folds]).toEqual([["a", FOLD]]);
    expect(blocks[0]?.edges[0]).toMatchObject({ source: FOLD, target: "b" });
  });

  it("shows on it what people say of them, by the most pressing", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a" }, { id: "b" }, { id: "c", dependsOn: ["a", "b"] }),
    }).run("a", "b");
    const fold = (comments: Map<string, TaskComments>) =>
      planToFlow(world.state, { foldedLevels: EVERY, comments }).nodes[0];
    const open = { comments: 1, commentsAre: "open" } as const;
    const stale = { comments: 2, commentsAre: "stale" } as const;
    expect(fold(new Map())).toMatchObject({ comments: 0, commentsAre: undefined });
    expect(fold(new Map([["a", stale]]))).toMatchObject(stale);
    for (const both of [
      new Map<string, TaskComments>([
        ["a", open],
        ["b", stale],
      ]),
      new Map<string, TaskComments>([
        ["a", stale],
        ["b", open],
      ]),
    ])
      expect(fold(both)).toMatchObject({ id: FOLD, comments: 3, commentsAre: "open" });
  });

  it("folds each run of adjacent levels by itself, also behind one that is still open, and leaves what was opened", () => {
    // Of the last three levels one task was still to do behind the third.
    const world = new RunWorld({
      plan: planOf(
        ...[{ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["a"] }],
        ...[
          { id: "d", dependsOn: ["b"] },
          { id: "e", dependsOn: ["d"] },
        ],
      ),
    }).run("a", "b", "d", "e");
    const { foldable, nodes, edges, folds } = planToFlow(world.state, { foldedLevels: EVERY });
    expect(foldable).toEqual([0, 2, 3]);
    expect(nodes.map(({ id, title, actor }) => [id, title, actor])).toEqual([
      [foldId(0), "1 finished task", "level 1"],
      ...[
        ["b", "b", expect.anything()],
        ["c", "c", expect.anything()],
      ],
      [foldId(2), "2 finished tasks", "levels 3–4"],
    ]);
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      [foldId(0), "b"],
      [foldId(0), "c"],
      ["b", foldId(2)],
    ]);
    expect([...folds.keys()]).toEqual(["a", "d", "e"]);
    const opened = planToFlow(world.state, { foldedLevels: new Set([0]) });
    expect(opened.nodes.map(({ id }) => id)).toEqual([foldId(0), "b", "c", "d", "e"]);
    // Of a moment before, what had not ended then is not folded.
    const before = createKeyframes(world.state.runId).stateAt(world.events, world.events.length - 4);
    expect(planToFlow(before, { foldedLevels: EVERY }).nodes.map(({ id }) => id)).toContain("e");
  });

  it("never folds everything", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) }).run("a", "b");
    expect(planToFlow(world.state).foldable).toEqual([0]);
  });
});

describe("one event after the other", () => {
  it("makes other facts of the few tasks that it is about, and other edges at them: nothing else is drawn again", () => {
    const tasks = Array.from({ length: 30 }, (_, n) => ({
      id: `t${n}`,
      dependsOn: n % 2 === 1 ? [`t${n - 1}`] : [],
    }));
    const { events, state } = new RunWorld({ plan: planOf(...tasks) }).run(...tasks.map(({ id }) => id));
    const frames = createKeyframes(state.runId);
    const others = <T>(after: readonly T[] = [], before: readonly T[] = []) =>
      before.length === 0 ? [] : after.filter((one) => !before.includes(one));
    const changed = events.map(({ seq }) => {
      const [before, after] = [seq - 1, seq].map((at) => planToFlow(frames.stateAt(events, at)));
      const isAsBefore = (facts: TaskFacts, at: number) => shallowEqual(facts, before?.nodes[at] ?? facts);
      return {
        drawn: after?.nodes.filter((facts, at) => !isAsBefore(facts, at)).length ?? 0,
        nodes: others(after?.nodes, before?.nodes).length,
        edges: others(after?.edges, before?.edges).length,
      };
    });
    const most = (of: "drawn" | "nodes" | "edges") => Math.max(...changed.map((one) => one[of]));
    expect(changed.length).toBeGreaterThan(30);
    // The one that waited for it counts down.
    expect([most("drawn"), most("nodes"), most("edges")]).toEqual([1, 2, 1]);
  });
});
