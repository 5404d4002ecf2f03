import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import type { Decision, Plan } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import type { RunEvent } from "..";
import { heldDigest } from "../gates/shown";
import type { TaskState } from "../state";

const HOLD_MS = 15_000;
const BOB = { kind: "person", id: "bob", name: "Bob" } as const;
const tasks = [
  { id: "a" },
  { id: "r", type: "planning_review" as const, dependsOn: ["a"] },
  { id: "b", dependsOn: ["r"] },
];

/** A run whose review proposes to continue, and whose decision is held. */
function heldRun(): RunWorld {
  const settings = { reviewMode: "hold" as const, reviewHoldMs: HOLD_MS };
  const world = new RunWorld({ plan: planOf(...tasks), settings });
  world.run("a").start();
  propose(world);
  return world;
}

function propose(world: RunWorld): void {
  const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [], reviewer: "lead" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
}

const override = (world: RunWorld, decision: Decision) =>
  world.send({ type: "override_review", taskId: "r", decision, reason: "I know better" }, ANNA);
const wish = (world: RunWorld) =>
  world.send(
    { type: "request_replan", instruction: "Do b otherwise", expectedPlanVersion: world.state.planVersion },
    ANNA,
  );

/** What has ended, the review if it is to stay, and other work behind it. */
function tailPlan({ state, plan }: RunWorld, keepsReview: boolean): Plan {
  const all = plan?.tasks ?? [];
  const kept = all.filter(({ id }) => state.tasks[id]?.status === "succeeded" || (keepsReview && id === "r"));
  const hasReview = kept.some(({ id }) => id === "r");
  const next = planOf({ id: `b${state.planVersion + 1}`, dependsOn: [hasReview ? "r" : "a"] });
  return { ...next, tasks: [...kept, ...next.tasks] };
}

function offeredTail(world: RunWorld, keepsReview: boolean) {
  const plan = tailPlan(world, keepsReview);
  const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
  return { plan, offered: offer(plan, storePlan(world.plan as Plan, lineages).plan) };
}

const typesOf = (events: readonly RunEvent[]) => events.map(({ type }) => type);
const decisionsOf = (world: RunWorld) =>
  world.events.flatMap((event) => (event.type === "review_decided" ? [event.payload] : []));

describe("several held decisions", () => {
  it("that are due at the same look are applied in the order of their times", () => {
    const reviews = ["late", "early"].map((id) => ({
      id,
      type: "planning_review" as const,
      dependsOn: ["a"],
    }));
    const settings = { reviewMode: "hold" as const, reviewHoldMs: HOLD_MS };
    const world = new RunWorld({ plan: planOf({ id: "a" }, ...reviews), settings });
    world.run("a").start();
    for (const id of ["early", "late"]) {
      const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [], reviewer: "lead" };
      world.send({ type: "review_read", ...world.keyOf(id), proposal });
      world.tick(1_000);
    }
    world.tick(HOLD_MS);
    expect(decisionsOf(world).map(({ taskId }) => taskId)).toEqual(["early", "late"]);
  });
});

