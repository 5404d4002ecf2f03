import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean } from "@/lib/testing/plans/read-plan";
import { readPlan } from "../plan";

const LOOK = { id: "look", title: "Look at the bill", input: "Look" };
const GATE = { id: "ask_1", title: "Is the bill right", type: "human_review" };
const plan = (pay: object, ...more: object[]) => ({
  tasks: [LOOK, GATE, { id: "pay", title: "Pay it", input: "Pay", ...pay }, ...more],
});

describe("words beside a task that name another one", () => {
  it.each([
    ["a note under a name that nobody knows", { zu: 'Takes up what "Is the bill right" came to' }],
    ["a note under a known name", { notes: "Runs with the answer of ask_1 in mind" }],
    ["a number", { remarks: "Takes up what step 2 came to, as ever" }],
    ["a short text of what changes nothing", { category: "ask_1 comes up" }],
    ["below the unknown name", { zu: { ba: { notes: "Runs with the answer of ask_1 in mind" } } }],
  ])("are unread where neither waits for the other: %s", (_, said) => {
    expect(errorsOf(plan(said))).toEqual([expect.stringMatching(/^unread tasks\[2\]\./)]);
    expect(readPlan(plan({ ...said, depends_on: ["ask_1"] })).errors).toEqual([]);
    expect(readPlan(plan(said, { id: "z", input: "Go on" })).errors).toHaveLength(1);
  });

  it("are a note where the other one waits", () => {
    const tasks = readClean({
      tasks: [
        { id: "look", title: "Look at the bill", input: "Look", notes: "Pay the bill takes it up later" },
        { id: "pay", title: "Pay the bill", input: "Pay", depends_on: ["look"] },
      ],
    });
    expect(graph(tasks)).toEqual({ look: [], pay: ["look"] });
  });

  it("are unread where they name a control by what it asks, in its title or as its prompt", () => {
    const text =
      "Step 1: Look at it\nStep 2: Human Review - May it go out [step 1]\nStep 3: Sum it\n- Depends on: none\n";
    expect(errorsOf(`${text}Step 4: Pay it (after May it go out)`)).toEqual(["unread step_4.title"]);
    const gate = {
      id: "ok",
      type: "human_review",
      prompt: "May it go out (all of it)",
      depends_on: ["look"],
    };
    expect(errorsOf({ tasks: [LOOK, gate, { id: "pay", title: "Pay it (after May it go out)" }] })).toEqual([
      "unread pay.title",
    ]);
  });

  it("are unread in a title: a number, or a name in an aside", () => {
    for (const title of ["Pay it (after Look at the bill)", "Pay it - Is the bill right", "Pay after step 2"])
      expect(errorsOf(plan({ title }))).toEqual(["unread pay.title"]);
    expect(readPlan(plan({ title: "Look at the bill again" })).errors).toEqual([]);
    const settled = ["Pay after step 2"];
    expect(readPlan(plan({ title: "Pay after step 2" }), { settled }).errors).toEqual([]);
  });

  it("are no mention where they are the task's own, count things, or are used by others, too", () => {
    const tasks = (...titles: string[]) => ({
      tasks: titles.map((title, n) => ({ id: `n${n}`, title, input: "x", depends_on: [] })),
    });
    for (const titles of [
      ["Task 0", "Task 1", "Task 2"],
      ["Compare prices", "Fix issue #1 of the shop", "Read version 1.5 (step 1.5)"],
    ])
      expect(readPlan(tasks(...titles)).errors).toEqual([]);
    const noted = (notes: string, ...more: object[]) => ({
      tasks: [
        { id: "market_research", title: "Market research", input: "x" },
        { id: "b", title: "Write it", input: "x", notes },
        ...more,
      ],
    });
    // Two words are common ones, unless they stand as in the title.
    expect(readPlan(noted("Goes beyond any market research")).errors).toEqual([]);
    expect(errorsOf(noted("Goes on from Market research"))).toEqual(["unread tasks[1].notes"]);
    expect(errorsOf(noted("Goes on from what market_research has come to"))).toHaveLength(1);
    const long = { id: "look_at_the_sky", title: "Look at the sky", input: "x" };
    expect(errorsOf(noted("Goes on from look at the sky", long))).toHaveLength(1);
    // Of several tasks of one title the one that is ordered may be meant, and a kind of work is none.
    const same = (depends_on: string[], id = "c") => ({
      id,
      title: "Market research",
      input: "x",
      depends_on,
    });
    expect(readPlan(noted("Goes on from Market research", same(["b"]))).errors).toEqual([]);
    expect(errorsOf(noted("Goes on from Market research", same([])))).toEqual(["unread tasks[1].notes"]);
    const many = Array.from({ length: 10 }, (_, n) => same([], `d${n}`));
    expect(readPlan(noted("Goes on from Market research", ...many)).errors).toEqual([]);
  });

  it("are found below names of any signs", () => {
    const said = { "zu[.]": { "ba]": "Takes up what the words of step 2 came to" } };
    expect(errorsOf(plan(said))).toEqual(["unread tasks[2].zu[.].ba]"]);
  });

  it("are unread in Step text, unless they are quoted", () => {
    const text = (line: string) =>
      `PLAN: A\nStep 1: Look at the bill\nStep 2: Human Review - Right?\nStep 3: Pay it\n- Depends on: none\n- ${line}`;
    expect(errorsOf(text("Takes up the words of step 2"))).toEqual(["unread step_3.details[0]"]);
    expect(errorsOf(text("Look at the bill comes to more"))).toEqual(["unread step_3.details[0]"]);
    expect(readPlan(text('Detail: "Takes up the words of step 2"')).errors).toEqual([]);
  });
});

describe("a short text under a harmless name", () => {
  it.each([
    ["a word for a person's task", { version: "human_review" }],
    ["an address", { color: "bob@example.org" }],
    ["a handle", { rationale: "@lena" }],
    ["a step by its number", { notes: "step_2" }],
    ["a name in a container of a task", { metadata: { since: "Kim's yes" } }],
    ["a number of approvals in one", { metadata: { approvals: 2 } }],
  ])("is unread where it is %s", (_, said) => {
    expect(errorsOf(plan(said))).toEqual([expect.stringMatching(/^unread /)]);
  });

  it("is unread where it is somebody whom a gate asks", () => {
    const tasks = [
      { ...GATE, assignees: ["Kim Li"] },
      { id: "pay", input: "Pay", label: "kim li" },
    ];
    expect(errorsOf({ tasks })).toEqual(["unread tasks[1].label"]);
  });

  it("is nothing to ask about otherwise", () => {
    expect(readClean(plan({ label: "people", metadata: { version: "a" } }))).toHaveLength(3);
  });
});
