import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { answer, gateOf, settings } from "@/lib/testing/runs/settled-run";
import { storePlan } from "../../../plan/store";
import type { OfferedPlan } from "../../commands";

const TOOLS = [
  { name: "mail", sideEffects: "external" },
  { name: "sms", sideEffects: "external" },
  { name: "post", sideEffects: "external" },
] as const;
const CHECK: TaskDraft = {
  id: "check",
  title: "Check the list",
  input: "Check it",
  maxRetries: 0,
  verification: "(pos? data/result)",
};
const SEND: TaskDraft = {
  id: "send",
  title: "Send it",
  type: "direct",
  input: '(tool/mail {:to "all"})',
  dependsOn: ["check"],
};
const CHECKED_OTHERWISE: TaskDraft = { ...CHECK, id: "check_v2", input: "Check it well", replaces: "check" };
const SENT_BEHIND: TaskDraft = { ...SEND, id: "send_v2", replaces: "send", dependsOn: ["check_v2"] };
const LOG: TaskDraft = { id: "log", title: "Log it", type: "direct", input: '(tool/mail {:to "us"})' };

/** Anna's plan, or one that she approved. */
function written(tasks: TaskDraft[], author: "person" | "approved" = "person"): RunWorld {
  const plan = planOf(...tasks);
  const given = { ...settings, afterApproval: "replan", tools: TOOLS } as const;
  const { tools, ...rest } = given;
  if (author === "person") return new RunWorld({ plan, by: ANNA, settings: rest, tools });
  const world = new RunWorld({ settings: { ...rest, planApproval: true }, tools });
  world.plan = plan;
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(plan, undefined, tools) });
  answer(world, "approve");
  return world;
}

/** The check has refused the result, and another plan is wanted. */
function refused(tasks: TaskDraft[] = [CHECK, SEND], author?: "approved"): RunWorld {
  const world = written(tasks, author);
  world.start();
  world.refuse("check", "nothing there");
  return world;
}

function tail(world: RunWorld, ...tasks: TaskDraft[]): OfferedPlan {
  const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
  return offer(
    planOf(...tasks),
    storePlan(world.plan as NonNullable<RunWorld["plan"]>, lineages).plan,
    TOOLS,
  );
}

const findings = (world: RunWorld) =>
  world.events.flatMap(({ type, payload }) =>
    type === "replan_refused" && payload.reason.code === "control_weakened"
      ? payload.reason.controls.map(({ control, exposed }) => [
          control,
          ...exposed.map(({ taskId, lacks }) => [taskId, lacks]),
        ])
      : [],
  );

