import { expect } from "vitest";
import { reachOf } from "@/lib/core/plan/reach";
import type { Plan } from "@/lib/core/plan/schema";
import { storePlan } from "@/lib/core/plan/store";
import type { SideEffects } from "@/lib/core/ports";
import type { OfferedPlan } from "@/lib/core/run/commands";
import { holdOn } from "@/lib/core/run/controls/hold";
import { footingOf } from "@/lib/core/run/controls/release/tails";
import type { ToolMark } from "@/lib/core/run/events/release";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { RunSettings } from "@/lib/core/run/settings";
import { tasksInForce } from "@/lib/core/run/state/in-force";
import { actor, voter } from "./played-run";
import { offer, planOf, RunWorld, type TaskDraft } from "./run-world";
import { releaseOfTail } from "./settled-run";

const AGENTS = {
  looker: { prompt: "Look.", tools: ["scan"] },
  teller: { prompt: "Tell.", tools: ["mail"] },
};
export const LOOK: TaskDraft = { id: "look", title: "Look", agent: "looker", input: "Look it up" };
export const SEND: TaskDraft = {
  id: "send",
  title: "Send",
  type: "direct",
  input: '(tool/mail {:to "us"})',
  dependsOn: ["look"],
};
export const SEND_AGAIN: TaskDraft = { ...SEND, id: "send_v2", replaces: "send" };
export const OTHER: TaskDraft = { ...SEND, id: "other", input: '(tool/mail {:to "all"})' };

/** One run, and its tools as they are at the moment: `mail` acts, `scan` only reads until it is said to do more. */
export class Approved {
  readonly world: RunWorld;
  scans: SideEffects = "read";
  readonly marks = { mail: "1", scan: "1" };
  policies = "p";

  constructor(settings: Partial<RunSettings> = {}, tasks = [LOOK, SEND], verb: GateVerb | null = "approve") {
    const quick = { replanGraceMs: 0, critic: { mode: "off", minScore: 0 } } as const;
    this.world = new RunWorld({
      by: actor("Ann"),
      settings: { ...quick, planApproval: verb !== null, ...settings },
    });
    this.draft(...tasks);
    if (verb) this.answer(verb);
  }

  private get tools() {
    return [
      { name: "mail", sideEffects: "external" as const },
      { name: "scan", sideEffects: this.scans },
    ];
  }

  private mark(name: "mail" | "scan"): ToolMark {
    return { name, definition: this.marks[name], policies: this.policies };
  }

  planOf(...tasks: TaskDraft[]): Plan {
    return { ...planOf(...tasks), agents: AGENTS } as Plan;
  }

  offered(plan: Plan): OfferedPlan {
    const { state, plan: inForce } = this.world;
    const lineages = new Map(Object.values(state.tasks).map(({ id, spec }) => [id, spec.lineage]));
    const parent = state.planVersion === 0 ? undefined : storePlan(inForce as Plan, lineages).plan;
    const marks = this.scans === "read" ? [this.mark("mail")] : [this.mark("mail"), this.mark("scan")];
    return { ...offer(plan, parent), reach: reachOf(plan, this.tools), tools: marks };
  }

  draft(...tasks: TaskDraft[]) {
    const { world } = this;
    world.start();
    const plan = this.offered(this.planOf(...tasks));
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
    world.readPlan();
  }

  answer(verb: GateVerb, by = "Bob", provenance: "person" | "auto" = "person") {
    const { approvalId } = this.world.last("approval_opened").payload;
    const said = { approvalId, verb, provenance, comment: "so", by: voter(by) } as const;
    expect(this.world.send({ type: "decide_approval", ...said }, actor(by))).toMatchObject({ ok: true });
    if (this.world.state.planVersion > 0) this.world.readPlan();
    return this;
  }

  /** A model writes the rest of the plan again, because the task failed or somebody wished for it. */
  replanned(...tasks: TaskDraft[]) {
    const { world } = this;
    if (!world.state.replanWanted)
      world.send({ type: "request_replan", instruction: "faster" }, actor("Ann"));
    world.replan(this.offered(this.planOf(...tasks)));
    world.readPlan();
    return this;
  }

  /** What these tasks would set free as the tail of a review. */
  releasedAt(review: string, ...tasks: TaskDraft[]) {
    return releaseOfTail(this.world, this.offered(this.planOf(...tasks)), review);
  }

  /** What a tail takes over of the plan as it stands, by name. */
  footing({ agents, tasks }: { agents: string[]; tasks: string[] }) {
    const { state } = this.world;
    return footingOf({ agents: state.agents, tasks: tasksInForce(state) }, agents, tasks);
  }

  /** The tail of the review that people decided is used, word for word. */
  tailed(...tasks: TaskDraft[]) {
    this.world.replan(this.offered(this.planOf(...tasks)), { tail: "t" });
    this.world.readPlan();
  }

  edited(by: string, ...tasks: TaskDraft[]) {
    const plan = this.offered(this.planOf(...tasks));
    const expectedPlanVersion = this.world.state.planVersion;
    const edit = { type: "edit_plan", plan, expectedPlanVersion, reason: "better", by: voter(by) } as const;
    expect(this.world.send(edit, actor(by))).toMatchObject({ ok: true });
    this.world.readPlan();
    return this;
  }

  /** What holds back that this task calls the tool now: since what, or the controls that nobody passed. */
  hold(taskId: string, tool: "mail" | "scan" = "mail", call?: string) {
    const held = holdOn(this.world.state, { taskId, tool, mark: this.mark(tool) }, call);
    return held && (held.since ?? held.controls);
  }
}