describe("an override", () => {
  const tools = [{ name: "look", sideEffects: "read" as const }];
  const replan = (world: RunWorld, tail: string, tailRelease = "release") => {
    const proposal = { decision: "REPLAN" as const, reasoning: "Publish it.", answers: [], tail };
    const acts = [{ title: "Publish", tools: ["deploy"] }];
    const released = { ...proposal, tailRelease: { digest: tailRelease, acts } };
    return world.send({ type: "review_read", ...world.keyOf("r"), proposal: released });
  };
  const digestNow = ({ state }: RunWorld) => heldDigest(state, state.tasks.r as TaskState);
  const agree = (world: RunWorld, digest?: string) => {
    const agreed = { type: "override_review", taskId: "r", decision: "REPLAN", reason: "" } as const;
    return world.send({ ...agreed, ...(digest !== undefined && { digest }) }, ANNA);
  };
  /** A review that proposes a tail; the digest is that of what is shown of it. */
  function shown(): { world: RunWorld; digest: string } {
    const settings = { reviewMode: "hold" as const, reviewHoldMs: HOLD_MS };
    const world = new RunWorld({ plan: planOf(...tasks), settings, tools });
    world.run("a").start();
    replan(world, "good");
    return { world, digest: digestNow(world) };
  }
  /** The review is made again under the same version, as where a tool behind it has changed. */
  function again(world: RunWorld, ...proposed: [tail: string, tailRelease?: string]) {
    const marks = [{ name: "look", definition: "2", policies: "p" }];
    const reach = { a: ["look"], b: ["look"] };
    const plan = { version: world.state.planVersion, reach, tools: marks };
    world.send({ type: "tools_changed", definitions: {}, plan });
    expect(world.state.held).toEqual({});
    world.start();
    replan(world, ...proposed);
    expect(world.state.planVersion).toBe(1);
  }

  it.each<[string, { decision: "CONTINUE" | "REPLAN" | "ABORT"; tail?: string }, boolean]>([
    ["lets pass what was not to pass", { decision: "CONTINUE" }, false],
    ["brings a tail of its own", { decision: "REPLAN", tail: "mine" }, false],
    ["only has it applied sooner", { decision: "REPLAN" }, true],
    ["stops the run", { decision: "ABORT" }, true],
  ])("by the author under four eyes, where it %s", (_what, given, ok) => {
    const settings = { reviewMode: "hold" as const, reviewHoldMs: HOLD_MS, fourEyes: true };
    const overridden = (by: typeof ANNA | typeof BOB) => {
      const world = new RunWorld({ plan: planOf(...tasks), settings, tools, by: ANNA });
      world.run("a").start();
      replan(world, "good");
      const voter = { id: by.id, name: by.name, roles: [], mayReview: true };
      return world.send({ type: "override_review", taskId: "r", reason: "so", by: voter, ...given }, by);
    };
    expect(overridden(ANNA)).toMatchObject(ok ? { ok } : { ok, error: { code: "forbidden" } });
    expect(overridden(BOB)).toMatchObject({ ok: true });
  });

  it("is of what was shown: a decision that was made again takes no answer to the earlier", () => {
    const { world, digest } = shown();
    again(world, "evil");
    expect(agree(world, digest)).toMatchObject({
      ok: false,
      error: { code: "superseded", details: { digest: digestNow(world) } },
    });
    expect(decisionsOf(world)).toEqual([]);
    agree(world, digestNow(world));
    expect(decisionsOf(world)).toMatchObject([{ decision: "REPLAN", tail: "evil", provenance: "person" }]);
  });

  it("is of the same tail with what that sets free, and with what the review's own passing does", () => {
    const { world, digest } = shown();
    expect(agree(shown().world, digest)).toMatchObject({ ok: true });
    again(world, "good", "more");
    expect(agree(world, digest)).toMatchObject({ error: { code: "superseded" } });
    const same = shown();
    again(same.world, "good");
    expect(agree(same.world, digest)).toMatchObject({ error: { code: "superseded" } });
  });

  it("names what the gate does where it is decided by hand", () => {
    const { world, digest } = shown();
    world.send({ type: "decide_by_hand", taskId: "r" }, ANNA);
    expect(world.last("approval_opened").payload.digest).toBe(digest);
  });
});

describe("a held decision", () => {
  it("stands still while the run is paused, and has its time left after it", () => {
    const world = heldRun();
    world.tick(5_000);
    world.send({ type: "pause" }, ANNA);
    world.tick(60_000);
    expect(decisionsOf(world)).toEqual([]);
    world.send({ type: "resume" }, ANNA);
    world.tick(9_999);
    expect(decisionsOf(world)).toEqual([]);
    world.tick(1);
    expect(decisionsOf(world)).toMatchObject([{ decision: "CONTINUE", provenance: "auto" }]);
  });

  it("gives way to a replan that a person wished for during the pause, however long that takes", () => {
    const world = heldRun();
    world.send({ type: "pause" }, ANNA);
    expect(wish(world).ok).toBe(true);
    expect(world.state.replan).toBeUndefined();
    world.send({ type: "resume" }, ANNA);
    world.start();
    world.tick(10 * HOLD_MS);
    expect(decisionsOf(world)).toEqual([]);
    world.replan(offeredTail(world, false).offered);
    expect(world.state.planVersion).toBe(2);
    expect(world.status("r")).toBe("superseded");
    expect(typesOf(world.events)).not.toContain("replan_failed");
  });

  it("is made again on a new version that sets other work going behind it", () => {
    const world = heldRun();
    wish(world);
    world.replan(offeredTail(world, true).offered);
    expect(world.state.held).toEqual({});
    expect(world.state.tasks.r).toMatchObject({ status: "running", attempt: 2 });
    expect(world.state.tasks.r?.proposal).toBeUndefined();
    expect(world.start()).toEqual(["r"]);
    propose(world);
    world.tick(HOLD_MS);
    expect(world.status("r")).toBe("succeeded");
  });

  it("of a person during a pause is taken at once, and what it sets going waits for the end of the pause", () => {
    const world = heldRun();
    world.send({ type: "pause" }, ANNA);
    expect(override(world, "REPLAN").ok).toBe(true);
    expect(world.state.replanWanted?.trigger).toBe("review");
    world.tick(60_000);
    expect(world.state.replan).toBeUndefined();
    world.send({ type: "resume" }, ANNA);
    expect(world.state.replan?.cause.trigger).toBe("review");
  });
});

