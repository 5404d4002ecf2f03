import { expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { goesBehindRefusal } from "./fork";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const LOOK: TaskDraft = { id: "look" };
const SEND: TaskDraft = { id: "send", type: "direct", input: '(tool/mail {:to "all"})', dependsOn: ["look"] };
const GATE: TaskDraft = { id: "ask", type: "human_review", dependsOn: ["look"] };
const voter = (mayReview: boolean) => ({ id: "olga", name: "Olga", roles: [], mayReview });

it("takes the right to review from who forks a run of before its controls, where something acts there", () => {
  const refused = (send: TaskDraft, mayReview: boolean) => {
    const world = new RunWorld({ tools, plan: planOf(LOOK, send), by: ANNA });
    world.start();
    const start = structuredClone(world.state);
    world.edit(planOf(LOOK, GATE, { ...send, dependsOn: ["ask"] }), "Ask first", { by: voter(true) });
    expect(world.state.planVersion).toBe(2);
    expect(goesBehindRefusal(world.state, world.state, voter(mayReview))).toBeUndefined();
    return goesBehindRefusal(world.state, start, voter(mayReview));
  };
  expect(refused(SEND, false)).toMatchObject({ code: "forbidden" });
  expect(refused(SEND, true)).toBeUndefined();
  expect(refused({ ...SEND, input: "(+ 1 1)" }, false)).toBeUndefined();
});
