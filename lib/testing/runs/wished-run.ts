import type { Answerer } from "@/lib/core/people";
import { storePlan } from "@/lib/core/plan/store";
import type { RunSettings } from "@/lib/core/run/settings";
import { offer, RunWorld, type TaskDraft } from "./run-world";
import { KNOWN_TOOLS, withAgents } from "./waiting-gate";

const person = (name: string): Answerer => ({
  id: name.toLowerCase(),
  name,
  roles: [],
  capabilities: ["view", "operate", "review"],
});
/** Pat writes the missions; all of them may review. */
export const [PAT, BOB, CARL] = ["Pat", "Bob", "Carl"].map(person) as [Answerer, Answerer, Answerer];
export const actor = ({ id, name }: Answerer) => ({ kind: "person" as const, id, name });

const FIND: TaskDraft = { id: "find", title: "Find", agent: "reader", input: "Find it" };
const gateOf = (more: Partial<NonNullable<TaskDraft["gate"]>>): TaskDraft => ({
  id: "ask",
  title: "Release?",
  type: "human_review",
  dependsOn: ["find"],
  gate: { prompt: "", assignees: [], quorum: 1, onTimeout: "reject", fourEyes: true, ...more },
});
const SHIP: TaskDraft = { id: "ship", title: "Ship", agent: "deployer", dependsOn: ["ask"] };

const QUICK = { replanGraceMs: 0, critic: { mode: "off", minScore: 0 } } as const;

/** A run of Pat's at `find`, before a gate under four eyes and an act. */
export function running(
  gate: Partial<NonNullable<TaskDraft["gate"]>> = {},
  settings: Partial<RunSettings> = {},
): RunWorld {
  const plan = withAgents(FIND, gateOf(gate), SHIP);
  const world = new RunWorld({
    plan,
    tools: KNOWN_TOOLS,
    by: actor(PAT),
    settings: { ...QUICK, ...settings },
  });
  world.start();
  return world;
}
/** Bob wishes for another way to find it, and a model writes that. */
export function answersWish(world: RunWorld): void {
  world.send({ type: "request_replan", instruction: "Find it elsewhere" }, actor(BOB));
  const lineages = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
  const plan = withAgents(
    { ...FIND, id: "find_v2", input: "Find it elsewhere", replaces: "find" },
    { ...(world.plan?.tasks[1] as TaskDraft), id: "ask_v2", dependsOn: ["find_v2"] },
    { ...SHIP, id: "ship_v2", dependsOn: ["ask_v2"] },
  );
  const parent = storePlan(world.plan as NonNullable<typeof world.plan>, lineages).plan;
  world.replan(offer(plan, parent, KNOWN_TOOLS));
}
