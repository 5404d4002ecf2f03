import { describe, expect, it } from "vitest";
import { readPlan } from "./plan";
import { isHumanAgent, typeOfWord } from "./task-type";

describe("a task without a word for its type", () => {
  const typesOf = (title: string, more: object = {}) => {
    const { plan, errors } = readPlan({ agents: { w: {} }, tasks: [{ id: "a", title, ...more }] });
    return plan?.tasks.map(({ type }) => type) ?? errors.map(({ code }) => code);
  };

  it("is what its title says, as in Step text", () => {
    for (const title of [
      "Planning Review - Is it good?",
      "Final Planning Review",
      "Checkpoint: costs",
      "Planning Review",
    ])
      expect(typesOf(title), title).toEqual(["planning_review"]);
    for (const title of [
      "Human Review: the notes",
      "(HUMAN) Decide",
      "Wait for the decision of HR",
      "Approval by Nina",
    ])
      expect(typesOf(title), title).toEqual(["human_review"]);
    expect(typesOf("Planning reviews are good")).toEqual(["task"]);
  });

  it.each([
    { step: "Planning Review - Is it good?" },
    { task: "Planning Review - Is it good?" },
    { input: "Planning Review - Is it good?\nLook at the costs, too." },
    { id: "r", instructions: "Planning Review: is it good?" },
    { id: "r", agent: "w", prompt: "Planning Review: is it good?" },
    "Planning Review - Is it good?",
    "Final Planning Review",
  ])("is what its words say where they stand for a title: %j", (words) => {
    const { plan } = readPlan({ agents: { w: {} }, tasks: ["Measure the load", words, "Deploy it"] });
    expect(plan?.tasks.map(({ type }) => type)).toEqual(["task", "planning_review", "task"]);
  });

  it("is work where a prompt only speaks of a decision", () => {
    for (const words of ["Prepare the planning review", "Write: Planning Review - a form"])
      expect(readPlan({ tasks: [{ id: "a", input: words }] }).plan?.tasks[0]?.type, words).toBe("task");
  });

  it("is an agent's where it is given to one, unless its title begins with a decision", () => {
    expect(typesOf("Write the planning review", { agent: "w" })).toEqual(["task"]);
    expect(typesOf("Checkpoint", { agent: "w" })).toEqual(["task"]);
    expect(typesOf("Planning Review - Is it good?", { agent: "w" })).toEqual(["planning_review"]);
    expect(typesOf("Human Review - Is it good?", { agent: "w" })).toEqual(["human_review"]);
    expect(typesOf("Approval by Nina", { agent: "w" })).toEqual(["person_or_agent"]);
    expect(typesOf("Planning Review - Is it good?", { type: "synthesis" })).toEqual(["synthesis_gate"]);
  });
});

describe("typeOfWord", () => {
  it.each([
    ["human_review", "Approval", "sign-off", "HITL", ":consent", "user permission", "approved by legal"],
    ["human_review", "human gate", "manual check", "person-in-the-loop", "owner decides", "wait for user"],
    ["human_review", "confirmation", "ask for authorization", "await confirm"],
    ["planning_review", "review", "plan review", "phase gate review", "mid-stage checkpoint", "milestone"],
    ["planning_review", "conditional review", "interim status decision", "replanning decision", "progress"],
    ["synthesis_gate", "gate", "Synthesize", "aggregate", "merge", "compress", "summarize", "synthesis"],
    ["task", "action", "agent", "agent task", "work", "step"],
    ["direct", "program"],
  ])("means %s by its words", (type, ...words) => {
    expect(words.filter((word) => typeOfWord(word) !== type)).toEqual([]);
  });

  const each = (words: string, around: (word: string) => string): string[] =>
    words.split(" ").map((word) => String(typeOfWord(around(word))));
  const all = (type: string, words: string) => words.split(" ").map(() => type);
  const asking =
    "review gate input check decision decides intervention in the loop feedback task step node verification validation required question point";
  const people = "human user manual person people operator manager owner stakeholder";
  const consent = "approval approve approver approved signoff hitl consent permission";
  const reviewing =
    "planning plan review gate progress checkpoint check point milestone phase stage mid interim status conditional decision step task node replan replanning";
  it.each<[string, string, (word: string) => string]>([
    ["human_review", asking, (word) => `human ${word}`],
    ["human_review", people, (word) => `${word} check`],
    ["human_review", consent, (word) => `final ${word}`],
    ["human_review", "confirmation confirm authorisation authorize authorization", (word) => word],
    ["human_review", "wait for await request ask", (word) => `${word} user`],
    ["planning_review", reviewing, (word) => `review ${word}`],
    ["planning_review", "review checkpoint decision milestone progress", (word) => word],
    ["undefined", "plan phase status mid replan interim point", (word) => word],
    ["undefined", "wait ask for feedback question", (word) => word],
    ["undefined", people, (word) => `${word} resources`],
  ])("means %s by each of: %s", (type, words, around) => {
    expect(each(words, around)).toEqual(all(type, words));
  });

  it.each("auto automatic automated ai llm model agent machine bot no non".split(" "))(
    "finds no person where %s approves",
    (word) => expect(typeOfWord(`${word} approval`)).toBeUndefined(),
  );

  it.each(["conditional", "gate stage", "human resources", "feedback", "reviewer", "later", ""])(
    "means nothing by %j",
    (word) => expect([undefined, "synthesis_gate"]).toContain(typeOfWord(word)),
  );
});

it.each<[boolean, ...string[]]>([
  [
    true,
    "human",
    "The user",
    " a person ",
    "people",
    "human_reviewer",
    "Human Operator",
    "approver",
    "user_proxy",
    "UserProxyAgent",
    "human_in_the_loop",
  ],
  [false, "humanist", "the model", "user_agent", "operator", ""],
])("isHumanAgent is %s of such names", (is, ...names) => {
  expect(names.filter((name) => isHumanAgent(name) !== is)).toEqual([]);
});

it.each([
  ["web_searcher", "Web Searcher"],
  ["web_searcher", "webSearcher"],
  ["web-writer", "web-writer"],
])("the agent %s is meant by %j", (name, written) => {
  const agents = {
    web_searcher: { prompt: "s" },
    "web-writer": { prompt: "w" },
    web_writer: { prompt: "v" },
  };
  const { plan } = readPlan({ title: "P", agents, tasks: [{ id: "a", title: "A", agent: written }] });
  expect(plan?.tasks[0]?.agent).toBe(name);
});

it("a plan beside tasks that is none is told as such", () => {
  const { errors } = readPlan({ title: "P", plan: "see below", tasks: [{ id: "a", title: "A" }] });
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("a plan")]);
});

describe("what is to happen on a failure", () => {
  const policyOf = (onFailure: string) =>
    readPlan({ title: "P", tasks: [{ id: "a", title: "A", onFailure }] }).plan?.tasks[0]?.onFailure;
  it.each<[string | undefined, ...string[]]>([
    ["stop", "stop", "Abort", "fail", ":halt"],
    ["skip", "skip", "ignore", "CONTINUE"],
    ["retry", "retry", "Retry"],
    ["replan", "replan", "re-plan", "rePlan"],
    [undefined, "explode", ""],
  ])("is %s by its words", (policy, ...words) => {
    expect(words.map(policyOf)).toEqual(words.map(() => policy));
  });
});
