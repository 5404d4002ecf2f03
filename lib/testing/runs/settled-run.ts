import { getOwn } from "@/lib/core/own";
import { storePlan } from "@/lib/core/plan/store";
import type { OfferedPlan } from "@/lib/core/run/commands";
import { versionOffered } from "@/lib/core/run/controls/release/release";
import { footingOf, tailDigest } from "@/lib/core/run/controls/release/tails";
import type { TailRelease } from "@/lib/core/run/events/release";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { RunSettings } from "@/lib/core/run/settings";
import { tasksInForce } from "@/lib/core/run/state/in-force";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "./run-world";

export const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
export const settings = {
  replanGraceMs: 0,
  critic: { mode: "off", minScore: 0 },
  afterApproval: "ask",
} as const satisfies Partial<RunSettings>;

export const FIND: TaskDraft = { id: "find", title: "Find", input: "Find it" };
export const TELL: TaskDraft = { id: "tell", title: "Tell", input: "Tell it", dependsOn: ["find"] };
export const FOUND_OTHERWISE: TaskDraft = {
  id: "find_v2",
  title: "Find",
  input: "Find it elsewhere",
  replaces: "find",
};

type Options = {
  tasks?: TaskDraft[];
  settings?: Partial<RunSettings>;
  author?: "person" | "approved" | "model";
};

/** A run whose plan a person wrote or approved, or that a model wrote and nobody has seen. */
export function settled({ tasks = [FIND, TELL], author = "person", ...options }: Options = {}): RunWorld {
  const plan = planOf(...tasks);
  const given: Partial<RunSettings> = {
    ...settings,
    planApproval: author === "approved",
    ...options.settings,
  };
  if (given.afterApproval === undefined) delete given.afterApproval;
  if (author === "person") return new RunWorld({ plan, by: ANNA, settings: given });
  const world = new RunWorld({ settings: given });
  world.plan = plan;
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(plan) });
  if (author === "approved") answer(world, "approve");
  return world;
}

export function answer(world: RunWorld, verb: GateVerb, comment?: string) {
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const said = comment === undefined ? {} : { comment };
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person", by, ...said }, ANNA);
}

export const wish = (world: RunWorld) => world.send({ type: "request_replan", instruction: "faster" }, ANNA);

export const next = (world: RunWorld, ...tasks: TaskDraft[]): OfferedPlan => {
  const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
  const plan = planOf(...tasks);
  const offered = offer(plan, storePlan(world.plan as NonNullable<RunWorld["plan"]>, lineages).plan);
  return { reach: {}, ...offered };
};

export const gateOf = (world: RunWorld) => {
  const [id = ""] = Object.keys(world.state.openApprovals);
  return world.state.approvals[id];
};

/** What this version would set free as the tail of a review, whose tasks these agents do. */
export function releaseOfTail(
  { state }: RunWorld,
  offered: OfferedPlan,
  review: string,
  agents: string[] = [],
): TailRelease {
  const added = offered.patch.tasks.map(({ id }) => id).filter((id) => !getOwn(state.tasks, id));
  const plan = versionOffered(state, offered);
  const ground = { agents: state.agents, tasks: tasksInForce(state) };
  return {
    digest: tailDigest({ plan, review, added: new Set(added) }),
    acts: [],
    footing: footingOf(ground, agents, [review]),
  };
}

export const OTHER: TaskDraft = { id: "shout", title: "Shout", input: "Shout it", dependsOn: ["find"] };
