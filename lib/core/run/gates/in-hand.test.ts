import { describe, expect, it } from "vitest";
import { ANNA, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, withAgents } from "@/lib/testing/runs/waiting-gate";
import { storeValue } from "../../stored-value";
import type { TaskCommand } from "../commands";
import { taskOf } from "../state/ready";
import { actsInHand, inHand } from "./in-hand";

const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
const PREP: TaskDraft = { id: "prep", type: "direct", input: "1" };
const ASK: TaskDraft = { id: "ask", type: "human_review", input: "All is well", dependsOn: ["prep"] };
const REVIEW: TaskDraft = { id: "ask", type: "planning_review", dependsOn: ["prep"] };
const SHIP: TaskDraft = { id: "ship", agent: "deployer", input: "Ship to staging", dependsOn: ["ask"] };
const NOTE: TaskDraft = { id: "note", type: "direct", input: "2" };
const swapped = { ...SHIP, input: "Ship to production" };

const value = storeValue("EVIL").stored;
const withDigest = (digest: string | null | undefined) => (digest === undefined ? {} : { digest });
const hands = (taskId: string, digest: string | null | undefined): TaskCommand[] => [
  { type: "skip_task", taskId, reason: "so", by, ...withDigest(digest) },
  { type: "supply_result", taskId, value, reason: "so", by, ...withDigest(digest) },
];

const begin = (...tasks: TaskDraft[]) => new RunWorld({ plan: withAgents(...tasks), tools: KNOWN_TOOLS });
const digestNow = ({ state }: RunWorld, taskId: string) => inHand(state, taskOf(state, taskId))?.digest;
const actsNow = ({ state }: RunWorld, taskId: string) =>
  actsInHand(state, taskOf(state, taskId)).map(({ task }) => task.id);

const MISSING = { ok: false, error: { code: "invalid_input", details: { field: "digest" } } };
const STALE = { ok: false, error: { code: "superseded" } };

/** A gate was passed for what acts, and the work beside it, on which that rests, has still to be done. */
function released(): RunWorld {
  const world = begin(PREP, ASK, { ...NOTE, id: "beside" }, { ...SHIP, dependsOn: ["ask", "beside"] }, NOTE);
  world.send({ type: "skip_task", taskId: "prep", reason: "so", by }, ANNA);
  world.send({ type: "supply_result", taskId: "ask", value, reason: "so", by }, ANNA);
  return world;
}

describe("a control that is taken in hand", () => {
  const twice = [0, 1].map((index) => [index] as const);

  it("names all that acts behind it, with what flows into that", () => {
    const world = begin(PREP, ASK, SHIP, NOTE);
    expect(actsNow(world, "ask")).toEqual(["prep", "ship"]);
    expect(inHand(world.state, taskOf(world.state, "ask"))?.release.acts).toMatchObject([{ taskId: "ship" }]);
  });

  it.each(twice)("takes the digest of what it lets act (%i)", (index) => {
    const send = (digest: string | null | undefined) => {
      const world = begin(PREP, ASK, SHIP);
      return world.send(hands("ask", digest)[index] as TaskCommand, ANNA);
    };
    expect(send(null)).toMatchObject(MISSING);
    expect(send("another")).toMatchObject(STALE);
    expect(send(digestNow(begin(PREP, ASK, SHIP), "ask"))).toMatchObject({ ok: true });
  });

  it.each(twice)("is not done without for another act than its person saw (%i)", (index) => {
    const world = begin(PREP, ASK, SHIP);
    const digest = digestNow(world, "ask");
    expect(world.edit(withAgents(PREP, ASK, swapped), "elsewhere", { by })).toMatchObject({ ok: true });
    const next = digestNow(world, "ask");
    expect(next).not.toBe(digest);
    expect(world.send(hands("ask", digest)[index] as TaskCommand, ANNA)).toMatchObject(STALE);
    expect(world.send(hands("ask", next)[index] as TaskCommand, ANNA)).toMatchObject({ ok: true });
  });

  it("keeps its digest through a change elsewhere", () => {
    const world = begin(PREP, ASK, SHIP, NOTE);
    const digest = digestNow(world, "ask");
    world.edit(withAgents(PREP, ASK, SHIP, { ...NOTE, input: "3" }), "elsewhere", { by });
    expect(digestNow(world, "ask")).toBe(digest);
  });

  it("is another one when ended work gives its acts something else, and when its question is asked", () => {
    const world = begin(PREP, ASK, { ...SHIP, dependsOn: ["ask", "prep"] });
    const before = digestNow(world, "ask");
    world.start();
    world.succeed("prep", "EVIL");
    const ended = digestNow(world, "ask");
    world.start();
    const shown = storeValue("All is well").stored;
    world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
    expect(new Set([before, ended, digestNow(world, "ask")]).size).toBe(3);
  });

  it("may be a review, required or not", () => {
    const world = begin(PREP, REVIEW, SHIP);
    const [skip] = hands("ask", null);
    expect(actsNow(world, "ask")).toEqual(["prep", "ship"]);
    expect(world.send(skip as TaskCommand, ANNA)).toMatchObject(MISSING);
  });
});

describe("work that is taken in hand", () => {
  it("takes the digest where something rests on it that people let act", () => {
    const world = released();
    expect(actsNow(world, "beside")).toEqual(["prep", "ask", "beside", "ship"]);
    for (const one of hands("beside", null)) expect(world.send(one, ANNA)).toMatchObject(MISSING);
    const digest = digestNow(world, "beside");
    for (const one of hands("beside", "another")) expect(world.send(one, ANNA)).toMatchObject(STALE);
    expect(world.send(hands("beside", digest)[1] as TaskCommand, ANNA)).toMatchObject({ ok: true });
  });

  it("takes it for words to the agent who acts, too", () => {
    const world = begin(ASK, SHIP, PREP);
    world.send({ type: "skip_task", taskId: "prep", reason: "so", by }, ANNA);
    world.send({ type: "supply_result", taskId: "ask", value, reason: "so", by }, ANNA);
    world.start();
    const steer = { type: "steer", taskId: "ship", message: "To production", by } as const;
    expect(world.send({ ...steer, digest: null }, ANNA)).toMatchObject(MISSING);
    expect(world.send({ ...steer, digest: "another" }, ANNA)).toMatchObject(STALE);
    const digest = digestNow(world, "ship") ?? null;
    expect(world.send({ ...steer, digest }, ANNA)).toMatchObject({ ok: true });
  });

  it("takes none where nobody let anything act, and none that people saw of what is so no more", () => {
    const world = released();
    expect(digestNow(world, "note")).toBeUndefined();
    expect(world.send(hands("note", "seen before")[0] as TaskCommand, ANNA)).toMatchObject(STALE);
    expect(world.send(hands("note", null)[0] as TaskCommand, ANNA)).toMatchObject({ ok: true });
  });
});
