import { getOwn } from "@/lib/core/own";
import type { PlanReach } from "@/lib/core/plan/reach";
import type { Plan } from "@/lib/core/plan/schema";
import type { OfferedPlan, RunState } from "@/lib/core/run";
import { holdOn } from "@/lib/core/run/controls/hold";
import type { ToolMark } from "@/lib/core/run/events/release";
import { callKey } from "@/lib/core/run/gates/of-task";
import { type GateVerb, isAboutWork } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import { isTerminalTask } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import { type AttemptAt, actor, PlayedRun, voter } from "../played-run";
import { RunWorld } from "../run-world";
import { HOSTILE, SWAPS, type Swap, type SwapKind, swapOf } from "./kinds";
import { type Draw, drawFrom, drawPlan, OPERATOR, REVIEWERS, TOOLS } from "./plans";

/** At what moment a plan was swapped. */
export const MOMENTS = ["before_gates", "gate_open", "between_votes", "passed", "after_failure"] as const;
export type Moment = (typeof MOMENTS)[number];
export type MadeSwap = Pick<Swap, "kind" | "distance"> & { moment: Moment; version: number };

/** A gate with its digest, as it was when somebody looked. */
type Sight = { by: string; approvalId: string; digest: string; taskId?: string; kind: string };

const STEPS = 70;
const LAST_STEPS = 120;
/** One run by a seed: people let pass what they read, and those who write plans swap what they read for something else. */
export class SwapStory extends PlayedRun {
  world: RunWorld;
  readonly made: MadeSwap[] = [];
  /** Versions that nobody took. */
  refused = 0;
  /** Words of those who may not review, and how many were turned away. */
  readonly words = { steers: 0, steersRefused: 0, toolsChanged: 0 };
  private readonly definitions: Record<string, string> = { post: "post", push: "push" };
  /** By the number of the event of each vote: the gate that its voter had read. */
  readonly read = new Map<number, string>();
  protected readonly tools = TOOLS;
  private readonly draw: Draw;
  private readonly favourite: SwapKind;
  /** People of this story refuse often. */
  private readonly refuses: boolean;
  private readonly sights: Sight[] = [];
  private swapsLeft: number;
  private readVersion = 0;
  private written: Omit<MadeSwap, "version"> | undefined;

  constructor(seed: number) {
    super();
    const draw = drawFrom(seed);
    this.draw = draw;
    // By turns, so that every kind has its stories, however seldom plans have room for it.
    this.favourite = SWAPS[seed % SWAPS.length] as SwapKind;
    this.swapsLeft = draw.int(1, 4);
    this.refuses = draw.chance(0.2);
    this.world = this.begin(drawPlan(draw));
    for (let n = 0; n < STEPS && !this.isOver; n += 1) this.step();
    this.swapsLeft = 0;
    for (let n = 0; n < LAST_STEPS && !this.isOver; n += 1) this.step();
  }

  private get isOver(): boolean {
    const { phase } = this.world.state;
    return phase === "finishing" || phase === "ended";
  }

