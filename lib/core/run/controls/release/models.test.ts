import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Plan } from "../../../plan/schema";
import type { ModelMark } from "../../events/release";
import type { RunSettings } from "../../settings";
import { holdOn } from "../hold";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const SHOWN: ModelMark[] = [
  { role: "agent", model: "p:shown", fallbacks: ["p:next"], settings: "s1" },
  { role: "synthesis", model: "p:shown" },
  { role: "reviewer", model: "p:shown" },
];
const OTHER = SHOWN.map((mark) => (mark.role === "agent" ? { ...mark, model: "p:other" } : mark));
const LOOK: TaskDraft = { id: "look", input: "the figures", agent: "a" };
const MAIL: TaskDraft = { id: "mail", input: "Mail them", agent: "a", dependsOn: ["look"] };
const by = { id: "bob", name: "Bob", roles: [], mayReview: true };

/** A run whose plan people let act with the workspace's models as they were shown. */
function approved(
  { settings = {}, model }: { settings?: Partial<RunSettings>; model?: string } = {},
  models: ModelMark[] | undefined = SHOWN,
) {
  const critic = { mode: "off", minScore: 0 } as const;
  const world = new RunWorld({ settings: { critic, planApproval: true, ...settings }, tools, by: ANNA });
  const agent = { prompt: "Work", tools: ["mail"], ...(model && { model }) };
  const { agents } = { agents: { a: agent } };
  world.plan = { ...planOf(LOOK, MAIL), agents } as unknown as Plan;
  world.start();
  const plan = { ...offer(world.plan, undefined, tools), tools: [], ...(models && { models }) };
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
  const { approvalId, digest } = world.last("approval_opened").payload;
  const answer = { type: "decide_approval", approvalId, verb: "approve", provenance: "person", by } as const;
  world.send(answer, { kind: "person", id: "bob", name: "Bob" });
  world.start();
  return { world, digest };
}

const heldFor = ({ world }: ReturnType<typeof approved>, models = SHOWN) =>
  holdOn(world.state, { taskId: "mail", tool: "mail", models });

describe("work that people let act by a model of the workspace", () => {
  it("acts as long as that is the model", () => {
    expect(heldFor(approved())).toBeUndefined();
  });

  it.each<[string, ModelMark[], object]>([
    ["another model", OTHER, { role: "agent", was: "p:shown", now: "p:other" }],
    [
      "other settings",
      SHOWN.map((mark) => ({ ...mark, settings: "s2" })),
      { role: "agent", was: "p:shown", now: "p:shown" },
    ],
  ])("asks again with the difference where it is %s", (_, models, difference) => {
    expect(heldFor(approved(), models)).toMatchObject({ since: "models", models: [difference] });
  });

  it("asks nobody about a model that does none of it", () => {
    const reviewer = SHOWN.map((mark) => (mark.role === "reviewer" ? { ...mark, model: "p:other" } : mark));
    expect(heldFor(approved(), reviewer)).toBeUndefined();
    expect(heldFor(approved({ model: "p:own" }), OTHER)).toBeUndefined();
    expect(heldFor(approved({ settings: { models: { default: "p:run" } } }), OTHER)).toBeUndefined();
    expect(heldFor(approved({ settings: { models: { agent: "p:run" } } }), OTHER)).toBeUndefined();
  });

  it("asks about what another one did of the work that flows into it, but not one that follows or that people chose", () => {
    const usedIn = (model: string, replaced: Record<string, string> = {}) => {
      const run = approved();
      const [attempt] = run.world.state.tasks.look?.attempts ?? [];
      if (!attempt) throw new Error("Nothing began");
      attempt.model = model;
      run.world.state.replacementModels = replaced;
      return heldFor(run);
    };
    expect(usedIn("p:other")).toMatchObject({
      since: "models",
      models: [{ was: "p:shown", now: "p:other" }],
    });
    expect(usedIn("p:next")).toBeUndefined();
    expect(usedIn("p:other", { "p:next": "p:other" })).toBeUndefined();
  });

  it("is bound to that by its digest", () => {
    const digests = [approved(), approved({}, OTHER), approved({ model: "p:own" })].map((one) => one.digest);
    expect(new Set(digests).size).toBe(3);
    expect(approved({ model: "p:own" }, OTHER).digest).toBe(digests[2]);
  });
});
