import { type GateSpec, type Plan, plan as planSchema } from "@/lib/core/plan/schema";
import { randomFrom } from "@/lib/testing/seeds";
import type { TaskDraft } from "../run-world";

/** Plans by a seed: gates, effects any number of tasks behind them, and what joins from beside. */

export type Draw = {
  chance(share: number): boolean;
  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
};

export function drawFrom(seed: number): Draw {
  const random = randomFrom(seed);
  // The first numbers of neighbouring seeds are alike.
  for (let n = 0; n < 4; n += 1) random();
  const int = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return {
    int,
    chance: (share) => random() < share,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T,
  };
}

/** The tools that are known where a plan is offered; `mystery` is not. */
export const TOOLS = [
  { name: "look", sideEffects: "read" },
  { name: "post", sideEffects: "external" },
  { name: "push", sideEffects: "external" },
] as const;

type Agents = Plan["agents"];
export type Drafts = { agents: Record<string, Partial<Agents[string]>>; tasks: TaskDraft[] };

const AGENTS: Drafts["agents"] = {
  reader: { prompt: "Read and sum up", tools: ["look"] },
  sender: { prompt: "Send what you are given", tools: ["look", "post"] },
  pusher: { prompt: "Push what you are given", tools: ["push"] },
  stranger: { prompt: "Use the tool of the house", tools: ["mystery"] },
};

const MAX_TASKS = 14;
const MAX_HOPS = 6;
/** Nobody is handed a gate, and none passes in silence, before a story is over. */
const LONG_SECONDS = 1_000_000;

/** May operate, and not review. */
export const OPERATOR = "Op";

/** Ann writes the missions; each gate can be passed by somebody else. */
export const REVIEWERS = ["Ann", "Bob", "Cy", "Dan"] as const;

export function drawPlan(draw: Draw): Plan {
  return new PlanDraw(draw).plan();
}

/** The whole plan of drafts, defaults filled in. */
export const planFrom = ({ agents, tasks }: Drafts, objective?: string): Plan =>
  planSchema.parse({
    title: "Plan",
    ...(objective !== undefined && { objective }),
    agents,
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  });

class PlanDraw {
  private readonly draw: Draw;
  private readonly tasks: TaskDraft[] = [];

  constructor(draw: Draw) {
    this.draw = draw;
  }

  /** A spine from roots over gates and hops to an effect, then whatever else there is room for. */
  plan(): Plan {
    const { draw } = this;
    const room = draw.int(4, MAX_TASKS);
    let last = draw.chance(0.7) ? this.harmless([]) : undefined;
    const gates = draw.pick([1, 1, 1, 2, 2, 3]);
    for (let n = 0; n < gates; n += 1) {
      last = this.control(last === undefined ? [] : [last]);
      if (n + 1 < gates && draw.chance(0.3)) last = this.harmless([last]);
    }
    const hops = Math.min(draw.int(0, MAX_HOPS), room - this.tasks.length - 1);
    if (hops > 0 && draw.chance(0.15))
      last = this.add({ type: "planning_review", dependsOn: [last as string] });
    for (let n = 0; n < hops; n += 1) last = this.hop(last as string);
    this.effect([last as string, ...(draw.chance(0.2) ? [this.harmless([])] : [])]);
    while (this.tasks.length < room) this.more();
    return planFrom({ agents: AGENTS, tasks: this.tasks });
  }

  /** Sometimes something from beside joins it. */
  private hop(above: string): string {
    const { draw } = this;
    const joins = draw.chance(0.15) && this.tasks.length < MAX_TASKS - 3 ? [this.harmless([])] : [];
    if (draw.chance(0.1)) return this.add({ type: "planning_review", dependsOn: [above, ...joins] });
    return this.harmless([above, ...joins]);
  }

  private more(): void {
    const { draw } = this;
    const above = this.some(draw.int(0, 3));
    const kind = draw.int(0, 9);
    if (kind < 4) this.harmless(above);
    else if (kind < 8) this.effect(above);
    else this.control(above);
  }

  private some(count: number): string[] {
    const ids = this.tasks.map(({ id }) => id);
    return [...new Set(Array.from({ length: count }, () => this.draw.pick(ids)))];
  }