describe("a check of people that has refused a result", () => {
  const otherwise = (change: Partial<TaskDraft>) => [{ ...CHECKED_OTHERWISE, ...change }, SENT_BEHIND];

  it.each<[string, TaskDraft[], unknown[]]>([
    ["another predicate", otherwise({ verification: "true" }), ["check_v2", ["predicate"]]],
    ["no predicate", otherwise({ verification: undefined }), ["check_v2", ["predicate"]]],
    [
      "a refusal that is put up with",
      otherwise({ critical: false, onVerificationFailure: "stop" }),
      ["check_v2", ["refusal"]],
    ],
    ["a refusal that skips", otherwise({ onVerificationFailure: "skip" }), ["check_v2", ["refusal"]]],
    [
      "a review by which a model may say that the run continues",
      [
        CHECKED_OTHERWISE,
        { id: "fine", type: "planning_review", dependsOn: ["check_v2"] },
        { ...SENT_BEHIND, dependsOn: ["fine"] },
      ],
      ["check_v2", ["refusal"]],
    ],
    ["a check that need not be made", otherwise({ onFailure: "skip" }), ["check_v2", ["refusal"]]],
    [
      "a gate in its place",
      [{ ...CHECKED_OTHERWISE, type: "human_review" }, SENT_BEHIND],
      ["check_v2", ["predicate", "refusal"]],
    ],
    [
      "another task before the act",
      [
        { id: "look", input: "Look" },
        { ...SENT_BEHIND, dependsOn: ["look"] },
      ],
      ["check", ["predicate", "refusal"]],
    ],
    ["nothing in its place", [{ ...SENT_BEHIND, dependsOn: [] }], ["check", ["predicate", "refusal"]]],
    [
      "an act that does not wait for it",
      [CHECKED_OTHERWISE, { ...SENT_BEHIND, dependsOn: [] }],
      ["send_v2", ["unchecked"]],
    ],
    [
      "another act that does not wait for it",
      [CHECKED_OTHERWISE, SENT_BEHIND, { ...LOG, id: "more" }],
      ["more", ["unchecked"]],
    ],
    [
      "an act by a tool that nobody saw",
      [CHECKED_OTHERWISE, SENT_BEHIND, { ...LOG, id: "more", input: '(tool/post {:to "us"})' }],
      ["more", ["unchecked"]],
    ],
    [
      "the act in its place",
      [{ ...CHECKED_OTHERWISE, type: "direct", input: '(tool/mail {:to "all"})' }],
      ["check_v2", ["unchecked"]],
    ],
  ])(
    "goes back to the model that puts something weaker in its place, and is asked about: %s",
    (_, tasks, exposed) => {
      for (const author of [undefined, "approved"] as const) {
        const world = refused([CHECK, SEND], author);
        const plan = tail(world, CHECK, ...tasks);
        world.replan(plan);
        expect(findings(world)).toEqual([["(checks)", exposed]]);
        world.replan(plan);
        expect(world.state.planVersion).toBe(1);
        expect(gateOf(world)).toMatchObject({ kind: "control_waiver", subject: { control: "(checks)" } });
      }
    },
  );

  it("lets nothing act in another way, by a tool that people saw beside it neither", () => {
    const ping: TaskDraft = { id: "ping", type: "direct", input: '(tool/sms {:to "us"})' };
    const world = refused([CHECK, SEND, ping]);
    const other: TaskDraft = { ...SENT_BEHIND, input: '(tool/sms {:to "all"})', dependsOn: [] };
    world.replan(tail(world, CHECK, ping, CHECKED_OTHERWISE, other));
    expect(findings(world)).toEqual([["(checks)", ["send_v2", ["unchecked"]]]]);
    world.replan(tail(world, CHECK, ping, CHECKED_OTHERWISE, { ...other, dependsOn: ["check_v2"] }));
    expect(world.state.planVersion).toBe(2);
  });

  it.each<[string, TaskDraft[]]>([
    ["done another way", [CHECKED_OTHERWISE, SENT_BEHIND]],
    [
      "done once more",
      [
        { ...CHECK, id: "again" },
        { ...SENT_BEHIND, dependsOn: ["again"] },
      ],
    ],
    ["tried more often", [{ ...CHECKED_OTHERWISE, maxRetries: 3 }, SENT_BEHIND]],
    ["refused for good", [{ ...CHECKED_OTHERWISE, onVerificationFailure: "stop" }, SENT_BEHIND]],
    [
      "work between",
      [
        CHECKED_OTHERWISE,
        { id: "mid", input: "Sort", dependsOn: ["check_v2"] },
        { ...SENT_BEHIND, dependsOn: ["mid"] },
      ],
    ],
    ["without the act", [CHECKED_OTHERWISE]],
  ])("asks nobody where it stands before the same work: %s", (_, tasks) => {
    const world = refused();
    world.replan(tail(world, CHECK, ...tasks));
    expect(world.state).toMatchObject({ planVersion: 2, openApprovals: {} });
    expect(world.state.heldChecks).toMatchObject([{ lineage: "check", tools: ["mail"] }]);
  });

  it("is carried from one repair to the next", () => {
    const world = refused();
    world.replan(tail(world, CHECK, CHECKED_OTHERWISE, SENT_BEHIND));
    world.readPlan();
    world.start();
    world.refuse("check_v2", "still nothing");
    const third = { ...CHECKED_OTHERWISE, id: "check_v3", verification: "true" };
    world.replan(tail(world, CHECK, CHECKED_OTHERWISE, third, { ...SENT_BEHIND, dependsOn: ["check_v3"] }));
    expect(findings(world)).toEqual([["(checks)", ["check_v3", ["predicate"]]]]);
  });

  it("leaves what stood beside it as it was, and as it is rewritten", () => {
    const world = refused([CHECK, LOG, SEND]);
    const more = { ...LOG, id: "log_v2", replaces: "log" };
    world.replan(tail(world, CHECK, CHECKED_OTHERWISE, LOG, SENT_BEHIND));
    expect(world.state.planVersion).toBe(2);
    const other = refused([CHECK, LOG, SEND]);
    other.replan(tail(other, CHECK, CHECKED_OTHERWISE, more, SENT_BEHIND));
    expect(other.state.planVersion).toBe(2);
    const none = refused([CHECK, LOG, SEND]);
    none.replan(tail(none, CHECK, CHECKED_OTHERWISE, LOG, SENT_BEHIND, { ...more, input: SEND.input }));
    expect(findings(none)).toEqual([["(checks)", ["log_v2", ["unchecked"]]]]);
  });

  it("is over where its refusal was put up with, and where people answered it with their plan", () => {
    const lax = { ...CHECK, critical: false, onVerificationFailure: "stop" } as const;
    const world = refused([lax, SEND, { id: "last", input: "Tell", dependsOn: ["send"] }]);
    world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    world.replan(tail(world, lax, SEND));
    expect(world.state.planVersion).toBe(2);

    const edited = refused();
    edited.edit(planOf(CHECK, { ...SENT_BEHIND, dependsOn: [] }), "I looked", { by: REVIEWER });
    edited.send({ type: "request_replan", instruction: "more" }, ANNA);
    edited.replan(tail(edited, CHECK, { ...SENT_BEHIND, dependsOn: [] }, { id: "more", input: "More" }));
    expect(findings(edited)).toEqual([]);
    expect(edited.state.planVersion).toBe(3);
  });
});