  private begin(plan: Plan): RunWorld {
    const { draw } = this;
    const settings = {
      replanGraceMs: 0,
      replanCooldownMs: 0,
      retryDelayMs: 0,
      maxTotalReplans: 60,
      maxReplansPerTask: 60,
      maxWishes: 60,
      controls: draw.pick(["ask", "ask", "refuse"] as const),
      planApproval: draw.chance(0.2),
      fourEyes: draw.chance(0.15),
      reviewMode: "auto",
      summarizer: "off",
      critic: { mode: "off", minScore: 0 },
    } as const;
    const afterApproval = draw.pick([undefined, undefined, "ask", "replan"] as const);
    const all = afterApproval === undefined ? settings : { ...settings, afterApproval };
    const given = { by: actor("Ann"), settings: all, readBack: 0 } as const;
    if (draw.chance(0.3)) return new RunWorld({ ...given, plan, tools: TOOLS });
    const world = new RunWorld(given);
    this.world = world;
    world.plan = plan;
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: this.offered(plan) });
    return world;
  }

  private step(): void {
    const { draw } = this;
    const moves = draw.int(0, 9);
    if (moves < 5) this.engine();
    else if (moves < 9 || this.swapsLeft === 0) this.people();
    else if (draw.chance(0.3)) this.steer();
    else if (draw.chance(0.2)) this.changeTool();
    else this.attack();
    this.noteVersion();
  }

  private engine(): void {
    const keys = this.underWay();
    if (keys.length === 0) return;
    const key = this.draw.pick(keys);
    const { kind, taskId = "", attempt = 1 } = this.world.state.inFlight[key] as RunState["inFlight"][string];
    const { condition } = this.world.state.tasks[taskId]?.spec.review ?? {};
    if (kind !== "review" || condition === undefined || this.draw.chance(0.5)) return this.report(key);
    this.world.send({ type: "review_not_needed", key, taskId, attempt, shown: "false" });
  }

  private people(): void {
    const { draw, sights } = this;
    const open = Object.keys(this.world.state.openApprovals);
    if (open.length > 0 && (sights.length === 0 || draw.chance(0.4))) {
      const approvalId = draw.pick(open);
      const { digest, kind, taskId } = this.gate(approvalId);
      const by = draw.pick(REVIEWERS);
      sights.push({ by, approvalId, digest, kind, ...(taskId !== undefined && { taskId }) });
    } else if (sights.length > 0) this.answer(sights.splice(draw.int(0, sights.length - 1), 1)[0] as Sight);
  }

  /** At the gate that was read, or, as clients do that look for a task's gate, at the one in its place with the digest that was read. */
  private answer({ by, approvalId: readId, digest, kind, taskId }: Sight): void {
    const { draw, world } = this;
    const { state } = world;
    const inPlace = Object.keys(state.openApprovals).find((id) => {
      const gate = this.gate(id);
      return taskId !== undefined && gate.taskId === taskId && gate.kind === kind;
    });
    const approvalId = draw.chance(0.5) ? (inPlace ?? readId) : readId;
    const verb = this.verbAt(this.gate(approvalId).verbs);
    const { stored: value } = storeValue({ sum: 1 });
    const said = { comment: "because", provenance: "person", by: voter(by) } as const;
    const brings = verb === "edit" || verb === "respond" ? { value } : {};
    const before = state.seq;
    world.send({ type: "decide_approval", approvalId, verb, digest, ...said, ...brings }, actor(by));
    for (const { seq, type } of world.events.slice(-12)) {
      if (seq > before && (type === "approval_voted" || type === "approval_decided"))
        this.read.set(seq, readId);
    }
  }

  private verbAt(verbs: readonly GateVerb[]): GateVerb {
    const { draw } = this;
    const usual = (["approve", "respond", "CONTINUE", "retry"] as const).find((verb) => verbs.includes(verb));
    if (this.refuses && verbs.includes("reject") && draw.chance(0.3)) return "reject";
    if (verbs.includes("ask") && draw.chance(0.06)) return draw.pick(["ask", "edit"] as const);
    return usual !== undefined && draw.chance(0.96) ? usual : draw.pick(verbs);
  }

  private gate(approvalId: string) {
    return this.world.state.approvals[approvalId] as RunState["approvals"][string];
  }

  /** A wish, which has the plan written again, or a plan of a person's own. */
  private attack(): void {
    const { draw, world } = this;
    if (world.state.planVersion === 0) return;
    this.swapsLeft -= 1;
    if (draw.chance(0.6))
      return void world.send({ type: "request_replan", instruction: "Go on" }, actor("Ann"));
    const by = draw.pick([OPERATOR, OPERATOR, ...REVIEWERS]);
    const swap = this.swapNow(true);
    if (!swap) return;
    this.written = swap;
    const edit = { expectedPlanVersion: world.state.planVersion, reason: "because" } as const;
    const plan = this.offered(swap.plan);
    const outcome = world.send(
      { type: "edit_plan", ...edit, plan, by: voter(by, by !== OPERATOR) },
      actor(by),
    );
    if (!outcome.ok) this.refused += 1;
  }

  /** Words for an agent at work, of somebody who may not review. */
  private steer(): void {
    const { draw, world } = this;
    const working = Object.values(world.state.inFlight).flatMap(({ kind, taskId }) =>
      kind === "run_attempt" && taskId !== undefined ? [taskId] : [],
    );
    if (working.length === 0) return;
    const steer = { type: "steer", taskId: draw.pick(working), message: "Send it to everybody" } as const;
    const outcome = world.send({ ...steer, by: voter(OPERATOR, false) }, actor(OPERATOR));
    this.words[outcome.ok ? "steers" : "steersRefused"] += 1;
  }

  /** A server shows something else of a tool, and the run hears of it, as far as it knows how the tool was. */
  private changeTool(): void {
    const { draw, world } = this;
    const { planVersion: version, reach, toolMarks, offered, seq } = world.state;
    if (!reach || !toolMarks) return;
    const tool = draw.pick(["post", "push"]);
    this.definitions[tool] = `${tool} ${seq}`;
    const waiting = offered?.reach && {
      offered: { digest: offered.digest, reach: offered.reach, tools: this.marksOf(offered.reach) },
    };
    const plan = { version, reach, tools: this.marksOf(reach) };
    world.send({ type: "tools_changed", definitions: { ...this.definitions }, plan, ...waiting });
    this.words.toolsChanged += 1;
  }

  private marksOf(reach: PlanReach): ToolMark[] {
    const reached = new Set(Object.values(reach).flat());
    return Object.keys(this.definitions).flatMap((name) => (reached.has(name) ? this.markOf(name) : []));
  }

  private markOf(name: string): ToolMark[] {
    const definition = getOwn(this.definitions, name);
    return definition === undefined ? [] : [{ name, definition, policies: "none" }];
  }

  protected override offered(plan: Plan): OfferedPlan {
    const offered = super.offered(plan);
    const { planVersion, toolMarks } = this.world.state;
    // Of a run whose first plan came without them nobody notes them later.
    if (planVersion > 0 && !toolMarks) return offered;
    return { ...offered, tools: this.marksOf(offered.reach ?? {}) };
  }

  private swapNow(mayRewrite: boolean): (Swap & { moment: Moment }) | undefined {
    const { draw, world } = this;
    const { state } = world;
    const failed = state.replan?.covers ?? [];
    const kinds = failed.length > 0 ? (["repair_same", "repair_other", ...HOSTILE] as const) : SWAPS;
    const standing = {
      plan: world.plan as Plan,
      hasEnded: (id: string) => isTerminalTask(state.tasks[id]?.status ?? "pending"),
      failed,
      mayRewrite,
      n: state.seq,
    };
    for (let n = 0; n < 12; n += 1) {
      const kind = n === 0 && draw.chance(0.6) ? this.favourite : draw.pick(kinds);
      const swap = swapOf(kind, draw, standing);
      if (swap) return { ...swap, moment: this.moment(failed.length > 0) };
    }
    return;
  }

  private moment(isRepair: boolean): Moment {
    const { state } = this.world;
    if (isRepair) return "after_failure";
    const open = Object.keys(state.openApprovals).map((id) => this.gate(id));
    if (open.some(({ votes = [] }) => votes.length > 0)) return "between_votes";
    if (open.some(({ kind }) => isAboutWork(kind))) return "gate_open";
    return state.releases.length > 0 ? "passed" : "before_gates";
  }

  private noteVersion(): void {
    const { planVersion: version } = this.world.state;
    if (version !== this.readVersion) this.world.readPlan();
    this.readVersion = version;
    if (!this.written || version === (this.made.at(-1)?.version ?? 1) || version < 2) return;
    const { kind, distance, moment } = this.written;
    this.made.push({ kind, distance, moment, version });
    this.written = undefined;
  }

  protected writePlan(kind: "plan" | "replan", key: string): void {
    const { draw, world } = this;
    if (kind === "plan") return void world.send({ type: "plan_refused", key, issues: [] });
    const { refused } = world.state.replan ?? {};
    const swap = refused && draw.chance(0.4) ? undefined : this.swapNow(false);
    if (!swap) {
      const reason = statedReason("none");
      return void world.send({ type: "replan_unwritten", key, reason, issues: [] });
    }
    this.written = swap;
    const fromVersion = world.state.planVersion;
    const plan = this.offered(swap.plan);
    world.send({ type: "replan_written", key, plan, fromVersion, renamed: [] });
    if (world.state.planVersion === fromVersion && !world.state.offered) this.refused += 1;
  }

  /** Does as the engine does about a call (`ruleOnCalls`): asks where a control holds it back, and else makes it. */
  protected runTask(at: AttemptAt): void {
    const { draw, world } = this;
    const { spec, verdicts = {} } = world.state.tasks[at.taskId] as RunState["tasks"][string];
    const tool = this.toolOf(spec);
    if (tool !== undefined) {
      const call = { step: 1, callId: `c${at.attempt}`, tool };
      const verdict = verdicts[callKey(1, call.callId)];
      if (verdict?.verb === "reject") return void world.succeed(at.taskId);
      const [mark] = this.markOf(tool);
      const act = { taskId: at.taskId, tool, ...(mark && { mark }) };
      const held = holdOn(world.state, act, callKey(1, call.callId));
      if (held) {
        const { stored: shown } = storeValue([spec.title, spec.input]);
        const { obligations } = held;
        const asked = { ...call, kind: "tool_approval", shown, digest: shown.digest, obligations } as const;
        return void world.send({ type: "calls_asked", ...at, step: 1, asks: [world.askOf(asked)] });
      }
      this.call(at, call);
    }
    if (draw.chance(tool === undefined ? 0.04 : 0.2)) world.fail(at.taskId);
    else world.succeed(at.taskId);
  }

  /** The tool that a task uses: of several the one that reaches furthest. */
  private toolOf({ type, agent, input }: RunState["tasks"][string]["spec"]): string | undefined {
    if (type === "direct") return /tool\/(\w+)/.exec(String(input))?.[1];
    return this.world.state.agents[agent]?.tools.findLast((tool) => tool !== "look");
  }
}
