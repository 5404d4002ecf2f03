import { describe, it } from "vitest";
import { type CorpusCase, expectReadsAs } from "@/lib/testing/plans/compact-plan";

const SHAPES: CorpusCase[] = [
  {
    name: "under plan, with agents outside",
    input: {
      agents: { w: "You work" },
      plan: { title: "T", steps: [{ id: "a", worker: "w", query: "go" }] },
    },
    head: { title: "T", agents: { w: { prompt: "You work" } } },
    tasks: ['a @w "go" {"input":"go"}'],
  },
  {
    name: "under plan as a bare list",
    input: { plan: [{ id: "a" }, { id: "b", after: "a" }] },
    tasks: ["a", "b <- a"],
  },
  {
    name: "a bare list of tasks",
    input: `Tasks:
[{"id": "a"}, {"id": "b", "requires": "a"}]`,
    tasks: ["a", "b <- a"],
  },
  {
    name: "one task that is not in a list",
    input: { tasks: { id: "a", input: "go" } },
    tasks: ['a "go" {"input":"go"}'],
  },
  {
    name: "phases in a list",
    input: {
      title: "T",
      phases: [
        { name: "gather", tasks: ["Search", { id: "read", input: "Read" }] },
        { name: "write", depends_on: ["gather"], tasks: [{ id: "draft", input: "Draft" }] },
      ],
    },
    head: { title: "T" },
    tasks: [
      'task_1 "Search" {"input":"Search"}',
      'read "Read" {"input":"Read"}',
      'draft "Draft" <- task_1 read {"input":"Draft"}',
    ],
  },
  {
    name: "phases in a map",
    input: {
      phases: {
        gather: { tasks: { search: "Search", read: { input: "Read" } } },
        write: { depends_on: "gather", tasks: [{ id: "draft", input: "Draft" }] },
      },
    },
    tasks: [
      'search "Search" {"input":"Search"}',
      'read "Read" {"input":"Read"}',
      'draft "Draft" <- search read {"input":"Draft"}',
    ],
  },
  {
    name: "phases in phases",
    input: {
      phases: [
        {
          name: "outer",
          phases: [
            { name: "inner", tasks: ["x"] },
            { name: "second", after: "inner", tasks: ["y"] },
          ],
        },
        { name: "last", after: "outer", tasks: ["z"] },
      ],
    },
    tasks: [
      'task_1 "x" {"input":"x"}',
      'task_2 "y" <- task_1 {"input":"y"}',
      'task_3 "z" <- task_1 task_2 {"input":"z"}',
    ],
  },
  {
    name: "a map of tasks by id",
    input: { tasks: { fetch: { input: "Fetch" }, sum: { input: "Sum", dependencies: ["fetch"] } } },
    tasks: ['fetch "Fetch" {"input":"Fetch"}', 'sum "Sum" <- fetch {"input":"Sum"}'],
  },
  {
    name: "a workflow of bare texts",
    input: { workflow: ["Fetch the page", "Sum it up"] },
    tasks: [
      'task_1 "Fetch the page" {"input":"Fetch the page"}',
      'task_2 "Sum it up" <- task_1 {"input":"Sum it up"}',
    ],
  },
  {
    name: "a mixture of texts, objects and nonsense",
    input: { tasks: ["Fetch", { id: "b", input: "x" }, 7, null, ["nested"], true] },
    errors: ["unread tasks[2]", "unread tasks[3]", "unread tasks[5]"],
  },
];

describe("shapes of plan JSON", () => {
  it.each(SHAPES)("$name", expectReadsAs);
});
