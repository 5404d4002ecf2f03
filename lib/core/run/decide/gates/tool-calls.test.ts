import { describe, expect, it, test } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Json } from "../../../json";
import { storeValue } from "../../../stored-value";
import { readEvent } from "../../events";
import { definitionAskedAbout } from "../../gates/of-task";
import type { RunSettings } from "../../settings";

const TOOL = { kind: "tool_approval", callId: "a" } as const;
const UNKNOWN = { kind: "unknown_outcome", callId: "b" } as const;

function started(settings: Partial<RunSettings> = {}): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "t" }, { id: "next", dependsOn: ["t"] }), settings });
  world.start();
  return world;
}

function asking(...asks: Parameters<RunWorld["ask"]>[1][]): RunWorld {
  const world = started();
  world.ask("t", ...asks.filter((ask) => ask !== undefined));
  return world;
}

function answer(world: RunWorld, nth: number, verb: GateVerb, value?: Json) {
  const stored = value === undefined ? {} : { value: storeValue(value).stored };
  const approvalId = `apr_1-${nth}`;
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...stored }, ANNA);
}

function toldLate(world: RunWorld, more: object = {}) {
  const { stored: value } = storeValue({ deployed: true });
  const key = "run_1/t/1/run_attempt/1";
  return world.send({
    type: "call_ended_late",
    key,
    taskId: "t",
    attempt: 1,
    step: 1,
    callId: "b",
    value,
    ...more,
  });
}

