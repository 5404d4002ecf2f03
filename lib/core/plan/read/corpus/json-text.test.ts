import { describe, it } from "vitest";
import { type CorpusCase, expectReadsAs } from "@/lib/testing/plans/compact-plan";

const TEXTS: CorpusCase[] = [
  {
    name: "fenced, with prose before and after",
    input: `Sure! Here is the plan you asked for:

\`\`\`json
{"title": "T", "tasks": [{"id": "a", "input": "go"}]}
\`\`\`

Let me know if you'd like changes.`,
    head: { title: "T" },
    tasks: ['a "go" {"input":"go"}'],
  },
  {
    name: "fenced without a language, in CRLF",
    input:
      '```\r\n{\r\n\t"title": "T",\r\n\t"tasks": [\r\n\t\t{"id": "a", "input": "go"}\r\n\t]\r\n}\r\n```\r\n',
    head: { title: "T" },
    tasks: ['a "go" {"input":"go"}'],
  },
  {
    name: "a fence that is never closed",
    input: `\`\`\`json
{"tasks": ["go"]}`,
    tasks: ['task_1 "go" {"input":"go"}'],
  },
  {
    name: "several plans, of which none is said to count",
    input: `{"thinking": "two phases"}
{"analysis": {"risk": "low"}}
{"title": "Real", "tasks": ["go"]}
{"title": "Other", "tasks": ["stop"]}`,
    errors: ["invalid_plan_format undefined"],
  },
  {
    name: "several objects: one that corrects the others counts",
    input: `First draft:
{"title": "Draft", "tasks": ["send"]}
I forgot the release. Corrected final plan:
{"title": "Real", "tasks": [{"id": "ok", "type": "human"}, {"id": "send", "after": "ok"}]}`,
    head: { title: "Real" },
    tasks: ["ok !human_review", "send <- ok"],
  },
  {
    name: "an example in the prose that is no plan",
    input: `Each task looks like {"id": "x"}. The plan:
{"tasks": [{"id": "a", "input": "go"}]}`,
    tasks: ['a "go" {"input":"go"}'],
  },
  {
    name: "an empty plan before the real one",
    input: `{"tasks": []}
{"tasks": ["go"]}`,
    tasks: ['task_1 "go" {"input":"go"}'],
  },
  {
    name: "trailing commas everywhere",
    input: '{"title": "T", "tasks": [{"id": "a", "input": "go",}, {"id": "b", "depends_on": ["a",],},],}',
    head: { title: "T" },
    tasks: ['a "go" {"input":"go"}', "b <- a"],
  },
  {
    name: "line comments",
    input: `{
  // the plan
  "tasks": [
    {"id": "a", "input": "see http://x.y//z"}, // first
    // {"id": "b"},
  ]
}`,
    tasks: ['a "see http://x.y//z" {"input":"see http://x.y//z"}'],
  },
  {
    name: "block comments",
    input: '{ /* the plan */ "tasks": [ /* only one */ {"id": "a", "input": "x /* stays */"} ] }',
    tasks: ['a "x /* stays */" {"input":"x /* stays */"}'],
  },
  {
    name: "raw line breaks and tabs in texts",
    input: '{"tasks": [{"id": "a", "input": "line one\nline\ttwo"}]}',
    tasks: ['a "line one" {"input":"line one\\nline\\ttwo"}'],
  },
  {
    name: "unknown escapes",
    input: '{"tasks": [{"id": "a", "input": "match \\d+ and \\\' quote"}]}',
    tasks: ['a "match \\\\d+ and \' quote" {"input":"match \\\\d+ and \' quote"}'],
  },
  {
    name: "single quotes",
    input: "{'title': 'T', 'tasks': [{'id': 'a', 'input': 'it\\'s \"fine\"'}]}",
    head: { title: "T" },
    tasks: ['a "it\'s \\"fine\\"" {"input":"it\'s \\"fine\\""}'],
  },
  {
    name: "smart quotes around keys",
    input: "{“title”: “T”, “tasks”: [{“id”: “a”, “input”: “go”}]}",
    head: { title: "T" },
    tasks: ['a "go" {"input":"go"}'],
  },
  {
    name: "smart quotes inside texts",
    input: '{"tasks": [{"id": "a", "input": "say “hello” – it’s fine…"}]}',
    tasks: ['a "say “hello” – it’s fine…" {"input":"say “hello” – it’s fine…"}'],
  },
  {
    name: "bare keys",
    input: '{title: "T", tasks: [{id: "a", input: "go"}]}',
    head: { title: "T" },
    tasks: ['a "go" {"input":"go"}'],
  },
  {
    name: "numbers that are too large to be any",
    input: '{"tasks": [{"id": "a", "input": [1e999, -1e999, 1e308]}]}',
    tasks: ['a {"input":["1e999","-1e999",1e+308]}'],
  },
  {
    name: "a number of retries that is too large to be any",
    input: '{"tasks": [{"id": "a", "retries": 1e999}]}',
    errors: ["unread tasks[0].retries"],
  },
  {
    name: "Python literals",
    input:
      '{"title": "T", "tasks": [{"id": "a", "critical": False, "quality_gate": True, "agent": None, "input": "None of it"}]}',
    head: { title: "T" },
    tasks: ['a "None of it" {"input":"None of it","critical":false,"qualityGate":true}'],
  },
  {
    name: "a byte order mark and thin spaces",
    input: '\uFEFF{\u00a0"tasks":\u2003["go"]}',
    tasks: ['task_1 "go" {"input":"go"}'],
  },
  {
    name: "a plan as a text inside JSON",
    input: '{"plan":"{\\"tasks\\": [\\"go\\"]}","tasks":["outer"]}',
    errors: ["unread plan"],
  },
];

describe("plan JSON inside what models write around it", () => {
  it.each(TEXTS)("$name", expectReadsAs);
});