const REVIEWER = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
const OPERATOR = { id: "olga", name: "Olga", roles: [], mayReview: false };

describe("a check of people before an act that has not been made", () => {
  const to = (url: string): Partial<TaskDraft> => ({ input: `(tool/mail {:to "${url}"})` });
  const BESIDE: TaskDraft = { ...LOG, ...to("https://team.example/") };
  const ADDRESS: TaskDraft = { id: "addr", type: "direct", input: '(str "https://" "all")' };
  const OPEN: TaskDraft = {
    ...BESIDE,
    input: '(tool/mail {:to (get data/results "addr")})',
    dependsOn: ["addr"],
  };

  it.each<[string, TaskDraft[], boolean]>([
    ["to do what the check holds back", [{ ...BESIDE, ...to("https://all.example/") }], false],
    ["so that only the run says where it acts", [ADDRESS, OPEN], false],
    [
      "in other words, to where it acted before",
      [{ ...BESIDE, ...to("https://team.example/") }, { id: "n" }],
      true,
    ],
    ["after other work", [{ ...BESIDE, dependsOn: ["n"] }, { id: "n" }], true],
  ])("is not gone round by work beside it that is rewritten %s", (_, beside, isFree) => {
    const world = written([CHECK, SEND, BESIDE]);
    const edit = { by: OPERATOR };
    expect(world.edit(planOf(CHECK, SEND, ...beside), "so", edit).ok).toBe(isFree);
    const replanned = written([CHECK, SEND, BESIDE]);
    replanned.send({ type: "request_replan", instruction: "faster" }, ANNA);
    // A model's rewritten work has an id of its own.
    const again = beside.map((one) => (one.id === "log" ? { ...one, id: "log_v2", replaces: "log" } : one));
    replanned.replan(tail(replanned, CHECK, SEND, ...again));
    expect(findings(replanned)).toEqual(isFree ? [] : [["(checks)", ["log_v2", ["unchecked"]]]]);
    expect(replanned.state.planVersion).toBe(isFree ? 2 : 1);
  });

  it("is not gone round by a model's version in which the act does not wait for it", () => {
    const world = written([CHECK, SEND]);
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    world.replan(tail(world, CHECK, { ...SEND, dependsOn: [] }));
    expect(findings(world)).toEqual([["(checks)", ["send", ["unchecked"]]]]);
    expect(world.last("replan_refused").payload.reason).toMatchObject({
      controls: [{ exposed: [{ tools: ["mail"] }] }],
    });
  });

  it.each<[string, TaskDraft[]]>([
    ["another predicate", [{ ...CHECK, verification: "true" }, SEND]],
    ["a refusal that stops nothing", [{ ...CHECK, onVerificationFailure: "skip" }, SEND]],
    ["an act that does not wait", [CHECK, { ...SEND, dependsOn: [] }]],
  ])("is changed by those alone who may review: %s", (_, tasks) => {
    const world = written([CHECK, SEND]);
    expect(world.edit(planOf(...tasks), "because", { by: OPERATOR })).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
    expect(world.edit(planOf(...tasks), "because", { by: REVIEWER })).toMatchObject({ ok: true });
  });

  it("leaves checks before which nothing acts, and all else, to those who operate", () => {
    const tell: TaskDraft = { id: "tell", input: "Tell it", dependsOn: ["check"] };
    const world = written([CHECK, tell]);
    const changed = planOf({ ...CHECK, verification: "true" }, tell);
    expect(world.edit(changed, "because", { by: OPERATOR })).toMatchObject({ ok: true });
    const acting = written([CHECK, SEND]);
    expect(acting.edit(planOf(CHECK, SEND, tell), "because", { by: OPERATOR })).toMatchObject({ ok: true });
  });

  it.each(["skip_task", "accept_result"] as const)("is not done without by who only operates: %s", (type) => {
    const world = refused();
    const command = { type, taskId: "check", reason: "because" } as const;
    expect(world.send({ ...command, by: OPERATOR })).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
    expect(world.send({ ...command, by: REVIEWER })).toMatchObject({ ok: true });
  });
});
