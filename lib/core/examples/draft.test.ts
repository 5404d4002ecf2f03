import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import { plan } from "../plan";
import { writeBlock } from "../prompt-blocks";
import type { Action, Step } from "../trajectory";
import { draftOfAttempt, draftOfRun } from "./draft";
import { readExample } from "./read";

const step = (n: number, action: Action, more: Partial<Step> = {}): Step => ({
  step: n,
  thought: `thought ${n}`,
  action,
  usage: {},
  startedAtMs: 0,
  latencyMs: 0,
  ...more,
});
const call = (tool: string, callId = tool) => ({ callId, tool, args: { q: tool } });
const finish = (answer: string): Action => ({ type: "finish", answer });
const query = [writeBlock("mission", "M"), writeBlock("input", "Find the papers")].join("\n\n");
const of = { title: "Papers", failure: undefined };

describe("the draft of an attempt", () => {
  it("is what its agent was asked, did and saw, to the answer that stands", () => {
    const branches = [
      { callId: "a", tool: "a", ok: true, output: 1 },
      { callId: "b", tool: "b", ok: false, error: "no" },
    ] as Json[];
    const steps = [
      step(1, { type: "tool", ...call("search") }, { observation: { papers: ["A"] } }),
      step(2, finish("too early")),
      step(
        3,
        { type: "parallel", calls: [call("a"), call("b")] },
        { observation: { branches, success: 1, failed: 1 } },
      ),
      step(4, { type: "tool", ...call("gone") }, { error: "There is no tool gone.", invalid: true }),
      step(5, finish("Paper A")),
    ];
    const draft = draftOfAttempt({ query, steps }, of);
    expect(draft).toEqual({
      query: "Find the papers",
      steps: [
        { thought: "thought 1", next_node: "search", args: { q: "search" } },
        { observation: { papers: ["A"] } },
        {
          thought: "thought 3",
          next_node: null,
          plan: [
            { node: "a", args: { q: "a" } },
            { node: "b", args: { q: "b" } },
          ],
        },
        {
          observation: {
            branches: [
              { node: "a", observation: 1 },
              { node: "b", error: "no" },
            ],
            success: 1,
            failed: 1,
          },
        },
        { thought: "thought 4", next_node: "gone", args: { q: "gone" } },
        { observation: { error: "There is no tool gone." } },
        { thought: "thought 5", next_node: null, args: { answer: "Paper A" } },
      ],
      outcome: "answer_complete",
    });
    expect(readExample(draft).ok).toBe(true);
  });

  it("has a join beside its calls", () => {
    const action: Action = { type: "parallel", calls: [call("a")], join: call("sum") };
    const { steps } = draftOfAttempt({ query, steps: [step(1, action, { error: "refused" })] }, of);
    expect(steps[0]).toMatchObject({ join: { node: "sum", args: { q: "sum" } } });
  });

  it("of one that gave no answer says how it ended, and that a last step is missing", () => {
    const steps = [step(1, { type: "tool", ...call("search") }, { observation: [] })];
    const draft = draftOfAttempt({ query: "", steps }, { title: "Papers", failure: "no_path" });
    expect(draft).toMatchObject({ query: "Papers", outcome: "no_path" });
    expect(readExample(draft)).toMatchObject({ ok: false, problems: [{ code: "no_finish_step" }] });
  });

  it("holds no secrets, and of long values the beginning", () => {
    const steps = [
      step(1, { type: "tool", ...call("a") }, { observation: { text: "x".repeat(5_000) } }),
      step(2, finish("The key is sk-live-4242abcd")),
    ];
    const draft = draftOfAttempt({ query, steps }, { title: "", failure: "check_failed" });
    expect(String(draft.steps[1]?.observation)).toHaveLength(601);
    expect(draft.steps[2]).toMatchObject({ args: { answer: "The key is [hidden]" } });
    expect(draft.outcome).toBe("answer_complete");
  });
});

it("the draft of a run is its mission and its plan", () => {
  const memo = plan.parse({
    title: "Memo",
    tasks: [{ id: "a", title: "Write", input: "token=abcd1234 go" }],
  });
  const draft = draftOfRun({ mission: "Write a memo", plan: memo });
  expect(draft).toMatchObject({ mission: "Write a memo", plan: { title: "Memo" } });
  expect(JSON.stringify(draft)).toContain("[hidden] go");
  expect(readExample(draft).ok).toBe(true);
});
