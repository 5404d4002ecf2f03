import { expect, test } from "vitest";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const plan = {
  title: "Out of office",
  agents: { sender: { prompt: "You send.", tools: ["deploy"] } },
  tasks: [
    { id: "facts", title: "Collect the facts", input: "Who is away?" },
    {
      id: "note",
      title: "Write the note",
      input: "We are back on 3 January",
      dependsOn: ["facts"],
      outputSchema: { type: "string", minLength: 1 },
    },
    { id: "tell", title: "Tell the desk", agent: "sender", input: "Tell them", dependsOn: ["note"] },
    {
      id: "ok",
      title: "Release the note",
      type: "human_review",
      input: "{{results.note}}",
      dependsOn: ["note"],
    },
    { id: "post", title: "Write the post", input: "{{results.ok}}", dependsOn: ["ok"] },
  ],
};
const withoutTelling = { ...plan, tasks: plan.tasks.filter(({ id }) => id !== "tell") };
const DATE = { task: "note", field: "input", value: "We are back on 4 January" };

/** Runs the plan to its gate, whose person asks for another date; the replanner gives these answers. */
async function changed(answers: string[], planned: object = withoutTelling) {
  const prompts: string[] = [];
  const problems: string[] = [];
  const model = createScriptedModel(({ role, prompt, messages }) => {
    if (role !== "replanner") return `done: ${prompt.length}`;
    prompts.push(prompt);
    const last = messages.at(-1);
    if (messages.length > 1) problems.push(JSON.stringify(last));
    return answers[Math.min(prompts.length, answers.length) - 1] ?? "";
  });
  const tools = createToolbox([testTool("deploy", { sideEffects: "write" })]);
  const engine = createMemoryEngine({ model, tools });
  await engine.create("Write the note", planned, {
    critic: { mode: "off" },
    retryDelayMs: 0,
    replanCooldownMs: 0,
  });
  await (await engine.lease()).ended;
  await engine.person({ type: "decide", verb: "request_changes", comment: "We are back on 4 January" });
  await (await engine.lease()).ended;
  return { engine, prompts, problems };
}

const openGate = (engine: MemoryEngine) => {
  const { approvals, openApprovals } = engine.store.state(RUN_ID);
  return Object.keys(openApprovals).map((id) => approvals[id]);
};

test("a change that a person asks for at a gate costs one edit: its task and what builds on it are done again", async () => {
  const { engine, prompts } = await changed([JSON.stringify({ edit: [DATE] })]);
  expect(prompts).toHaveLength(1);
  const { tasks, order, planVersion } = engine.store.state(RUN_ID);
  expect(planVersion).toBe(2);
  expect(order).toEqual(["facts", "note", "ok", "note_v2", "ok_v2", "post_v2"]);
  expect(tasks.note_v2?.spec).toMatchObject({ input: DATE.value, replaces: "note", dependsOn: ["facts"] });
  expect([tasks.facts?.attempts.length, tasks.note_v2?.status]).toEqual([1, "succeeded"]);
  expect(openGate(engine)).toMatchObject([{ kind: "human_review", taskId: "ok_v2" }]);
});

test("the replanner is shown whole what the gate was about, so that nothing is lost by an edit of it", async () => {
  const long = "We are back on 3 January. ".repeat(30);
  const tasks = withoutTelling.tasks.map((task) =>
    task.id === "note" || task.id === "facts" ? { ...task, input: long, details: ["Be short"] } : task,
  );
  const about = { ...DATE, value: "4" };
  const edits = [{ task: "facts", field: "input", value: "4" }, about].map((one) =>
    JSON.stringify({ edit: [one] }),
  );
  const { engine, prompts, problems } = await changed(edits, { ...plan, tasks });
  const completed = readJsonBlock(prompts[0] ?? "", "completed");
  expect(completed).toMatchObject([{ id: "facts" }, { id: "note", input: long, details: ["Be short"] }]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain("is shown by its beginning");
  expect(engine.store.state(RUN_ID).tasks.note_v2?.spec.input).toBe("4");
});

test("what has acted outside is not done again by an edit", async () => {
  const whole = JSON.stringify({ tasks: [{ id: "again", title: "Write it again", input: "4 January" }] });
  const { engine, problems } = await changed([JSON.stringify({ edit: [DATE] }), whole], plan);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain("would be done again");
  expect(Object.keys(engine.store.state(RUN_ID).tasks)).not.toContain("tell_v2");
});

test("an edit of an edited tail that goes back is made of that tail", async () => {
  const wrong = { task: "post", field: "dependsOn", value: ["nobody"] };
  const right = { task: "post", field: "dependsOn", value: ["ok"] };
  const { engine, prompts } = await changed([
    JSON.stringify({ edit: [DATE, wrong] }),
    JSON.stringify({ edit: [right] }),
  ]);
  expect(prompts).toHaveLength(2);
  const { tasks } = engine.store.state(RUN_ID);
  expect(tasks.note_v2?.spec.input).toBe(DATE.value);
  expect(tasks.post_v2?.spec.dependsOn).toEqual(["ok_v2"]);
});
