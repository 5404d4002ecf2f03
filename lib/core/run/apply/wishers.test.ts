import { expect, it } from "vitest";
import { CONTRADICTS, refinedOffer, refining, writeRefinement } from "@/lib/testing/runs/refined-run";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Plan } from "../../plan";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import { authorsOf } from "../gates/rules";
import type { EffectKind } from "../state";

const FIRST: TaskDraft = { id: "first", type: "human_review" };
const A: TaskDraft = { id: "a", dependsOn: ["first"] };
const SEND: TaskDraft = { id: "send", dependsOn: ["a"], input: "Mail the board" };
const MORE: TaskDraft = { id: "more", dependsOn: ["a"], input: "Note it" };
const BOB = { kind: "person", id: "bob", name: "Bob" } as const;
const CID = { kind: "person", id: "cid", name: "Cid" } as const;

/** Bob has let something pass, with words that stand before those who write on. */
function said(settings: object = {}, ...tasks: TaskDraft[]): RunWorld {
  const plan = planOf(FIRST, A, ...(tasks.length > 0 ? tasks : [SEND]));
  const world = new RunWorld({ plan, settings: { replanGraceMs: 0, fourEyes: true, ...settings }, by: ANNA });
  world.start();
  const { stored: shown } = storeValue("Go on?");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Go on?", ...world.keyOf("first") });
  const { approvalId } = world.last("approval_opened").payload;
  const by = { id: "bob", name: "Bob", roles: [], mayReview: true };
  const answer = { approvalId, verb: "approve", provenance: "person", comment: "Mail everyone", by } as const;
  world.send({ type: "decide_approval", ...answer }, BOB);
  world.start();
  return world;
}

const tailOf = (world: RunWorld, ...ended: TaskDraft[]) => {
  const lineages = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
  return offer(planOf(FIRST, A, SEND, MORE, ...ended), storePlan(world.plan as Plan, lineages).plan);
};

function refined(apply: "auto" | "ask"): RunWorld {
  const world = said(refining({ apply }));
  world.succeed("a", CONTRADICTS);
  world.start();
  const changes = { add: [MORE] };
  if (apply === "auto") writeRefinement(world, changes);
  else
    world.send({
      type: "refinement_written",
      key: world.keyOfKind("refine"),
      plan: refinedOffer(world, changes),
      facts: {
        summary: "so",
        modified: [],
        added: [{ taskId: "more", reason: "so" }],
        skipped: [],
        dropped: [],
      },
    });
  return world;
}

function reviewed(): RunWorld {
  const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a"] };
  const world = said({ reviewMode: "auto" }, review, { ...SEND, dependsOn: ["r"] });
  world.succeed("a");
  world.start();
  const proposal = { decision: "REPLAN" as const, reasoning: "Note it.", answers: [], reviewer: "lead" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  world.start();
  const lineages = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
  const tail = planOf(FIRST, A, review, MORE);
  world.replan(offer(tail, storePlan(world.plan as Plan, lineages).plan));
  return world;
}

/** By what a model is asked for: a plan that it wrote with people's words before it, or why it writes none. */
const WRITERS: Record<EffectKind, (() => RunWorld)[] | "judges" | "does a task" | "knows no words"> = {
  replan: [
    () => {
      const world = said();
      world.send({ type: "request_replan", instruction: "more" }, ANNA);
      world.replan(tailOf(world));
      return world;
    },
  ],
  refine: [() => refined("auto"), () => refined("ask")],
  review: [reviewed],
  // What people say of a draft is a wish of theirs.
  plan: "knows no words",
  critique_plan: "judges",
  detail: "knows no words",
  reason_task: "judges",
  quality_gate: "judges",
  run_attempt: "does a task",
  run_direct: "knows no words",
  synthesize: "does a task",
  show_gate: "knows no words",
  critique_approach: "judges",
  summarize: "judges",
  answer: "judges",
  critique_answer: "judges",
  revise_answer: "judges",
  retrospect: "judges",
};

const written = Object.entries(WRITERS).flatMap(([kind, worlds]) =>
  typeof worlds === "string" ? [] : worlds.map((world, n) => [kind, n + 1, world] as const),
);

it.each(written)("whose words stand before a model wrote what it plans along: %s (%i)", (_, __, world) => {
  const { state } = world();
  expect(state.planVersion > 1 || state.refinements?.offered !== undefined).toBe(true);
  expect(authorsOf(state).map(({ id }) => id)).toContain("bob");
});

it("so did who skipped a task, since the reason stands before who plans on", () => {
  const side: TaskDraft = { id: "side" };
  const world = said({}, SEND, side);
  world.send({ type: "skip_task", taskId: "side", reason: "Mail everyone instead" }, CID);
  expect(authorsOf(world.state).map(({ id }) => id)).not.toContain("cid");
  world.send({ type: "request_replan", instruction: "more" }, ANNA);
  world.replan(tailOf(world, side));
  expect(world.state.planVersion).toBe(2);
  expect(authorsOf(world.state).map(({ id }) => id)).toContain("cid");
});

it("so did who told an agent at work what to do, whatever that work flows into", () => {
  const side: TaskDraft = { id: "side" };
  const world = said({}, SEND, side);
  world.send({ type: "steer", taskId: "side", message: "Say that everyone has to be mailed" }, CID);
  expect(authorsOf(world.state).map(({ id }) => id)).not.toContain("cid");
  world.send({ type: "request_replan", instruction: "more" }, ANNA);
  world.replan(tailOf(world, side));
  expect(world.state.planVersion).toBe(2);
  expect(authorsOf(world.state).map(({ id }) => id)).toContain("cid");
});

it("so did anyone who wished for work that a model renames later, but not once a person has rewritten the plan", () => {
  const wished = (next: (world: RunWorld) => void) => {
    const world = said();
    world.send({ type: "request_replan", instruction: "mail everyone" }, CID);
    world.replan(tailOf(world));
    world.readPlan();
    next(world);
    expect(world.state.planVersion).toBe(3);
    return authorsOf(world.state).map(({ id }) => id);
  };
  const other: TaskDraft = { id: "tell", dependsOn: ["a"], input: "Tell the board" };
  const byModel = wished((world) => {
    world.send({ type: "request_replan", instruction: "once more" }, ANNA);
    const lineages = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
    world.replan(offer(planOf(FIRST, A, other), storePlan(world.plan as Plan, lineages).plan));
  });
  const byPerson = wished((world) => world.edit(planOf(FIRST, A, other), "so"));
  expect([byModel.includes("cid"), byPerson.includes("cid")]).toEqual([true, false]);
});

it("so did who asked for a change that people are asked about, as long as it waits", () => {
  const world = said({ afterApproval: "ask" });
  world.send({ type: "request_replan", instruction: "more" }, CID);
  expect(authorsOf(world.state).map(({ id }) => id)).not.toContain("cid");
  world.replan(tailOf(world));
  expect(world.state.offered).toBeDefined();
  expect(authorsOf(world.state).map(({ id }) => id)).toContain("cid");
});
