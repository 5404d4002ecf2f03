import { describe, expect, it } from "vitest";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { Overview } from "./overview";

/** What the overview says of a task, with these facts of it changed. */
function show({ state }: { state: RunState }, taskId: string, change: Partial<TaskState> = {}): string {
  const task = { ...(state.tasks[taskId] as TaskState), ...change };
  return renderText(<Overview state={state} task={task} onSelect={() => {}} />);
}

const plan = planOf(
  { id: "a", title: "Look", maxRetries: 1, onFailure: "retry", input: "Look around" },
  { id: "b", title: "Tell", dependsOn: ["a"] },
);
const begun = (...ids: string[]) => {
  const world = new RunWorld({ plan }).run(...ids);
  world.start();
  return world;
};

describe("Overview", () => {
  it("shows what a task waits for, what it depends on and what needs it", () => {
    const world = begun();
    expect(show(world, "b")).toMatch(/^Status Waiting for a task: .*Look/);
    expect(show(world, "b")).toMatch(/Depends on Look ◐ running$/);
    expect(show(world, "a")).toMatch(/Depends on Nothing\. It can start right away\. Needed by Tell/);
  });

  it("shows a result and its evidence once there is one", () => {
    expect(show(begun(), "a")).not.toMatch(/Result /);
    expect(show(begun(), "a")).toContain("Evidence No result to verify yet.");
    const done = show(begun("a"), "a");
    expect(done).toContain("Result a done");
    expect(done).toContain("not verified");
  });

  it("shows the decision of a review from its proposal on, in place of a result and its evidence", () => {
    const world = holdingReview("CONTINUE");
    expect(show(world, "r")).toMatch(/Decision Proposed CONTINUE/);
    const decided = show(world.tick(60_000), "r");
    expect(decided).toMatch(/Decision .*CONTINUE/);
    expect(decided).not.toMatch(/Result |Evidence /);
  });

  it("shows every attempt with its end and what was wrong with it", () => {
    const world = begun();
    world.fail("a", "The site is down.");
    world.tick(60_000).start();
    const page = show(world, "a");
    expect(page).toMatch(/Attempts 2 of 2 Attempt 1 .*failed The site is down\. Attempt 2 .*running/);
    expect(show(new RunWorld({ plan }), "b")).not.toContain("Attempts");
  });

  it("numbers the attempts of a fork as its own, and says which was its parent's", () => {
    const world = begun();
    const fork = world.fork(world.state.seq);
    fork.start();
    expect(show(fork, "a")).toMatch(/Attempts 1 of 2 Attempt 1 \(in the parent run\) .* Attempt 1 .*running/);
  });

  it("counts the steps of an attempt where there are any", () => {
    const attempt = { attempt: 1, startedAt: 0, endedAt: 5_000, outcome: "succeeded" as const, checks: [] };
    const steps = (count: number) => show(begun("a"), "a", { attempts: [{ ...attempt, steps: count }] });
    expect(steps(0)).not.toContain("step");
    expect(steps(1)).toContain("1 step · 5 s");
    expect(steps(2)).toContain("2 steps · 5 s");
  });

  it("says what continues a task that a later plan version dropped", () => {
    const world = begun();
    const { a, b } = world.state.tasks as Record<string, TaskState>;
    const spec = { ...(b as TaskState).spec, title: "Look closer", lineage: (a as TaskState).spec.lineage };
    const tasks = { ...world.state.tasks, c: { ...(b as TaskState), id: "c", sinceVersion: 2, spec } };
    expect(show({ state: { ...world.state, tasks } }, "a", { status: "superseded" })).toMatch(
      /Continued by .*Look closer/,
    );
    expect(show(world, "a", { status: "superseded" })).not.toContain("Continued by");
  });

  it("warns of a synthesis that compressed too little, and knows no count that nobody gave", () => {
    const within = { inputTokens: 10_000, outputTokens: 500, limit: 1_000, attempt: 1 };
    expect(show(begun("a"), "a", { synthesis: within })).toContain("10,000 tokens read, 500 tokens written");
    expect(show(begun("a"), "a", { synthesis: within })).not.toContain("This gate");
    expect(show(begun("a"), "a", { synthesis: { ...within, outputTokens: 2_000 } })).toContain("This gate");
    const { inputTokens: _, ...unknown } = within;
    expect(show(begun("a"), "a", { synthesis: unknown })).toContain("unknown tokens read");
  });

  it("shows what the critic says of this task alone", () => {
    const finding = (taskId: string, message: string) => ({
      key: message,
      code: "optimism_bias",
      severity: "warning",
      message,
      taskId,
    });
    const { stored: findings } = storeValue([
      finding("a", "Says not what to look at."),
      finding("b", "Tells nobody."),
    ]);
    const critique = { by: "static" as const, score: 7, summary: "", gravest: [], findings, omitted: 0 };
    const world = new RunWorld({ plan, critique });
    expect(show(world, "a")).toMatch(/Critique plan v1 .*Says not what to look at\./);
    expect(show(world, "a")).not.toContain("Tells nobody.");
  });

  it("shows what was expected of it beside its result, or why nobody has said it", () => {
    const said = {
      reasoning: "It was mapped once.",
      expectedOutcome: "A site map",
      alternatives: ["Ask."],
      confidence: 0.7,
    };
    expect(show(begun(), "a", { reasoned: { said } })).toMatch(
      /Expected 70 % sure A site map It was mapped once\. Ask\./,
    );
    const problem = statedReason("The model was busy.");
    expect(show(begun(), "a", { reasoned: { said: null, problem } })).toContain(
      "Expected Unknown: The model was busy.",
    );
    expect(show(begun(), "a")).not.toContain("Expected");
  });

  it("shows the details that were written just before, or why there are none", () => {
    const detailed = (facts: NonNullable<TaskState["detailed"]>) => show(begun(), "a", { detailed: facts });
    expect(detailed({ details: ["Begin with the site map."] })).toMatch(
      /Generated just before the task started Begin with the site map\./,
    );
    const problem = statedReason("The model was busy.");
    expect(detailed({ problem })).toContain("Started without details: The model was busy.");
    expect(show(begun(), "a")).toContain("Instructions Look around");
  });
});
