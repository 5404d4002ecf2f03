import { describe, expect, it } from "vitest";
import { offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, waitingAtGate, withAgents } from "@/lib/testing/runs/waiting-gate";
import { describeRelease } from "../../describe/gates/release";
import { describeRisk, FREES_MODELS } from "../../describe/gates/risk";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import type { OfferedPlan } from "../commands";
import { releaseOfGate } from "../controls/release/asked";
import type { Proposal } from "../events/reviews";
import type { RunSettings } from "../settings";
import type { ApprovalState, RunState, TaskState } from "../state";
import { takesPanel } from "./reading";
import { agentsOfRelease, decisionRisk, riskOf } from "./risk";
import type { GateVerb } from "./table";

const gateOf = (part: Partial<ApprovalState>): ApprovalState => ({ ...waitingAtGate().gate, ...part });
const NOTHING_GIVEN = {
  constraints: "",
  models: [],
  files: [],
  said: [],
  served: [],
  tailActs: [],
  whole: String,
};
const DEPLOY: TaskDraft = { id: "go", title: "Go live", agent: "deployer", dependsOn: ["ask"] };

describe("an answer takes a second step", () => {
  it("where what it sets free can change something outside", () => {
    const { state, gate } = waitingAtGate(DEPLOY);
    const risk = riskOf(state, gate, "approve");
    expect(risk).toEqual({ code: "starts_changes", tasks: [{ title: "Go live", tools: ["deploy"] }] });
    expect(risk && describeRisk(risk)).toContain("“Go live” (by deploy)");
    expect(riskOf(state, gate, "edit")).toEqual(risk);
    expect(riskOf(state, gate, "reject")).toBeUndefined();
  });

  it("where models may change the plan afterwards, which its panel says and its digest covers", () => {
    const approval = (settings: Partial<RunSettings>) => {
      const { state, gate } = waitingAtGate();
      const run = { ...state, settings: { ...state.settings, ...settings } };
      const asked = { ...gate, kind: "plan_approval" as const };
      const parts = { ...NOTHING_GIVEN, mission: state.mission };
      const risk = riskOf(run, asked, "approve");
      return {
        code: risk?.code,
        isSaid: describeRelease(run, asked, parts).includes(FREES_MODELS),
        takesPanel: takesPanel("plan_approval", "approve", risk),
      };
    };
    const free = { afterApproval: "replan" } as const;
    expect(approval(free)).toMatchObject({ code: "frees_models", isSaid: true, takesPanel: true });
    expect(approval({})).toMatchObject({ code: undefined, isSaid: false, takesPanel: false });
    const digestIn = (settings: Partial<RunSettings>) => {
      const world = new RunWorld({ settings: { planApproval: true, ...settings } });
      world.start();
      world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(planOf({ id: "a" })) });
      return world.last("approval_opened").payload.digest;
    };
    expect(digestIn(free)).not.toBe(digestIn({}));
  });

  it.each<[string, TaskDraft[]]>([
    ["a program", [{ id: "go", type: "direct", input: "(tool/deploy {})", dependsOn: ["ask"] }]],
    ["the supervisor", [{ id: "go", agent: "supervisor", dependsOn: ["ask"] }]],
    [
      "an agent behind harmless work",
      [
        { id: "noop", dependsOn: ["ask"] },
        { ...DEPLOY, dependsOn: ["noop"] },
      ],
    ],
    [
      "a program behind a review that asks nobody",
      [
        { id: "r", type: "planning_review", dependsOn: ["ask"] },
        { id: "go", type: "direct", input: "(tool/deploy {})", dependsOn: ["r"] },
      ],
    ],
  ])("for %s", (_, tasks) => {
    const { state, gate } = waitingAtGate(...tasks);
    expect(riskOf(state, gate, "approve")).toMatchObject({
      code: "starts_changes",
      tasks: [{ tools: ["deploy"] }],
    });
  });

  it("not where nothing waits for it, it only reads, or people are asked as well before it acts", () => {
    const risk = (...tasks: TaskDraft[]) => {
      const { state, gate } = waitingAtGate(...tasks);
      return riskOf(state, gate, "approve");
    };
    expect(risk()).toBeUndefined();
    expect(risk({ id: "see", agent: "reader", dependsOn: ["ask"] })).toBeUndefined();
    const again: TaskDraft = { id: "again", type: "human_review", dependsOn: ["ask"] };
    const behind = { ...DEPLOY, dependsOn: ["again"] };
    expect(risk(again, behind)).toBeUndefined();
    const review: TaskDraft = { id: "again", type: "planning_review", dependsOn: ["ask"] };
    expect(
      risk({ ...review, review: { requiresHumanApproval: true, condition: "false" } }, behind),
    ).toBeDefined();
    expect(risk({ ...again, gate: { timeoutSeconds: 60, onTimeout: "approve" } }, behind)).toBeDefined();
  });

  it("in doubt: of a version that came without the facts any task may act", () => {
    const { state, gate } = waitingAtGate({ id: "see", agent: "reader", dependsOn: ["ask"] });
    const { reach: _reach, ...unknown } = state;
    const risk = riskOf(unknown, gate, "approve");
    expect(risk && describeRisk(risk)).toContain("by any tool");
  });

  it("where the run ends, or something may happen twice", () => {
    const { state } = waitingAtGate();
    const said = (part: Partial<ApprovalState>, verb: GateVerb) => {
      const risk = riskOf(state, gateOf(part), verb);
      return risk && describeRisk(risk);
    };
    expect(said({ kind: "unknown_outcome", subject: { tool: "deploy" } }, "run")).toContain("twice");
    const done = { tool: "deploy", earlier: "done", earlierAt: 1 };
    expect(said({ kind: "tool_approval", subject: done }, "approve")).toContain("runs it again");
    expect(said({ kind: "tool_approval", subject: done }, "edit")).toBeUndefined();
    expect(said({ kind: "tool_approval" }, "approve")).toBeUndefined();
    expect(said({ kind: "budget" }, "abort")).toContain("Aborting ends the run and cannot be undone");
    expect(said({ kind: "budget" }, "raise")).toBeUndefined();
    expect(said({ kind: "plan_approval" }, "reject")).toContain(
      "Rejecting ends the run and cannot be undone",
    );
  });

  it("where a plan begins with what changes something, and not where a gate answers nothing of a task", () => {
    const { state } = new RunWorld({
      plan: withAgents({ id: "go", agent: "deployer" }),
      settings: { critic: { mode: "static", minScore: 10 } },
      tools: KNOWN_TOOLS,
    });
    expect(riskOf(state, gateOf({ kind: "plan_approval" }), "approve")).toMatchObject({
      code: "starts_changes",
      tasks: [{ tools: ["deploy"] }],
    });
    const { taskId: _taskId, ...loose } = gateOf({});
    expect(riskOf(state, loose, "approve")).toBeUndefined();
  });

  it("at a review that asks people, by what is decided there", () => {
    const plan = withAgents({ id: "r", type: "planning_review" }, { ...DEPLOY, dependsOn: ["r"] });
    const deciding = (reviewMode: "manual" | "hold", decision: "CONTINUE" | "ABORT") => {
      const world = new RunWorld({ plan, settings: { reviewMode }, tools: KNOWN_TOOLS });
      world.start();
      const proposal = { decision, reasoning: "", answers: [], reviewer: "reviewer" };
      world.send({ type: "review_read", ...world.keyOf("r"), proposal });
      return world.state;
    };
    const open = deciding("manual", "CONTINUE");
    const [gate] = Object.values(open.approvals);
    expect(gate && riskOf(open, gate, "approve")?.code).toBe("starts_changes");
    expect(decisionRisk(open, "r", "CONTINUE")?.code).toBe("starts_changes");
    expect(decisionRisk(open, "r", "REPLAN")).toBeUndefined();
    const aborting = deciding("manual", "ABORT");
    const [asked] = Object.values(aborting.approvals);
    expect(asked && riskOf(aborting, asked, "approve")).toEqual({ code: "ends_run", verb: "ABORT" });
    expect(decisionRisk(deciding("hold", "CONTINUE"), "r", "CONTINUE")).toBeUndefined();
    expect(decisionRisk(deciding("hold", "CONTINUE"), "r", "ABORT")?.code).toBe("ends_run");
    expect(decisionRisk(deciding("hold", "ABORT"), "r", "ABORT")?.code).toBe("ends_run");
    expect(decisionRisk(deciding("hold", "ABORT"), "r", "CONTINUE")).toEqual({
      code: "starts_changes",
      tasks: [{ title: "Go live", tools: ["deploy"] }],
    });
  });
});

