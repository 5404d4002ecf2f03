import { expect, test } from "vitest";
import { planner } from "@/lib/agents/planner";
import { replanner } from "@/lib/agents/replanner";
import type { RolePrompt } from "@/lib/agents/role";
import { readPlan } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import { play } from "../play";
import { readTurn } from "../read-turn";

const mission = "Compare the two offers, then write a recommendation";

const asked = (changes?: { draft: Plan; words: string }): Plan =>
  planIn(planner.buildPrompt({ mission, tools: [], ...(changes && { changes }) }));

function planIn({ system, messages }: RolePrompt): Plan {
  const [message] = messages;
  const text = message?.role === "user" ? message.text : "";
  const turn = readTurn({
    prompt: [
      { role: "system", content: system },
      { role: "user", content: [{ type: "text", text }] },
    ],
  });
  const { plan, errors } = readPlan(play(turn).text);
  expect(errors).toEqual([]);
  return plan as Plan;
}

const idsOf = (plan: Plan) => plan.tasks.map((task) => task.id);

test("a wish becomes a task before the last one, and everything else stays", () => {
  const draft = asked();
  const plan = asked({ draft, words: "Also check the delivery times" });
  expect(idsOf(plan)).toEqual([...idsOf(draft).slice(0, -1), "as_asked", "finish"]);
  expect(plan.tasks.at(-1)?.dependsOn).toContain("as_asked");
  expect(plan.tasks.slice(0, 3)).toEqual(draft.tasks.slice(0, 3));
});

test("a wish for a person's say becomes a human review, and a second wish a task of its own", () => {
  const first = asked({ draft: asked(), words: "I want to approve it before it is written" });
  expect(first.tasks.find((task) => task.id === "as_asked")?.type).toBe("human_review");
  expect(idsOf(asked({ draft: first, words: "Mention the costs" }))).toContain("as_asked_2");
});

test("a task that the words name is left out, and what waited for it waits for what it waited for", () => {
  const draft = asked();
  const plan = asked({ draft, words: "Please remove check progress" });
  expect(idsOf(plan)).toEqual(idsOf(draft).filter((id) => id !== "check_progress"));
  expect(plan.tasks.at(-1)?.dependsOn).toEqual(["combine"]);
});

test("a person's instruction to a running plan becomes the first task of its new tail", () => {
  const tail = planIn(
    replanner.buildPrompt({
      mission,
      trigger: { kind: "person", reason: "Ask both sellers first" },
      completed: [],
      effectsDone: [],
      remaining: [{ id: "finish", title: "Write it up", type: "task" }],
      history: [],
      tools: [],
      version: 1,
    }),
  );
  expect(tail.tasks.map(({ title }) => title)).toEqual(["Ask both sellers first", "Write it up"]);
});
