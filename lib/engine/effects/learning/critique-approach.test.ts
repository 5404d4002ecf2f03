import { expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { writingTails } from "@/lib/testing/models/short-question";

const TASKS = [{ id: "t", title: "Measure", input: "go" }];
const SAID = {
  wasBestApproach: false,
  mistakes: ["Nobody measured under load."],
  simplerAlternatives: [],
  expertAdvice: "Measure under load.",
  selfRating: 0.4,
};
const script: Script = ({ role }) => (role === "self_critic" ? JSON.stringify(SAID) : "80 ms");
const settings = { selfCritique: true };

test("what was done badly stands in the prompt of the one who writes the answer", async () => {
  const run = await playScriptedRun(TASKS, { mission: "Report speed", script, settings });
  expect(run.state().selfCritiques).toEqual([{ ...SAID, iteration: 0 }]);
  expect(readJsonBlock(run.prompts("self_critic")[0] ?? "", "results")).toMatchObject([
    { id: "t", value: "80 ms" },
  ]);
  expect(readBlock(run.prompts("answer")[0] ?? "", "self_critique")).toBe("Nobody measured under load.");
  expect(run.payloads("llm_called").map(({ role }) => role)).toEqual(["agent", "self_critic", "answer"]);
});

test("a critic that says nothing readable keeps nobody from the answer", async () => {
  const mute: Script = (call, context) =>
    call.role === "self_critic" ? "It was fine." : script(call, context);
  const run = await playScriptedRun(TASKS, { script: mute, settings });
  expect(run.state().finished?.reason).toBe("answer_complete");
  expect(run.payloads("approach_critiqued")).toMatchObject([{ failed: { code: "unreadable_answer" } }]);
  expect(readBlock(run.prompts("answer")[0] ?? "", "self_critique")).toBeUndefined();
});

test("it and the look back are shown the plan, why its tasks were done like this, and how it was changed", async () => {
  const reasoned = {
    reasoning: "It is the fastest.",
    expectedOutcome: "80 ms",
    alternatives: ["Ask the vendor."],
    confidence: 0.7,
  };
  const changed = {
    needed: true,
    modify: [{ taskId: "note", input: "Note 80 ms.", reason: "It is known." }],
    summary: "The figure is known.",
  };
  let refined = 0;
  const said: Script = (call, context) => {
    if (call.role === "reasoner") return JSON.stringify(reasoned);
    if (call.role === "agent") return "80 ms, but not under load";
    if (call.role !== "refiner") return script(call, context);
    refined += 1;
    return JSON.stringify(refined === 1 ? changed : { needed: false, summary: "It fits." });
  };
  const tasks = [
    { id: "t", title: "Measure", agent: "worker", input: "Measure the p95." },
    { id: "note", title: "Note it", agent: "worker", input: "Note it.", dependsOn: ["t"] },
  ];
  const more = {
    ...settings,
    reasoning: true,
    retrospect: { enabled: true },
    refinement: { enabled: true, wait: true },
  };
  const run = await playScriptedRun(tasks, { script: said, settings: more, tools: [testTool("load_test")] });
  for (const role of ["self_critic", "retrospective"]) {
    const [prompt = ""] = run.prompts(role);
    expect(readJsonBlock(prompt, "plan")).toMatchObject([
      { id: "t", input: "Measure the p95.", agent: "worker", status: "succeeded" },
      { id: "note", input: "Note 80 ms.", dependsOn: ["t"] },
    ]);
    expect(readJsonBlock(prompt, "agents")).toMatchObject({ worker: { tools: ["load_test"] } });
    expect(readJsonBlock(prompt, "expected")).toMatchObject([
      { taskId: "t", expected: "80 ms (70 % sure)", alternatives: ["Ask the vendor."] },
      { taskId: "note", reasoning: "It is the fastest." },
    ]);
    expect(readBlock(prompt, "history")).toMatch(/^\[Refinement\] number 1 adopted.*The figure is known\./);
  }
});

test("a person's wish for changes is no failure in the plan that it is shown", async () => {
  const gate = { type: "human_review", input: "{{results.write}}" };
  const write = { id: "write", title: "Write it", agent: "worker", input: "Write it." };
  const again = { ...write, id: "write_v2", input: "Write it, and of Mia.", replaces: "write" };
  const tail = [
    again,
    {
      ...gate,
      id: "ask_v2",
      title: "Read it",
      input: "{{results.write_v2}}",
      replaces: "ask",
      dependsOn: ["write_v2"],
    },
  ];
  const asked = { ...gate, id: "ask", title: "Read it", dependsOn: ["write"] };
  const run = await createScriptedRun([write, asked], {
    agents: { worker: { prompt: "Write.", tools: [] } },
    settings,
    script: writingTails((call, context) =>
      call.role === "replanner" ? JSON.stringify({ title: "Tail", tasks: tail }) : script(call, context),
    ),
  });
  await (await run.lease()).ended;
  await run.engine.person({ type: "decide", verb: "request_changes", comment: "Say that Mia calls." });
  await (await run.lease()).ended;
  await run.engine.person({ type: "decide", verb: "approve" });
  await (await run.lease()).ended;
  const [prompt = ""] = run.prompts("self_critic");
  expect(readJsonBlock(prompt, "plan")).toMatchObject([
    { id: "write", status: "succeeded" },
    { id: "ask", status: "changes_requested" },
    { id: "write_v2", status: "succeeded" },
    { id: "ask_v2", status: "succeeded" },
  ]);
});

test("both are shown what the plan says of itself", async () => {
  const seen = new Map<string, string | undefined>();
  const model = createScriptedModel((request, context) => {
    seen.set(String(request.role), readBlock(request.prompt, "objective"));
    return script(request, context);
  });
  const engine = createMemoryEngine({ model });
  const objective = "The limit is known\nNotes: the server restarts at night.";
  const looked = { ...settings, retrospect: { enabled: true, minTasks: 1 } };
  await engine.create("Report speed", { title: "Speed", objective, tasks: TASKS }, looked);
  await (await engine.lease()).ended;
  expect([seen.get("self_critic"), seen.get("retrospective")]).toEqual([objective, objective]);
});