describe("the tail that a review proposes", () => {
  const MAIL = { digest: "all of it", acts: [{ title: "Send it", tools: ["mail"] }], omitted: 2 };
  const plan = withAgents(
    { id: "r", type: "planning_review" },
    { id: "z", title: "Write a note", dependsOn: ["r"] },
  );
  const BARE: Proposal = { decision: "REPLAN", reasoning: "A small one.", answers: [] };
  const proposing = (part: Partial<Proposal>, settings: object = { reviewMode: "manual" }) => {
    const world = new RunWorld({ plan, settings, tools: KNOWN_TOOLS });
    world.start();
    const proposal: Proposal = { ...BARE, ...part };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    const [gate] = Object.values(world.state.approvals);
    return { state: world.state, gate: gate as ApprovalState };
  };
  const risks = (part: Partial<Proposal>) => {
    const { state, gate } = proposing(part);
    return (["approve", "REPLAN", "CONTINUE"] as const).map((verb) => riskOf(state, gate, verb));
  };

  it("takes a second step where it acts, whoever decides it under which word", () => {
    const risk = { code: "starts_changes", tasks: MAIL.acts, omitted: 2 } as const;
    expect(risks({ tail: "t1", tailRelease: MAIL })).toEqual([risk, risk, undefined]);
    expect(describeRisk(risk)).toContain("“Send it” (by mail); and 2 more, listed on the panel of the gate.");
    expect(risks({ tail: "t1", tailRelease: { digest: "none", acts: [] } })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(risks({})).toEqual([undefined, undefined, undefined]);
  });

  it("may do anything where nobody noted what it does", () => {
    expect(risks({ tail: "t1" })[0]).toMatchObject({ code: "starts_changes", tasks: [{ tools: ["*"] }] });
  });

  it("takes one while its decision is held only where its words would be asked about, were they a model's", () => {
    const { state } = proposing({ tail: "t1", tailRelease: MAIL }, { reviewMode: "hold" });
    expect(decisionRisk(state, "r", "REPLAN")).toBeUndefined();
    const settled = { ...state, planSettled: "approved" as const };
    expect(decisionRisk(settled, "r", "REPLAN")?.code).toBe("starts_changes");
  });

  it("takes one while another decision is held, as at the gate of the review", () => {
    const { state } = proposing({ decision: "CONTINUE" }, { reviewMode: "hold" });
    const votes = [{ reviewer: "b", at: 0, proposal: { ...BARE, tail: "t1", tailRelease: MAIL } }];
    const task = state.tasks.r as TaskState;
    const voted = { ...state, tasks: { ...state.tasks, r: { ...task, votes } } };
    expect(decisionRisk(voted, "r", "REPLAN")?.code).toBe("starts_changes");
    expect(decisionRisk(voted, "r", "CONTINUE")).toBeUndefined();
  });

  it("is in the digest of its gate, as it is written and with what it sets free", () => {
    const parts = [
      {},
      { tail: "t1" },
      { tail: "t2" },
      { tail: "t2", tailRelease: MAIL },
      { tail: "t2", tailRelease: { ...MAIL, digest: "another" } },
    ];
    const digests = parts.map((part) => proposing(part).gate.digest);
    expect(new Set(digests).size).toBe(parts.length);
    expect(proposing({ tail: "t1" }).gate.digest).toBe(digests[1]);
  });
});

describe("the release of a gate about a version that is not in force", () => {
  const start = withAgents({ id: "bad", onFailure: "replan" }, { id: "ask", type: "human_review" }, DEPLOY);
  const offering = (...tasks: TaskDraft[]) => {
    const world = new RunWorld({ plan: start, tools: KNOWN_TOOLS, origin: "planner" });
    world.start();
    const shown = storeValue("It is ready.").stored;
    world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
    world.fail("bad");
    // The first answer goes back to its writer once.
    for (let round = 0; round < 2; round += 1)
      world.replan(offer(withAgents(...tasks), storePlan(start).plan, KNOWN_TOOLS));
    const gate = Object.values(world.state.approvals).find(({ kind }) => kind === "control_waiver");
    if (!gate) throw new Error("no gate opened");
    return { state: world.state, gate };
  };

  it("is what would stand behind less, of a waiver", () => {
    const { state, gate } = offering({ id: "bad" }, { ...DEPLOY, id: "go_2", input: "Go", dependsOn: [] });
    expect(releaseOfGate(state, gate).map(({ task }) => task.id)).toEqual(["go_2"]);
    expect(riskOf(state, gate, "approve")?.code).toBe("starts_changes");
  });

  it("is carried out by the agents of that version, and of any other gate by those in force", () => {
    const { state, gate } = offering({ id: "bad" }, { ...DEPLOY, id: "go_2", input: "Go", dependsOn: [] });
    const patch = { ...(state.offered as OfferedPlan).patch, agents: {} };
    const at = (of: RunState, kind: ApprovalState["kind"]) => agentsOfRelease(of, { ...gate, kind });
    const changing = { ...state, offered: { ...(state.offered as NonNullable<RunState["offered"]>), patch } };
    expect(at(changing, "control_waiver")).toBe(patch.agents);
    expect(at(changing, "plan_change")).toBe(patch.agents);
    expect(at(changing, "human_review")).toBe(state.agents);
    expect(at(changing, "plan_refinement")).toBe(state.agents);
    const facts = { summary: "", modified: [], added: [], skipped: [], dropped: [], holds: [] };
    const refined = { number: 1, ...facts, plan: changing.offered };
    const refining = { ...state, refinements: { ended: [], entries: [], offered: refined } };
    expect(at(refining, "plan_refinement")).toBe(patch.agents);
    const { offered: _offered, ...settled } = state;
    expect(at(settled, "plan_change")).toBe(state.agents);
  });
});

it("a plan that only reads starts without a second step", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }), tools: KNOWN_TOOLS });
  expect(riskOf(state, gateOf({ kind: "plan_approval" }), "approve")).toBeUndefined();
});