  private add(task: Omit<TaskDraft, "id">): string {
    const id = `t${this.tasks.length}`;
    this.tasks.push({ title: `Task ${id}`, maxRetries: 0, onFailure: "replan", ...task, id });
    return id;
  }

  private harmless(dependsOn: string[]): string {
    const { draw } = this;
    const input = `Sum up part ${this.tasks.length}`;
    if (draw.chance(0.2)) return this.add({ type: "direct", input: `(str "${input}")`, dependsOn });
    return this.add({ agent: draw.pick(["default", "reader"]), input, dependsOn });
  }

  private effect(dependsOn: string[]): string {
    const { draw } = this;
    const to = `https://staging.example/box${this.tasks.length}`;
    const checks = draw.chance(0.15) ? { verification: "(some? data/result)" } : {};
    switch (draw.int(0, 6)) {
      case 0:
      case 1:
        return this.add({
          type: "direct",
          dependsOn,
          ...checks,
          input: `(tool/post {:to "${to}"${this.lookUp(dependsOn)}})`,
        });
      case 2:
        return this.add({ type: "direct", input: `(tool/mystery {:to "${to}"})`, dependsOn });
      case 3:
        return this.add({ agent: draw.pick(["stranger", "pusher"]), input: `Hand it to ${to}`, dependsOn });
      case 4:
        return this.add({ agent: "sender", title: `Send it to ${to}`, dependsOn });
      default:
        return this.add({ agent: "sender", input: `Send the summary to ${to}`, dependsOn, ...checks });
    }
  }

  /** What a program passes on of what was before it, found by its name or by its place. */
  private lookUp(dependsOn: string[]): string {
    const { draw } = this;
    if (dependsOn.length === 0 || draw.chance(0.4)) return "";
    if (draw.chance(0.5)) return " :what (first (vals data/depends))";
    return ` :what (get data/depends "${draw.pick(dependsOn)}")`;
  }

  private control(dependsOn: string[]): string {
    const { draw } = this;
    if (draw.chance(0.2)) {
      const condition = draw.chance(0.3) ? { condition: "data/results" } : {};
      const review = { requiresHumanApproval: true, approvalTimeoutSeconds: LONG_SECONDS, ...condition };
      return this.add({ type: "planning_review", review: reviewOf(review), dependsOn, onFailure: "stop" });
    }
    const gate = gateOf(draw);
    return this.add({ type: "human_review", gate, dependsOn, onFailure: draw.pick(["stop", "replan"]) });
  }
}

/** What waits for a task, any number of tasks behind it. */
export function belowIn(
  tasks: readonly { id: string; dependsOn: readonly string[] }[],
  id: string,
): Set<string> {
  const found = new Set<string>();
  const visit = (above: string) => {
    for (const task of tasks) {
      if (!task.dependsOn.includes(above) || found.has(task.id)) continue;
      found.add(task.id);
      visit(task.id);
    }
  };
  visit(id);
  return found;
}

type Review = NonNullable<TaskDraft["review"]>;
const reviewOf = (given: Review): Review => ({ ...given, onTimeout: "abort" });

/** Terms that somebody can meet, drawn so that gates in a row are weaker, equal or stronger. */
function gateOf(draw: Draw): GateSpec {
  const assignees = draw.pick([[], [], ["Bob"], ["Bob", "Cy"], ["Bob", "Cy", "Dan"]]);
  const most = assignees.length === 0 ? 3 : assignees.length;
  const silence = draw.pick(["reject", "reject", "reject", "approve", "escalate"] as const);
  return {
    prompt: "Go on?",
    assignees: [...assignees],
    quorum: Math.min(most, draw.pick([1, 1, 2, 3])),
    fourEyes: draw.chance(0.3),
    requiresReason: draw.chance(0.1),
    onTimeout: silence,
    ...(silence !== "reject" && { timeoutSeconds: LONG_SECONDS }),
    ...(silence === "escalate" && { escalateTo: ["Dan"] }),
    ...(draw.chance(0.1) && { form: { type: "object", required: ["sum"] } }),
  };
}
