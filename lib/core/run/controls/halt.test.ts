import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { inHand } from "../gates/in-hand";
import type { RunSettings } from "../settings";
import { taskOf } from "../state/ready";

const tools = [{ name: "mail", sideEffects: "external" }] as const;
const FAILS: TaskDraft = { id: "a", maxRetries: 0 };
const REVIEW: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a"] };
const OF_PEOPLE = { requiresHumanApproval: true };
const FREE: TaskDraft[] = [
  { id: "b" },
  { id: "mail", title: "Mail it", type: "direct", input: '(tool/mail {:to "all"})', dependsOn: ["b"] },
];
const voter = (name: string, mayReview: boolean) => ({ id: name.toLowerCase(), name, roles: [], mayReview });
const OLGA = voter("Olga", false);
const BOB = voter("Bob", true);

/** A run that a failure has halted, and whose review is to say whether it continues; work beside stands still. */
function halted(review: TaskDraft["review"], settings: Partial<RunSettings> = {}): RunWorld {
  const plan = planOf(FAILS, review ? { ...REVIEW, review } : REVIEW, ...FREE);
  const world = new RunWorld({ plan, settings, tools });
  world.start();
  world.fail("a");
  world.succeed("b");
  expect(world.state.halt).toMatchObject({ taskId: "a", review: "r" });
  return world;
}

/** Its reviewer has said something, or nothing that can be read. */
function reviewed(world: RunWorld, isRead = true): RunWorld {
  expect(world.start()).toEqual(["r"]);
  const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "reviewer" };
  const said = isRead ? { proposal } : { problem: { code: "stated" as const, text: "Nothing." } };
  world.send({ type: "review_read", ...world.keyOf("r"), ...said });
  return world;
}

it("shows at the gate of its review what stands still beside that, since CONTINUE lets it act", () => {
  const world = reviewed(halted(OF_PEOPLE));
  const { approvalId, release } = world.last("approval_opened").payload;
  expect(release?.acts).toMatchObject([{ taskId: "mail", tools: ["mail"] }]);
  const answer = {
    type: "decide_approval",
    approvalId,
    verb: "approve",
    provenance: "person",
    by: BOB,
  } as const;
  expect(world.send(answer, ANNA)).toMatchObject({ ok: true });
  expect(world.start()).toEqual(["mail"]);
});

it("is lifted by nobody who tries the failed task again and was not shown what stands still", () => {
  const retry = (digestOf: (world: RunWorld) => string | null) => {
    const world = halted(OF_PEOPLE);
    const command = { type: "retry_task", taskId: "a", by: BOB, digest: digestOf(world) } as const;
    const outcome = world.send(command, ANNA);
    return outcome.ok ? "done" : outcome.error.code;
  };
  const now = ({ state }: RunWorld) => inHand(state, taskOf(state, "a"))?.digest ?? null;
  expect([retry(() => null), retry(() => "another"), retry(now)]).toEqual([
    "invalid_input",
    "superseded",
    "done",
  ]);
  // Elsewhere it lets nothing act that was not.
  const world = new RunWorld({ plan: planOf(FAILS, ...FREE), tools }).run("b");
  world.fail("a");
  expect(world.send({ type: "retry_task", taskId: "a", by: BOB, digest: null }, ANNA).ok).toBe(true);
});

it("is not lifted by an automatic review that saw another failure too, while people of a review before it are to say", () => {
  const played = (people: TaskDraft["review"]) => {
    const first: TaskDraft = {
      id: "p",
      type: "planning_review",
      dependsOn: ["b"],
      ...(people && { review: people }),
    };
    const auto: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a", "b"] };
    const free: TaskDraft = { id: "free" };
    const plan = planOf(
      FAILS,
      { ...FAILS, id: "b" },
      first,
      auto,
      { id: "slow" },
      { ...free, dependsOn: ["slow"] },
    );
    const world = new RunWorld({ plan, settings: { reviewMode: "auto" }, tools });
    world.start();
    world.fail("a");
    world.fail("b");
    world.succeed("slow");
    expect(world.start()).toEqual(["r"]);
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "reviewer" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    return [world.state.halt?.review, world.start()];
  };
  expect(played(OF_PEOPLE)).toEqual(["p", ["p"]]);
  expect(played(undefined)).toEqual([undefined, expect.arrayContaining(["free"])]);
});

describe("a failure about which people are to say whether the run continues", () => {
  const sent = (world: RunWorld, type: "request_replan" | "retry_task" | "skip_task", by = OLGA) => {
    const command =
      type === "request_replan"
        ? ({ type, instruction: "without it" } as const)
        : ({ type, taskId: "a", reason: "so" } as const);
    const outcome = world.send({ ...command, by }, { kind: "person", id: by.id, name: by.name });
    return outcome.ok ? "done" : outcome.error.code;
  };
  const WAYS = ["request_replan", "retry_task", "skip_task"] as const;

  it.each(WAYS)("is passed by %s of those alone who may review", (way) => {
    expect(sent(halted(OF_PEOPLE), way)).toBe("forbidden");
    expect(sent(halted(OF_PEOPLE), way, BOB)).toBe("done");
    // A review that a model decides asks nobody.
    expect(sent(halted(undefined), way)).toBe("done");
  });

  it("is passed by an edit of those alone who may review, whatever it changes", () => {
    const edited = (review: TaskDraft["review"], by: typeof OLGA) => {
      const world = halted(review);
      const plan = planOf(FAILS, review ? { ...REVIEW, review } : REVIEW, ...FREE, { id: "note" });
      const outcome = world.edit(plan, "so", { by });
      return outcome.ok ? "done" : outcome.error.code;
    };
    expect([edited(OF_PEOPLE, OLGA), edited(OF_PEOPLE, BOB)]).toEqual(["forbidden", "done"]);
    expect(edited(undefined, OLGA)).toBe("done");
  });

  it.each<[string, () => RunWorld]>([
    ["the run has people decide all reviews", () => halted(undefined, { reviewMode: "manual" })],
    ["its reviewer could not be read", () => reviewed(halted(undefined), false)],
  ])("is one where %s", (_, world) => {
    expect(WAYS.map((way) => sent(world(), way))).toEqual(["forbidden", "forbidden", "forbidden"]);
  });
});