describe("calls that ask", () => {
  it("open a gate each, bound to what is shown, and their task waits and holds no place", () => {
    const world = asking({ ...TOOL, earlier: { preview: "done", at: 7 } }, UNKNOWN);
    expect(world.status("t")).toBe("waiting");
    expect(world.state.tasks.t?.approvalId).toBe("apr_1-1");
    expect([world.state.active, world.state.inFlight]).toEqual([{}, {}]);
    expect(world.state.approvals["apr_1-1"]).toMatchObject({
      verbs: ["approve", "edit", "reject"],
      subject: { callId: "a", tool: "deploy", step: 1, earlier: "done", earlierAt: 7 },
      shown: { inline: { version: "1" } },
    });
    expect(world.state.approvals["apr_1-2"]).toMatchObject({ verbs: ["happened", "run", "abort"] });
  });

  it("let the task go on when the last of them is answered, in whatever order", () => {
    const world = asking(TOOL, { ...TOOL, callId: "c" }, UNKNOWN);
    answer(world, 1, "approve");
    expect(world.state.tasks.t).toMatchObject({ status: "waiting", approvalId: "apr_1-2" });
    answer(world, 3, "run");
    expect(world.state.tasks.t).toMatchObject({ status: "waiting", approvalId: "apr_1-2" });
    answer(world, 2, "reject");
    expect(world.status("t")).toBe("running");
    expect(world.state.tasks.t?.verdicts).toEqual({
      "1/a": { verb: "approve" },
      "1/c": { verb: "reject" },
      "1/b": { verb: "run" },
    });
    expect(world.types("t").filter((type) => type === "task_resumed")).toHaveLength(1);
    expect(world.start()).toEqual(["t"]);
  });

  it("keep what a person entered, and take no answer without it", () => {
    const world = asking(TOOL, UNKNOWN);
    expect(answer(world, 1, "edit")).toMatchObject({
      error: { code: "invalid_input", message: '"edit" needs the arguments to run with.' },
    });
    expect(answer(world, 2, "happened")).toMatchObject({
      error: { message: '"happened" needs the value that becomes the result.' },
    });
    answer(world, 1, "edit", { version: "2" });
    answer(world, 2, "happened", "it is there");
    expect(world.status("t")).toBe("running");
    expect(world.state.tasks.t?.verdicts).toMatchObject({
      "1/a": { verb: "edit", value: { inline: { version: "2" } } },
      "1/b": { verb: "happened", value: { inline: "it is there" } },
    });
  });

  it("allow one run of a call: when it starts, its verdict is used up", () => {
    const world = asking(UNKNOWN);
    answer(world, 1, "run");
    world.start();
    const at = { ...world.keyOf("t"), step: 1, callId: "b", tool: "deploy" };
    world.send({ type: "tool_started", ...at, sideEffects: "write" });
    expect(world.state.tasks.t?.verdicts).toEqual({});
    world.send({ type: "take_lease", workerId: "w2" });
    world.start();
    world.ask("t", UNKNOWN);
    expect(world.state.tasks.t).toMatchObject({ status: "waiting", approvalId: "apr_1-2" });
  });

  it("are forgotten with their attempt", () => {
    const world = new RunWorld({ plan: planOf({ id: "t", onFailure: "retry", maxRetries: 1 }) });
    world.start();
    world.ask("t", UNKNOWN);
    answer(world, 1, "run");
    toldLate(world);
    world.start();
    world.fail("t");
    expect(world.state.tasks.t).toMatchObject({ attempt: 2, status: "running" });
    expect(world.state.tasks.t).not.toHaveProperty("verdicts");
    expect(world.state.tasks.t).not.toHaveProperty("lateCalls");
  });

  test.each(["pause", "cancel", "skip_task"] as const)("stand a %s", (type) => {
    const world = asking(TOOL);
    world.send(type === "skip_task" ? { type, taskId: "t", reason: "enough" } : { type }, ANNA);
    if (type === "pause") {
      answer(world, 1, "approve");
      expect(world.start()).toEqual([]);
      world.send({ type: "resume" }, ANNA);
      expect(world.start()).toEqual(["t"]);
    } else {
      expect(world.state.openApprovals).toEqual({});
      expect(world.state.waiting).toEqual({});
      expect(answer(world, 1, "approve")).toMatchObject({ ok: false, error: { code: "superseded" } });
    }
  });

  it("ask again in a fork, each by itself", () => {
    const world = asking(TOOL, UNKNOWN);
    const fork = world.fork(world.state.seq);
    expect(Object.keys(fork.state.openApprovals)).toEqual(["apr_2-3", "apr_2-4"]);
    expect(fork.state.tasks.t).toMatchObject({ status: "waiting", approvalId: "apr_2-3" });
    for (const [approvalId, verb] of [
      ["apr_2-3", "approve"],
      ["apr_2-4", "run"],
    ] as const) {
      fork.send({ type: "decide_approval", approvalId, verb, provenance: "person" }, ANNA);
    }
    expect(fork.status("t")).toBe("running");
    expect(fork.state.tasks.t?.verdicts).toEqual({ "1/a": { verb: "approve" }, "1/b": { verb: "run" } });
  });

  it.each<GateVerb>(["approve", "edit"])("may not run in a fork by an answer of the parent: %s", (verb) => {
    const world = asking(TOOL, { ...TOOL, callId: "c" });
    answer(world, 1, verb, verb === "edit" ? { version: "2" } : undefined);
    expect(world.state.tasks.t?.verdicts).toMatchObject({ "1/a": { verb } });
    const fork = world.fork(world.state.seq);
    expect(fork.status("t")).toBe("waiting");
    expect(fork.state.tasks.t).not.toHaveProperty("verdicts");
    fork.send(
      { type: "decide_approval", approvalId: "apr_2-3", verb: "reject", provenance: "person", comment: "no" },
      ANNA,
    );
    expect(fork.status("t")).toBe("running");
    expect(fork.state.tasks.t?.verdicts).toEqual({ "1/c": { verb: "reject", comment: "no" } });
  });

  it("lose in a fork all leave of their attempt, whatever the status of its task", () => {
    const world = asking({ ...TOOL, pause: { reason: "approval_required" } }, TOOL);
    answer(world, 1, "approve");
    expect(world.state.tasks.t).toHaveProperty("granted");
    const { tasks } = world.fork(world.state.seq).state;
    for (const task of Object.values(tasks))
      for (const leave of ["verdicts", "begunBy", "granted"]) expect(task).not.toHaveProperty(leave);
  });

  it("of a gate that names no step are those of the attempt's last", () => {
    const world = asking(UNKNOWN);
    const opened = world.last("approval_opened");
    const { step: _step, ...subject } = opened.payload.subject ?? {};
    const gate = world.state.approvals["apr_1-1"];
    Object.assign(gate ?? {}, { subject });
    Object.assign(world.state.tasks.t?.attempts[0] ?? {}, { steps: 3 });
    answer(world, 1, "run");
    expect(world.state.tasks.t?.verdicts).toEqual({ "3/b": { verb: "run" } });
  });
});

