import { expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { isShortQuestion } from "@/lib/testing/models/short-question";
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
const REWRITE = { rewrite: "It takes other work." };
const TAIL = { title: "Tail", tasks: [{ id: "again", title: "Write it again", input: "4 January" }] };

type Asked = { engine: MemoryEngine; prompts: string[]; short: boolean[] };

/** Plays a plan whose replanner gives these answers, the last one again and again; `work` is what agents and reviewers say. */
async function played(
  planned: object,
  answers: (object | string)[],
  work: Script,
  settings = {},
): Promise<Asked> {
  const prompts: string[] = [];
  const model = createScriptedModel((request, context) => {
    if (request.role !== "replanner") return work(request, context);
    prompts.push(request.prompt);
    const answer = answers[Math.min(prompts.length, answers.length) - 1] ?? "";
    return typeof answer === "string" ? answer : JSON.stringify(answer);
  });
  const tools = createToolbox([testTool("deploy", { sideEffects: "write" }), testTool("look_up")]);
  const engine = createMemoryEngine({ model, tools });
  const quiet = { critic: { mode: "off" }, retryDelayMs: 0, replanCooldownMs: 0 };
  await engine.create("Write the note", planned, { ...quiet, ...settings });
  await (await engine.lease()).ended;
  return {
    engine,
    prompts,
    get short() {
      return prompts.map(isShortQuestion);
    },
  };
}

/** The same to a gate, whose person asks for another date. */
async function changed(answers: object[], planned: object = withoutTelling): Promise<Asked> {
  const asked = await played(planned, answers, ({ prompt }) => `done: ${prompt.length}`);
  await asked.engine.person({ type: "decide", verb: "request_changes", comment: "We are back on 4 January" });
  await (await asked.engine.lease()).ended;
  return asked;
}

const stateOf = ({ engine }: Asked) => engine.store.state(RUN_ID);
const problemIn = ({ prompts }: Asked) => readBlock(prompts.at(-1) ?? "", "problem") ?? "";

test("a change that a person asks for at a gate costs one edit: its task and what builds on it are done again", async () => {
  const asked = await changed([{ edit: [DATE] }]);
  expect(asked.short).toEqual([true]);
  const { tasks, order, planVersion, approvals, openApprovals } = stateOf(asked);
  expect(planVersion).toBe(2);
  expect(order).toEqual(["facts", "note", "ok", "note_v2", "ok_v2", "post_v2"]);
  expect(tasks.note_v2?.spec).toMatchObject({ input: DATE.value, replaces: "note", dependsOn: ["facts"] });
  expect([tasks.facts?.attempts.length, tasks.note_v2?.status]).toEqual([1, "succeeded"]);
  const open = Object.keys(openApprovals).map((id) => approvals[id]);
  expect(open).toMatchObject([{ kind: "human_review", taskId: "ok_v2" }]);
});

test("the short question shows what may be edited whole, the rest by name, and no results, tools or format", async () => {
  const long = { ...withoutTelling.tasks[0], input: "Who is away? ".repeat(200) };
  const asked = await changed([REWRITE, TAIL], {
    ...withoutTelling,
    tasks: [long, ...withoutTelling.tasks.slice(1)],
  });
  const [first = "", whole = ""] = asked.prompts;
  expect(readJsonBlock(first, "tasks")).toMatchObject([
    { id: "note", input: "We are back on 3 January", status: "succeeded" },
    { id: "ok", status: "changes_requested" },
    { id: "post" },
  ]);
  expect(readBlock(first, "completed")).toBe("facts (succeeded): Collect the facts");
  for (const none of ["tools", "remaining", "budget", "cost"] as const)
    expect(readBlock(first, none)).toBeUndefined();
  expect(first.length).toBeLessThan(whole.length);
});

test("what edits cannot do is asked for as a tail, with nothing said of the first question", async () => {
  const asked = await changed([REWRITE, TAIL]);
  expect(asked.short).toEqual([true, false]);
  expect(problemIn(asked)).toBe("");
  expect(stateOf(asked).order).toContain("again");
});

test("a whole tail is an answer to the short question too, and giving the mission up is none", async () => {
  const whole = await changed([TAIL]);
  expect(whole.short).toEqual([true]);
  expect(stateOf(whole).order).toContain("again");
  const given = await changed([{ missionImpossible: "It is too late." }, TAIL]);
  expect(given.short).toEqual([true, false]);
  expect(stateOf(given).finished).toBeUndefined();
});

test.each([
  ["of what is not shown", { edit: [{ ...DATE, task: "facts" }] }, "was not shown"],
  ["that nothing fits", { edit: [{ ...DATE, field: "colour" }] }, "is no field of a task"],
])("edits %s go to the whole question, which says why", async (_, edits, why) => {
  const long = { ...withoutTelling.tasks[0], input: "Who is away? ".repeat(200) };
  const asked = await changed([edits, TAIL], {
    ...withoutTelling,
    tasks: [long, ...withoutTelling.tasks.slice(1)],
  });
  expect(asked.short).toEqual([true, false]);
  expect(problemIn(asked)).toContain(why);
  expect(stateOf(asked).order).toContain("again");
});

test("words beside edits are asked about once, then the whole question tells all that is wrong with the edited plan", async () => {
  const edit = { edit: [{ task: "build", field: "verification", value: "(> result" }] };
  const worded = `${JSON.stringify(edit)}\nNina looks at it first.`;
  const asked = await played(guarded, [worded, worded, TAIL], downAtFirst);
  expect(asked.short.slice(0, 3)).toEqual([true, true, false]);
  expect(readBlock(asked.prompts[2] ?? "", "problem")).toMatch(
    /unread: words behind the plan.*invalid_verification/s,
  );
  const repaired = await played(
    guarded,
    [`Nina looks at it first.\n${JSON.stringify({ edit: [BUILD] })}`, { edit: [BUILD] }],
    downAtFirst,
  );
  expect(repaired.short).toEqual([true, true]);
  expect(stateOf(repaired).tasks.build_v2?.status).toBe("succeeded");
});

test("what has acted outside is not done again by an edit", async () => {
  const asked = await changed([{ edit: [DATE] }, TAIL], plan);
  expect(asked.short).toEqual([true, false]);
  expect(problemIn(asked)).toContain("would be done again");
  expect(stateOf(asked).order).not.toContain("tell_v2");
});

test("an edit of an edited tail that goes back is made of that tail", async () => {
  const wrong = { task: "post", field: "dependsOn", value: ["nobody"] };
  const right = { task: "post", field: "dependsOn", value: ["ok"] };
  const asked = await changed([{ edit: [DATE, wrong] }, { edit: [right] }]);
  expect(asked.short).toEqual([true, false]);
  const { tasks } = stateOf(asked);
  expect(tasks.note_v2?.spec.input).toBe(DATE.value);
  expect(tasks.post_v2?.spec.dependsOn).toEqual(["ok_v2"]);
});

/** What is written is checked, shown to a person, and then acts. */
const guarded = {
  title: "Ship",
  agents: { sender: { prompt: "You send.", tools: ["deploy"] } },
  tasks: [
    {
      id: "build",
      title: "Build",
      input: "Build it",
      maxRetries: 0,
      verification: '(or (= data/result "up") "It is down")',
      onVerificationFailure: "replan",
    },
    { id: "ok", title: "Release", type: "human_review", input: "{{results.build}}", dependsOn: ["build"] },
    { id: "ship", title: "Ship", agent: "sender", input: "Ship it", dependsOn: ["ok"] },
  ],
};
const downAtFirst: Script = ({ prompt }) => (prompt.includes("again") ? "up" : "down");
const BUILD = { task: "build", field: "input", value: "Build it again" };

test.each([
  ["leaves out a gate", { task: "ok", remove: true }],
  ["has what it guards wait for something else", { task: "ship", field: "dependsOn", value: ["build"] }],
])("an edit that %s is not adopted, and the whole question is asked", async (_, edit) => {
  const asked = await played(guarded, [{ edit: [BUILD, edit] }, { edit: [BUILD] }], downAtFirst);
  expect(asked.short.slice(0, 2)).toEqual([true, false]);
  expect(readBlock(asked.prompts[1] ?? "", "trigger")).toContain("weakens a control of people");
  expect(stateOf(asked)).toMatchObject({ planVersion: 1 });
  expect(stateOf(asked).tasks.ship?.attempts ?? []).toEqual([]);
});

test("work that failed is done again as it was where nothing but that is wanted", async () => {
  let calls = 0;
  const work: Script = () => {
    calls += 1;
    return calls > 1 ? "up" : "down";
  };
  const asked = await played(guarded, [{ edit: [{ task: "build", again: true }] }], work);
  expect(asked.short).toEqual([true]);
  expect(stateOf(asked).tasks.build_v2).toMatchObject({ status: "succeeded", spec: { input: "Build it" } });
});

test("a thread of work that has had a new plan is asked about whole", async () => {
  const asked = await played(guarded, [{ edit: [BUILD] }, TAIL], () => "down");
  expect(asked.short.slice(0, 2)).toEqual([true, false]);
});

const MORE = {
  edit: [
    { add: { id: "source", title: "Find a source", agent: "finder", input: "Find one" } },
    { task: "build", field: "dependsOn", value: ["source"] },
  ],
  agents: { finder: { prompt: "You find.", tools: ["look_up"] } },
};

test("what an agent says cannot be done is put right by a new task before it, with a tool that the question names", async () => {
  const asked = await played(guarded, [MORE], ({ prompt }) =>
    prompt.includes("Find one")
      ? "archive 17"
      : prompt.includes("archive 17")
        ? "up"
        : '{"cannot": "There is no source."}',
  );
  expect(asked.short).toEqual([true]);
  const [first = ""] = asked.prompts;
  expect(readBlock(first, "tools")).toContain("look_up");
  const { order, tasks } = stateOf(asked);
  expect(order).toEqual(["build", "build_v2", "ok_v2", "ship_v2", "source"]);
  expect(tasks.source?.spec).toMatchObject({ agent: "finder", dependsOn: [] });
  expect(tasks.build_v2).toMatchObject({ status: "succeeded", spec: { dependsOn: ["source"] } });
});

const reviewed = {
  title: "Plan",
  tasks: [
    plan.tasks[0],
    { id: "look", title: "Look", type: "planning_review", dependsOn: ["facts"], review: {} },
    { ...plan.tasks[1], dependsOn: ["look"] },
  ],
};
const wantsMore: Script = ({ role }) =>
  role === "reviewer"
    ? '{"decision": "REPLAN", "reasoning": "Something is missing.", "conditions": []}'
    : "Ann is away.";

test("what a review finds missing is brought by an edit, which is told how the results begin", async () => {
  const add = { add: { id: "more", title: "Find more", input: "Who else?", dependsOn: ["facts"] } };
  const edit = [add, { task: "note", field: "dependsOn", value: ["facts", "more"] }];
  const asked = await played(reviewed, [{ edit }], wantsMore, { reviewMode: "auto" });
  expect(asked.short).toEqual([true]);
  const [first = ""] = asked.prompts;
  expect(readBlock(first, "completed")).toContain("facts (succeeded): Collect the facts: Ann is away.");
  expect(readJsonBlock(first, "tasks")).toMatchObject([{ id: "note" }]);
  const { tasks, finished } = stateOf(asked);
  expect(tasks.more?.status).toBe("succeeded");
  expect(tasks.note_v2?.spec.dependsOn).toEqual(expect.arrayContaining(["facts", "more"]));
  expect(finished?.reason).toBe("answer_complete");
});

test("a task that has to be seen to be edited is shown when it is asked for, once", async () => {
  const long = { ...withoutTelling.tasks[0], input: "Who is away? ".repeat(95) };
  const planned = { ...withoutTelling, tasks: [long, ...withoutTelling.tasks.slice(1)] };
  const facts = { task: "facts", field: "input", value: "Who is away, and when are they back?" };
  const asked = await changed([{ show: ["facts"] }, { edit: [facts] }], planned);
  expect(asked.short).toEqual([true, true]);
  expect(readJsonBlock(asked.prompts[1] ?? "", "tasks")).toMatchObject([
    { id: "facts", input: long.input },
    { id: "note" },
    { id: "ok" },
    { id: "post" },
  ]);
  expect(stateOf(asked).tasks.facts_v2?.spec.input).toBe(facts.value);
  const again = await changed([{ show: ["facts"] }, { show: ["facts"] }, TAIL], planned);
  expect(again.short).toEqual([true, true, false]);
});

test("so large an open plan that the short question is none is asked about whole", async () => {
  const many = Array.from({ length: 40 }, (_, nth) => ({
    id: `t${nth}`,
    title: `Task ${nth}`,
    input: `Do it ${nth}. `.repeat(20),
    dependsOn: ["build"],
  }));
  const asked = await played({ ...guarded, tasks: [...guarded.tasks, ...many] }, [TAIL], () => "down");
  expect(asked.short[0]).toBe(false);
});
