import type { Plan } from "@/lib/core/plan/schema";
import { storeValue } from "@/lib/core/stored-value";
import { type AttemptAt, actor, PlayedRun, voter } from "../../runs/played-run";
import { RunWorld } from "../../runs/run-world";
import type { Draw } from "../../runs/swaps/plans";
import { allBefore, type OwnPlan, type OwnStep } from "./own-plan";

/** A plan as it was read, played by a run; and what of it begins too early by the plan as its author meant it. */

/** The tools that are known where the plan is read. */
export const TOOLS = [{ name: "post", sideEffects: "external" }] as const;
const STEPS = 400;

export function earlyStarts(draw: Draw, plan: Plan, own: OwnPlan): string[] {
  const { world } = new FormRun(draw, plan);
  return new Oracle(plan, own).breaches(world);
}

/** Ends what is under way in any order, and lets people say yes at some time. */
class FormRun extends PlayedRun {
  world: RunWorld;
  protected readonly tools = TOOLS;
  private readonly draw: Draw;

  constructor(draw: Draw, plan: Plan) {
    super();
    this.draw = draw;
    const settings = {
      reviewMode: "auto",
      critic: { mode: "off", minScore: 0 },
      planApproval: false,
    } as const;
    this.world = new RunWorld({ by: actor("Ann"), settings, plan, tools: TOOLS, readBack: 0 });
    for (let n = 0; n < STEPS && this.world.state.phase === "executing"; n += 1) this.step();
  }

  private step(): void {
    const { draw, world } = this;
    const keys = this.underWay();
    const open = Object.keys(world.state.openApprovals);
    if (keys.length > 0 && (open.length === 0 || draw.chance(0.8))) this.report(draw.pick(keys));
    else if (open.length > 0) this.agree(draw.pick(open));
  }

  private agree(approvalId: string): void {
    const gate = this.world.state.approvals[approvalId];
    const verb = (["approve", "respond", "CONTINUE"] as const).find((one) => gate?.verbs.includes(one));
    if (!gate || !verb) return;
    const said = { comment: "because", provenance: "person", by: voter("Bob") } as const;
    const { stored: value } = storeValue({});
    const brings = verb === "respond" ? { value } : {};
    this.world.send(
      { type: "decide_approval", approvalId, verb, digest: gate.digest, ...said, ...brings },
      actor("Bob"),
    );
  }

  protected runTask({ taskId }: AttemptAt): void {
    this.world.succeed(taskId);
  }

  protected writePlan(): void {
    throw new Error("No plan is written in this run");
  }
}

class Oracle {
  /** The steps that each task does. */
  private readonly stepsOf = new Map<string, OwnStep[]>();
  private readonly gates = new Set<string>();

  constructor(plan: Plan, own: OwnPlan) {
    const words = plan.tasks.map((task) => ({ task, words: `${task.title} ${JSON.stringify(task.input)}` }));
    for (const { task, words: said } of words) {
      this.stepsOf.set(
        task.id,
        own.steps.filter(({ mark }) => said.includes(mark)),
      );
      if (task.type === "human_review" || task.review?.requiresHumanApproval) this.gates.add(task.id);
    }
    // A step that became words of another task is done with that one.
    const found = new Set([...this.stepsOf.values()].flat());
    for (const step of own.steps.filter((one) => !found.has(one)))
      for (const { task } of words)
        if (JSON.stringify(task).includes(step.mark)) this.stepsOf.get(task.id)?.push(step);
  }

  /** By the log: each beginning of work, against what has ended and who has agreed before it. */
  breaches({ events }: RunWorld): string[] {
    const done = new Set<OwnStep>();
    const agreed = new Set<OwnStep>();
    const found: string[] = [];
    for (const { type, payload, seq } of events) {
      if (type !== "task_started" && type !== "task_succeeded") continue;
      const steps = this.stepsOf.get(payload.taskId) ?? [];
      const isGate = this.gates.has(payload.taskId);
      if (type === "task_started") {
        for (const step of steps)
          if (step.kind === "work" && !isGate) found.push(...this.early(step, steps, done, agreed, seq));
      } else
        for (const step of steps) {
          if (isGate) agreed.add(step);
          if (step.kind === "work" ? !isGate : isGate) done.add(step);
        }
    }
    return found;
  }

  private early(
    step: OwnStep,
    together: readonly OwnStep[],
    done: ReadonlySet<OwnStep>,
    agreed: ReadonlySet<OwnStep>,
    seq: number,
  ): string[] {
    const missing = [...allBefore(step)].filter(
      (one) => !done.has(one) && !(one.kind === "work" && together.includes(one)),
    );
    const said = missing.map((one) => `${seq}: "${step.title}" begins before "${one.title}" (${one.kind})`);
    if (step.by !== undefined && !agreed.has(step))
      said.push(`${seq}: "${step.title}" begins without ${step.by}`);
    return said;
  }
}
