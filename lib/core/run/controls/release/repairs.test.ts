import { describe, expect, it } from "vitest";
import type { RunWorld, TaskDraft } from "@/lib/testing/runs/run-world";
import {
  by,
  FIND,
  FOUND_OTHERWISE,
  gateOf,
  next,
  OTHER,
  releaseOfTail,
  settled,
  TELL,
} from "@/lib/testing/runs/settled-run";
import type { OfferedPlan } from "../../commands";
import type { RunSettings } from "../../settings";

describe("a tail of a review", () => {
  const REVIEW: TaskDraft = { id: "look", type: "planning_review", title: "Look", dependsOn: ["find"] };

  const BOB = { ...by, id: "bob", name: "Bob" };

  /** A review proposes a tail, Anna or Bob lets it pass, and a version is written: that tail, or another. */
  function reviewed(
    given: Partial<RunSettings>,
    tail: string | undefined,
    voter = by,
    own?: string,
    released: Partial<OfferedPlan> = {},
  ): RunWorld {
    const after: TaskDraft = { ...TELL, dependsOn: ["look"] };
    const world = settled({ tasks: [FIND, REVIEW, after], settings: given });
    world.run("find");
    world.start();
    const decision = "REPLAN" as const;
    const shout: TaskDraft = { ...OTHER, dependsOn: ["look"] };
    const offered = next(world, FIND, REVIEW, shout);
    const tailRelease = releaseOfTail(world, { ...offered, ...released }, "look");
    const proposal = { decision, reasoning: "better", answers: [], reviewer: "reviewer", tail: "blob" };
    world.send({ type: "review_read", ...world.keyOf("look"), proposal: { ...proposal, tailRelease } });
    const [approvalId] = Object.keys(world.state.openApprovals);
    const theirs = own && { tail: own, released: tailRelease.digest };
    const decided = { verb: "REPLAN", provenance: "person", by: voter, ...theirs } as const;
    const actor = { kind: "person" as const, id: voter.id, name: voter.name };
    if (approvalId) world.send({ type: "decide_approval", approvalId, ...decided }, actor);
    else if (given.reviewMode === "hold")
      world.send({ type: "override_review", taskId: "look", decision, reason: "so" }, actor);
    world.replan(offered, tail === undefined ? {} : { tail });
    return world;
  }

  it.each<[string, Partial<RunSettings>, string | undefined, number, string?]>([
    ["a model decided on it", { reviewMode: "auto" }, "blob", 1],
    ["a person decided on it", { reviewMode: "manual" }, "blob", 2],
    ["a person decided on it, and another was written", { reviewMode: "manual" }, undefined, 1],
    ["a person wrote it", { reviewMode: "manual" }, "own", 2, "own"],
    ["a person wrote it, and another was written", { reviewMode: "manual" }, undefined, 1, "own"],
  ])("is asked about unless people decided on exactly that one: %s", (_, given, tail, version, own) => {
    const world = reviewed(given, tail, by, own);
    expect(world.state.planVersion).toBe(version);
    if (version === 1) expect(gateOf(world)).toMatchObject({ kind: "plan_change" });
  });

  it.each<[string, Partial<OfferedPlan>, string?]>([
    ["a tool that only read acts", { reach: { shout: ["horn"] } }],
    [
      "a tool shows itself in another light",
      { reach: { shout: ["horn"] }, tools: [{ name: "horn", definition: "1", policies: "p" }] },
    ],
    ["it is the person's own, and a tool that only read acts", { reach: { shout: ["horn"] } }, "own"],
  ])("is another one than people decided on where %s", (_what, released, own) => {
    const world = reviewed({ reviewMode: "manual" }, own ?? "blob", by, own, released);
    expect(world.state.planVersion).toBe(1);
    expect(gateOf(world)).toMatchObject({ kind: "plan_change" });
  });

  it.each<[string, Partial<RunSettings>, typeof by, number, string?]>([
    ["another than the author decides on it", { reviewMode: "manual" }, BOB, 2],
    ["another than the author writes it", { reviewMode: "manual" }, BOB, 1, "own"],
    ["the author decides while it is held", { reviewMode: "hold", reviewHoldMs: 60_000 }, by, 1],
    ["another decides while it is held", { reviewMode: "hold", reviewHoldMs: 60_000 }, BOB, 1],
  ])("takes a second pair of eyes where the run does: %s", (_, given, voter, version, own) => {
    const world = reviewed({ ...given, fourEyes: true }, own ?? "blob", voter, own);
    expect(world.state.planVersion).toBe(version);
    if (version === 1) expect(gateOf(world)).toMatchObject({ kind: "plan_change", fourEyes: true });
  });

  it("may not be let pass by the one who wrote it", () => {
    const world = reviewed({ reviewMode: "manual", fourEyes: true }, "own", BOB, "own");
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const approve = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
    expect(world.send({ ...approve, by: BOB })).toMatchObject({ ok: false, error: { code: "forbidden" } });
    const CLEO = { ...by, id: "cleo", name: "Cleo" };
    expect(world.send({ ...approve, by: CLEO })).toMatchObject({ ok: true });
    expect(world.state.planVersion).toBe(2);
  });
});