describe("the end of a call, told by a worker without the lease", () => {
  it("answers the gate that asks about it, by itself, and says so", () => {
    const world = asking(UNKNOWN);
    expect(toldLate(world)).toMatchObject({ ok: true });
    expect(world.last("task_resumed").payload).toMatchObject({ callId: "b", verb: "happened" });
    expect(world.state.approvals["apr_1-1"]).toMatchObject({
      status: "decided",
      decided: { verb: "happened", provenance: "auto", by: { kind: "worker" } },
    });
    expect(world.state.tasks.t).toMatchObject({
      status: "running",
      verdicts: { "1/b": { verb: "happened", value: { inline: { deployed: true } } } },
    });
  });

  it("answers it also where the call has failed, and leaves the other gates of the task open", () => {
    const world = asking(TOOL, UNKNOWN);
    world.send({
      type: "call_ended_late",
      key: "k",
      taskId: "t",
      attempt: 1,
      step: 1,
      callId: "b",
      error: "no disk",
    });
    expect(world.state.approvals["apr_1-2"]?.decided?.because).toEqual({
      code: "late_end",
      error: "no disk",
    });
    expect(world.status("t")).toBe("waiting");
  });

  it("comes before the question: nobody is asked, and the attempt is taken up again", () => {
    const world = started();
    toldLate(world);
    expect(readEvent(JSON.parse(JSON.stringify(world.last("late_result")))).payload).toMatchObject({
      kind: "tool_finished",
      call: { taskId: "t", attempt: 1, step: 1, callId: "b" },
    });
    world.ask("t", UNKNOWN);
    expect(world.last("effects_released").payload.cause).toBe("calls_ended");
    expect([world.status("t"), world.state.openApprovals]).toEqual(["running", {}]);
    expect(world.start()).toEqual(["t"]);
  });

  it("keeps no other call from asking", () => {
    const world = started();
    toldLate(world);
    world.ask("t", UNKNOWN, { ...TOOL, callId: "b" });
    expect(Object.values(world.state.approvals).map(({ kind }) => kind)).toEqual(["tool_approval"]);
  });

  it("answers no gate that asks something else about it", () => {
    const world = asking({ ...TOOL, callId: "b" });
    toldLate(world);
    expect(world.state.approvals["apr_1-1"]?.status).toBe("open");
    expect(world.last("late_result").payload.value).toMatchObject({ inline: { deployed: true } });
  });

  it("is evidence without a value where the call gave none", () => {
    const world = started();
    const ended = { key: "k", taskId: "t", attempt: 1, step: 1, callId: "b", error: "no disk" };
    world.send({ type: "call_ended_late", ...ended });
    expect(world.last("late_result").payload).not.toHaveProperty("value");
  });

  test.each<[string, (world: RunWorld) => unknown]>([
    ["whose gate a person has answered", (world) => answer(world, 1, "run") && toldLate(world)],
    ["of another step", (world) => toldLate(world, { step: 2 })],
    ["of another call", (world) => toldLate(world, { callId: "x" })],
    ["of an earlier attempt", (world) => toldLate(world, { attempt: 7 })],
    ["of a task that the run does not have", (world) => toldLate(world, { taskId: "x" })],
    ["of a run that has ended", (world) => world.send({ type: "cancel" }, ANNA) && toldLate(world)],
  ])("%s is evidence, and changes nothing", (_, tell) => {
    const world = asking(UNKNOWN);
    tell(world);
    expect(world.types().at(-1)).toBe("late_result");
    expect(world.events.filter(({ type }) => type === "approval_decided").length).toBeLessThan(2);
  });
});

/** A task that has recorded the start of a writing call, under the epoch of its worker. */
function writing(): RunWorld {
  const world = started();
  start(world);
  expect(world.state.tasks.t?.writing).toEqual({ "1/b": { epoch: world.state.epoch } });
  return world;
}

