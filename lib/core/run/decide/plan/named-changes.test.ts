import { expect, it } from "vitest";
import { offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { FIND, next, settled, wish } from "@/lib/testing/runs/settled-run";
import { plainLines } from "../../../describe/gates/questions";
import { storePlan } from "../../../plan/store";

const BAD: TaskDraft = { id: "bad", onFailure: "replan" };
const GATE: TaskDraft = { id: "g", type: "human_review", dependsOn: ["bad"] };
const SEND: TaskDraft = { id: "send", input: "Send", dependsOn: ["g"] };

it("a question about a version says how many of its tasks and tools it does not name", () => {
  const tools = ["a", "b", "c", "d", "e", "f", "wire_money"];
  const reach = { send: tools, send_now: tools };
  const plan = planOf(BAD, GATE, SEND);
  const world = new RunWorld({ settings: { replanGraceMs: 0, critic: { mode: "off", minScore: 0 } } });
  world.plan = plan;
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: { ...offer(plan), reach } });
  world.start();
  world.fail("bad");
  const more = Array.from({ length: 22 }, (_, n) => ({ id: `more_${n}`, input: `Look at ${n}` }));
  const now: TaskDraft = { id: "send_now", input: "Tell a@b.c, d@b.c, e@b.c, evil@b.c" };
  const tail = planOf(BAD, now, ...more);
  for (let n = 0; n < 2; n += 1) world.replan({ ...offer(tail, storePlan(plan, new Map()).plan), reach });
  const { question } = world.last("approval_opened").payload;
  if (question?.about !== "control") throw new Error("no control is asked about");
  expect(plainLines(question.changes).at(-1)).toBe("~ and 3 more");
  expect(question.weakened.exposed[0]).toMatchObject({ moreTools: 1, moreTargets: 1 });
});

it("a question about a version says how many fields of a rewritten task it does not name", () => {
  const world = settled();
  world.start();
  wish(world);
  const told: TaskDraft = {
    id: "tell_v2",
    title: "Tell",
    replaces: "tell",
    details: ["In short"],
    maxRetries: 7,
    onFailure: "skip",
    llmReview: "Was it told?",
    verification: "true",
    onVerificationFailure: "stop",
    outputSchema: { type: "object" },
    dependsOn: [],
    critical: false,
    agent: "teller",
    input: "Tell it soon",
  };
  world.replan(next(world, FIND, told));
  const { question } = world.last("approval_opened").payload;
  if (question?.about !== "plan_change") throw new Error("no change is asked about");
  const [rewritten] = question.changes.rewritten ?? [];
  expect(rewritten?.fields).toHaveLength(8);
  expect(plainLines(question.changes)).toEqual([expect.stringMatching(/^± Tell: .* and 3 more fields$/)]);
});