type Act =
  | "pause"
  | "resume"
  | "wait"
  | "wish"
  | "edit"
  | "CONTINUE"
  | "REPLAN"
  | "COMPLETE"
  | "write"
  | "work";
const ACTS: Act[] = [
  "pause",
  "resume",
  "wait",
  "wish",
  "edit",
  "CONTINUE",
  "REPLAN",
  "COMPLETE",
  "write",
  "work",
];

function perform(world: RunWorld, act: Act, keepsReview: boolean): void {
  switch (act) {
    case "pause":
    case "resume":
      return void world.send({ type: act }, ANNA);
    case "wait":
      return void world.tick(HOLD_MS / 2);
    case "wish":
      return void wish(world);
    case "edit":
      return void world.edit(tailPlan(world, keepsReview), "I do it myself");
    case "write":
      return write(world, keepsReview);
    case "work":
      return work(world);
    default:
      return void override(world, act);
  }
}

/** The replanner's answer to what it was asked, by the state of the moment at which it was asked. */
function write(world: RunWorld, keepsReview: boolean): void {
  world.start();
  if (world.keyOfKind("replan") === "none") return;
  const { plan, offered } = offeredTail(world, keepsReview);
  world.tick(HOLD_MS * 2);
  const key = world.keyOfKind("replan");
  const before = world.state.planVersion;
  world.send({ type: "replan_written", key, plan: offered, fromVersion: before, renamed: [] });
  if (world.state.planVersion > before) world.plan = plan;
}

function work(world: RunWorld): void {
  world.start();
  for (const { taskId } of Object.values(world.state.inFlight)) {
    if (taskId === "r") propose(world);
    else if (taskId !== undefined) world.succeed(taskId);
  }
}

describe("whatever the order of pause, resume, override, expiry and replan", () => {
  const tape = fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.boolean()), { maxLength: 14 });

  it("nothing is applied during a pause or against a person's wish, nobody's replan fails for it, and all ends", () => {
    fc.assert(
      fc.property(tape, (acts) => {
        const world = heldRun();
        for (const [act, keepsReview] of acts) {
          const { paused, replan, replanWanted } = world.state;
          const wished = (replan?.cause ?? replanWanted)?.trigger === "person";
          const stands = paused !== undefined || wished;
          const from = world.events.length;
          perform(world, act, keepsReview);
          const news = world.events.slice(from);
          const applied = news.some(
            (event) => event.type === "review_decided" && event.payload.provenance === "auto",
          );
          if (stands && act !== "resume" && act !== "edit" && act !== "write") expect(applied).toBe(false);
        }
        expect(typesOf(world.events)).not.toContain("replan_failed");
        const attempts = world.events.flatMap((event) =>
          event.type === "review_decided" ? [event.planVersion] : [],
        );
        expect(new Set(attempts).size).toBe(attempts.length);
        world.send({ type: "resume" }, ANNA);
        for (let n = 0; n < 20 && !world.state.finished; n += 1) {
          write(world, false);
          work(world);
          world.tick(HOLD_MS);
          const answer = world.keyOfKind("answer");
          if (answer !== "none") world.send({ type: "cancel" }, ANNA);
        }
        expect(world.state.finished).toBeDefined();
      }),
      { numRuns: scaled(300) },
    );
  });
});
