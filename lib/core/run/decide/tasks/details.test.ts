import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { SimpleReason } from "../../events/reason";

const NO_JSON: SimpleReason = { code: "unreadable_answer", text: "No JSON." };
const settings = { detailOnDemand: true, maxConcurrency: 1, replanOnFailure: false };
const begun = (...tasks: TaskDraft[]): RunWorld => {
  const world = new RunWorld({ plan: planOf(...tasks), settings });
  world.start();
  return world;
};
const kindsInFlight = ({ state }: RunWorld) => Object.values(state.inFlight).map(({ kind }) => kind);
const write = (
  world: RunWorld,
  said: { details?: string[]; problem?: SimpleReason } = { details: ["Look."] },
) => world.send({ type: "details_written", ...world.keyOf("a"), ...said });

describe("a task that the plan gave no details", () => {
  it("has them written as the first thing of its first attempt, and then begins its work", () => {
    const world = begun({ id: "a" });
    expect(kindsInFlight(world)).toEqual(["detail"]);
    expect(world.status("a")).toBe("running");
    write(world);
    expect(world.state.tasks.a?.detailed).toEqual({ details: ["Look."] });
    world.start();
    expect(kindsInFlight(world)).toEqual(["run_attempt"]);
    world.succeed("a");
    expect(world.types("a")).toEqual(["task_started", "task_detailed", "task_succeeded"]);
  });

  it("keeps its plan version and its fingerprint", () => {
    const world = begun({ id: "a" });
    const before = structuredClone({ spec: world.state.tasks.a?.spec, digest: world.state.planDigest });
    write(world);
    expect({ spec: world.state.tasks.a?.spec, digest: world.state.planDigest }).toEqual(before);
    expect(world.state.planVersion).toBe(1);
    const plain = new RunWorld({ plan: planOf({ id: "a" }) }).run("a");
    world.run("a");
    expect(world.state.tasks.a?.fingerprint).toBe(plain.state.tasks.a?.fingerprint);
  });

  it("begins without any where none could be written", () => {
    const world = begun({ id: "a" });
    write(world, { problem: NO_JSON });
    expect(world.state.tasks.a?.detailed).toEqual({ problem: NO_JSON });
    world.start();
    expect(kindsInFlight(world)).toEqual(["run_attempt"]);
  });

  it("is asked about before it is asked whether its data suffices", () => {
    const world = begun({ id: "a", qualityGate: true });
    expect(kindsInFlight(world)).toEqual(["detail"]);
    write(world);
    world.start();
    expect(kindsInFlight(world)).toEqual(["quality_gate"]);
  });

  it("is not asked about again when it is tried again", () => {
    const world = begun({ id: "a", maxRetries: 1, onFailure: "retry" });
    write(world);
    world.start();
    world.fail("a");
    world.tick(1_000).start();
    expect(kindsInFlight(world)).toEqual(["run_attempt"]);
    expect(world.state.tasks.a).toMatchObject({ attempt: 2, detailed: { details: ["Look."] } });
  });

  it("is not changed by what comes when it has ended", () => {
    const world = begun({ id: "a" });
    const at = world.keyOf("a");
    world.send({ type: "skip_task", taskId: "a", reason: "not needed" }, ANNA);
    world.send({ type: "details_written", ...at, details: ["Look."] });
    expect(world.state.tasks.a).not.toHaveProperty("detailed");
    expect(world.types()).toContain("late_result");
  });
});

describe("no details are written", () => {
  it.each<[string, TaskDraft]>([
    ["of a task that has some", { id: "a", details: ["Look."] }],
    ["of a program", { id: "a", type: "direct", input: "(+ 1 1)" }],
    ["of a human gate", { id: "a", type: "human_review", gate: { prompt: "May it?" } }],
  ])("%s", (_, task) => {
    expect(kindsInFlight(begun(task))).not.toContain("detail");
  });

  it("where the run does not ask for them", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    expect(kindsInFlight(world)).toEqual(["run_attempt"]);
  });
});