function start(world: RunWorld) {
  const at = { ...world.keyOf("t"), step: 1, callId: "b", tool: "deploy" };
  return world.send({ type: "tool_started", ...at, sideEffects: "write" });
}

describe("a call that is known to have ended", () => {
  test.each<[string, (world: RunWorld) => void]>([
    ["its lost worker", (world) => void toldLate(world)],
    ["a person", (world) => void (world.ask("t", UNKNOWN) && answer(world, 1, "happened", "done"))],
  ])("by %s holds up no replan", (_, tell) => {
    const world = writing();
    tell(world);
    expect(world.state.tasks.t?.writing).toBeUndefined();
  });
});

describe("the place of a task that waits", () => {
  it("is free for another; going on, it takes the next one that comes free", () => {
    const plan = planOf({ id: "t" }, { id: "u" }, { id: "v" });
    const world = new RunWorld({ plan, settings: { maxConcurrency: 1 } });
    world.start();
    world.ask("t", TOOL);
    expect(world.start()).toEqual(["u"]);
    answer(world, 1, "approve");
    expect(world.status("t")).toBe("running");
    expect(world.start()).toEqual([]);
    world.succeed("u");
    expect(world.start()).toEqual(["t"]);
    world.succeed("t");
    expect(world.start()).toEqual(["v"]);
  });
});

describe("a tool that its server changes while people are asked about it", () => {
  const served = (callId: string, definition = "old") => ({ ...TOOL, callId, tool: "s__deploy", definition });
  const change = (world: RunWorld, definitions: Record<string, string | null> = { s__deploy: "new" }) =>
    world.send({ type: "tools_changed", definitions });
  const reason = { code: "tool_changed", tool: "s__deploy", parts: [], since: true };

  it.each([
    ["another definition", "new"],
    ["none", null],
  ])("takes the question away at once with %s, and its task is at work again", (_, definition) => {
    const world = asking(served("a"));
    change(world, { s__deploy: definition });
    expect(world.last("approval_superseded").payload).toEqual({ approvalId: "apr_1-1", reason });
    expect(world.state.openApprovals).toEqual({});
    expect(world.state.tasks.t).toMatchObject({ status: "running", askedAgain: 1 });
    expect(answer(world, 1, "approve")).toMatchObject({ error: { code: "superseded" } });
    world.start();
    world.ask("t", served("a", "new"));
    expect(world.state.approvals["apr_1-2"]).toMatchObject({ status: "open", supersedes: "apr_1-1" });
  });

  it("asks about a call that may have happened again, too", () => {
    const world = asking({ ...served("a"), kind: "unknown_outcome" });
    change(world);
    expect(world.state.tasks.t).toMatchObject({ status: "running" });
  });

  it("leaves the task waiting for what it is asked about other calls", () => {
    const world = asking(served("a"), { ...TOOL, callId: "own" }, served("c"));
    change(world);
    expect(Object.keys(world.state.openApprovals)).toEqual(["apr_1-2"]);
    expect(world.state.tasks.t).toMatchObject({ status: "waiting", approvalId: "apr_1-2" });
    answer(world, 2, "approve");
    expect(world.status("t")).toBe("running");
    const { t } = world.state.tasks;
    const asked = (key: string) => t && definitionAskedAbout(world.state, t, key);
    expect([asked("1/a"), asked("1/own"), asked("1/none")]).toEqual(["old", undefined, undefined]);
    world.start();
    world.ask("t", served("c", "new"), served("a", "new"));
    expect(world.state.approvals).toMatchObject({
      "apr_1-4": { supersedes: "apr_1-3" },
      "apr_1-5": { supersedes: "apr_1-1" },
    });
    expect(asked("1/a")).toBeUndefined();
    change(world, { s__deploy: "newer" });
    world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    expect(asked("1/a")).toBe("new");
  });

  it.each([
    ["is shown as it was", { s__deploy: "old" }],
    ["is another one", { s__look: "new" }],
  ])("leaves the question where the tool %s", (_, definitions) => {
    const world = asking(served("a"), UNKNOWN);
    const { seq } = world.state;
    change(world, definitions);
    expect(world.state.seq).toBe(seq);
  });
});