describe("a repair of failed work", () => {
  const repaired = (world: RunWorld, plan: OfferedPlan): boolean => {
    world.start();
    world.fail("find");
    world.replan(plan);
    return world.state.planVersion === 2;
  };
  const TELL_AFTER: TaskDraft = { ...TELL, id: "tell_v2", replaces: "tell", dependsOn: ["find_v2"] };

  const TELL_UNDER = (id: string): TaskDraft => ({ ...TELL_AFTER, dependsOn: [id] });

  it("goes on without asking, under the ids that there were and the number of the version", () => {
    const world = settled();
    expect(repaired(world, next(world, FIND, FOUND_OTHERWISE, TELL_AFTER))).toBe(true);
    expect(world.state.planSettled).toBe("written");
  });

  it.each<[string, TaskDraft[], Partial<OfferedPlan>]>([
    ["drops other work", [FIND, FOUND_OTHERWISE], {}],
    ["adds other work", [FIND, FOUND_OTHERWISE, TELL_AFTER, OTHER], {}],
    ["does other work otherwise", [FIND, FOUND_OTHERWISE, { ...TELL_AFTER, input: "Sing it" }], {}],
    ["has other work wait for less", [FIND, FOUND_OTHERWISE, { ...TELL_AFTER, dependsOn: [] }], {}],
    [
      "has another id",
      [FIND, { ...FOUND_OTHERWISE, id: "approved_by_ann" }, TELL_UNDER("approved_by_ann")],
      {},
    ],
    [
      "has other work under another id",
      [FIND, FOUND_OTHERWISE, { ...TELL_AFTER, id: "approved_by_ann" }],
      {},
    ],
    ["is of another type", [FIND, { ...FOUND_OTHERWISE, type: "synthesis_gate" }, TELL_AFTER], {}],
    [
      "changes things by other tools",
      [FIND, FOUND_OTHERWISE, TELL_AFTER],
      { reach: { find_v2: ["send_mail"] } },
    ],
    ["may change nobody knows what", [FIND, FOUND_OTHERWISE, TELL_AFTER], { reach: undefined } as object],
  ])("is none that %s", (_what, tasks, change) => {
    const world = settled();
    const { reach, ...plan } = { ...next(world, ...tasks), ...change };
    expect(repaired(world, { ...plan, ...(reach && { reach }) })).toBe(false);
    expect(gateOf(world)?.kind).toBe("plan_change");
  });

  const MAIL: TaskDraft = {
    id: "find",
    title: "Send",
    type: "direct",
    input: '(tool/http_request {:url "https://staging.invalid"})',
  };
  const repairedMail = (repair: TaskDraft, mail = MAIL) => {
    const world = settled({ tasks: [mail], author: "approved", settings: { afterApproval: undefined } });
    world.start();
    world.fail("find");
    world.replan({ ...next(world, mail, repair), reach: { [repair.id]: ["http_request"] } });
    return world;
  };
  const AGAIN: TaskDraft = { ...MAIL, id: "find_v2", replaces: "find" };
  const AGENT: TaskDraft = { id: "find", title: "Send", agent: "supervisor", input: "Send to staging only" };

  it.each<[string, TaskDraft, TaskDraft]>([
    ["target", MAIL, { ...AGAIN, input: '(tool/http_request {:url "https://production.invalid"})' }],
    ["program", MAIL, { ...AGAIN, input: "(do (tool/http_request {}) (tool/http_request {}))" }],
    ["prompt", AGENT, { ...AGENT, id: "find_v2", replaces: "find", input: "Delete everything" }],
    ["agent", MAIL, { ...AGAIN, agent: "supervisor" }],
    ["id", MAIL, { ...AGAIN, id: "send_to_all" }],
    ["id that only begins alike", MAIL, { ...AGAIN, id: "find_v2_for_all" }],
    ["title", AGENT, { ...AGENT, id: "find_v2", replaces: "find", title: "Send to production" }],
  ])("is asked about with another %s, where it may act", (_what, mail, repair) => {
    const world = repairedMail(repair, mail);
    expect(world.state.planVersion).toBe(1);
    expect(gateOf(world)).toMatchObject({ kind: "plan_change", planVersion: 2 });
  });

  const REPORT: TaskDraft = { id: "report", title: "Report", input: "Sum up" };
  const SALARIES: TaskDraft = { id: "salaries", title: "Salaries", input: "Collect them" };
  const SEND: TaskDraft = { ...AGENT, id: "send", dependsOn: ["report"] };
  const SEND_2: TaskDraft = { ...SEND, id: "send_v2", replaces: "send" };

  it.each<[string, TaskDraft[], boolean]>([
    ["as it was", [SEND_2], false],
    ["with other results", [{ ...SEND_2, dependsOn: ["salaries"] }], true],
    ["with more results", [{ ...SEND_2, dependsOn: ["report", "salaries"] }], true],
    ["twice", [SEND_2, { ...SEND_2, id: "send_v2_2" }], true],
  ])(
    "that acts is asked about unless it is made once, from the same results: %s",
    (_what, repairs, isAsked) => {
      const before = [REPORT, SALARIES];
      const world = settled({
        tasks: [...before, SEND],
        author: "approved",
        settings: { afterApproval: undefined },
      });
      world.run("report");
      world.run("salaries");
      world.start();
      world.fail("send");
      const reach = Object.fromEntries(repairs.map(({ id }) => [id, ["http_request"]]));
      world.replan({ ...next(world, ...before, SEND, ...repairs), reach });
      expect(gateOf(world)?.kind).toBe(isAsked ? "plan_change" : undefined);
    },
  );

  it("begins with no other results where an act rests on it", () => {
    const world = settled({
      tasks: [SALARIES, FIND, TELL],
      author: "approved",
      settings: { afterApproval: undefined },
    });
    world.run("salaries");
    world.start();
    world.fail("find");
    const found: TaskDraft = { ...FOUND_OTHERWISE, dependsOn: ["salaries"] };
    const tell: TaskDraft = { ...TELL, id: "tell_v2", replaces: "tell", dependsOn: ["find_v2"] };
    world.replan({ ...next(world, SALARIES, FIND, found, tell), reach: { tell_v2: ["http_request"] } });
    expect(gateOf(world)?.kind).toBe("plan_change");
  });

  it.each<[string, Partial<TaskDraft>, string | undefined]>([
    ["stops it as before", {}, undefined],
    ["stops it now", { critical: true }, undefined],
    ["no longer stops it", { critical: false, onFailure: "stop" }, "plan_change"],
    ["is passed over", { onFailure: "skip" }, "plan_change"],
    ["is passed over where a check refuses it", { onVerificationFailure: "skip" }, "plan_change"],
  ])("is asked about where an act rests on it and its failure %s", (_what, more, asked) => {
    const world = settled({ author: "approved", settings: { afterApproval: undefined } });
    world.start();
    world.fail("find");
    const found: TaskDraft = { ...FOUND_OTHERWISE, ...more };
    world.replan({ ...next(world, FIND, found, TELL_AFTER), reach: { [TELL_AFTER.id]: ["http_request"] } });
    expect(gateOf(world)?.kind).toBe(asked);
  });

  it("is not asked about where it is the same work again", () => {
    const world = repairedMail(AGAIN);
    expect(world.state.planVersion).toBe(2);
    expect(gateOf(world)).toBeUndefined();
  });
});
