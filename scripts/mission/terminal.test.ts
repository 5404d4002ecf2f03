import { describe, expect, it } from "vitest";
import { GATE_VERBS, type GateVerb } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import type { RunReport } from "@/lib/services/runs/exports/report";
import { eventOf } from "@/lib/testing/runs/event-of";
import { closingLines, exitCodeOf, summaryLine } from "./final-report";
import { sessionAnswer } from "./follow";
import { progressLine, titlesAfter } from "./terminal";
import { plainLine } from "./text";

const report = (facts: Partial<RunReport>): RunReport =>
  ({
    status: "completed",
    openApprovals: [],
    message: null,
    finishReason: null,
    taskTotals: { ...NO_TASKS, total: 3, done: 3 },
    selfChecked: 0,
    approvers: [],
    runId: "run_1",
    reviewWarnings: [],
    selfCritiques: [],
    outside: { items: [], count: 0, notDone: [] },
    ...facts,
  }) as RunReport;

describe("progress lines", () => {
  const titles = new Map([["a", "Validate on staging"]]);

  it("names tasks by their titles", () => {
    const event = eventOf("task_failed", { taskId: "a", diagnosis: statedReason("94.3 % < 97 %") });
    expect(progressLine(event, titles)).toBe("failed    Validate on staging: 94.3 % < 97 %");
  });

  it("learns titles from plan versions", () => {
    const patch = { tasks: [{ id: "b", title: "Retrain" }] };
    const known = titlesAfter(titles, eventOf("plan_version_adopted", { patch }));
    expect([...known]).toEqual([
      ["a", "Validate on staging"],
      ["b", "Retrain"],
    ]);
  });

  it("does not let what models wrote steer the terminal", () => {
    expect(plainLine("\u001b[2Jgone\r\nnext\u0007\u009b31m")).toBe(
      "‹U+001B escape›[2Jgone next‹U+0007 control character›‹U+009B control character›31m",
    );
    expect(plainLine("x".repeat(300), 10)).toBe(`${"x".repeat(9)}…`);
  });
});

/** What stands below an answer of a run that has called no tool that acts. */
const UNTOUCHED = ["", "Nothing was changed outside."];

describe("the end of a headless run", () => {
  const gate = {
    approvalId: "apr_1-1",
    kind: "human_review" as const,
    prompt: "Go?",
    digest: "0123456789abcdef".repeat(4),
    quotes: [],
    verbs: ["approve", "reject"] as GateVerb[],
    options: [],
    releases: [] as string[],
  };

  it("tells the outcome apart from the answer", () => {
    const lines = closingLines(report({ answer: "# Memo", outcome: "The memo is written." }));
    expect(lines).toEqual(["", "The memo is written.", "", "# Memo", ...UNTOUCHED]);
  });

  it("says of how many results nobody has checked anything", () => {
    const facts = {
      answer: "A.",
      taskTotals: { ...NO_TASKS, total: 3, done: 3, verified: 1, unverified: 2 },
    };
    const told = "▲ No check has passed all that this rests on: 2 of 3 results unverified.";
    expect(closingLines(report(facts))).toEqual(["", "A.", "", told, ...UNTOUCHED]);
    const approved = { ...facts.taskTotals, approved: 1, unverified: 1 };
    expect(closingLines(report({ ...facts, taskTotals: approved, approvers: ["Pat"] })).slice(3)).toEqual([
      "◈ Not held to a check: 1 of 3 results approved by Pat.",
      "▲ No check has passed all that this rests on: 1 of 3 results unverified.",
      ...UNTOUCHED,
    ]);
    const alone = "▲ 1 of 3 results was checked for form and limits alone: a wrong figure would have passed.";
    expect(closingLines(report({ ...facts, selfChecked: 1 }))).toEqual([
      "",
      "A.",
      "",
      told,
      alone,
      ...UNTOUCHED,
    ]);
  });

  it("says what is missing in an answer that stands all the same", () => {
    const lacking = { answer: "A.", needReplan: true, missing: "B is missing.", limitReached: true };
    expect(closingLines(report(lacking))).toContain("Missing (no iterations are left): B is missing.");
    expect(closingLines(report({ ...lacking, limitReached: false }))).toContain("Missing: B is missing.");
    expect(closingLines(report({ answer: "A.", needReplan: false, missing: null }))).toEqual([
      ...["", "A."],
      ...UNTOUCHED,
    ]);
  });

  it("tells what was changed outside and what reviewers warned of, also of a run that failed", () => {
    const call = {
      taskId: "s",
      title: "Send",
      attempt: 1,
      step: 1,
      callId: "c",
      tool: "send_mail",
      args: "{}",
    };
    const warning = {
      taskId: "r",
      title: "Check",
      question: "Legal?",
      answer: "no" as const,
      evidence: "none",
    };
    const critique = {
      iteration: 0,
      wasBestApproach: true,
      selfRating: 0.8,
      simplerAlternatives: [],
      expertAdvice: "",
    };
    const facts: Partial<RunReport> = {
      reviewWarnings: [warning],
      selfCritiques: [{ ...critique, mistakes: ["No price was asked for."] }],
      outside: {
        items: [{ ...call, outcome: "unknown", simulated: false, error: null, at: 0, consent: {} }],
        count: 1,
        notDone: [],
      },
    };
    const told = [
      "",
      "Reviewers' warnings:",
      "  ▲ Legal? no: none (“Check”)",
      "",
      "Mistakes found by the self-critique:",
      "  ▲ No price was asked for.",
      "",
      "Changed outside:",
      "  send_mail {} (“Send”, nobody was asked): started, its end is not known",
    ];
    expect(closingLines(report({ ...facts, answer: "A." })).slice(2)).toEqual(told);
    const failed = { ...facts, status: "failed", finishReason: "mission_impossible" } as const;
    expect(closingLines(report(failed)).slice(2)).toEqual(told);
  });

  it("says in every end that nothing was changed outside, whatever a model says of it", () => {
    expect(closingLines(report({ answer: "A.", outcome: "The mail was sent." })).slice(-2)).toEqual(
      UNTOUCHED,
    );
    const ended = { status: "failed", finishReason: "mission_impossible" } as const;
    expect(closingLines(report(ended)).slice(2)).toEqual(UNTOUCHED);
    expect(closingLines(report({ status: "running" })).slice(2)).toEqual([]);
  });

  it("exits 0 when completed, 3 when a gate waits, 1 otherwise", () => {
    expect(exitCodeOf(report({ status: "completed" }))).toBe(0);
    expect(exitCodeOf(report({ status: "waiting", openApprovals: [gate] }))).toBe(3);
    expect(exitCodeOf(report({ status: "failed" }))).toBe(1);
    expect(exitCodeOf(report({ status: "cancelled" }))).toBe(1);
  });

  it("prints what others propose in full, with the command that votes for the same", () => {
    const by = [{ id: "ada", name: "Ada" }];
    const proposal = { verb: "respond" as const, digest: "f".repeat(64), value: { go: "eu" }, by, needed: 2 };
    const asking = { ...gate, proposals: [proposal] };
    const lines = closingLines(report({ status: "waiting", openApprovals: [asking] }));
    expect(lines).toEqual(
      expect.arrayContaining([
        "  1 of 2 agreed; proposed by Ada:",
        '      "go": "eu"',
        "  npm run decide -- apr_1-1 respond --digest 0123456789abcdef0123456789abcdef --agree ffffffffffffffffffffffffffffffff",
      ]),
    );
  });

  it("tells how an open gate is answered", () => {
    expect(closingLines(report({ status: "waiting", openApprovals: [gate] }))).toEqual([
      "",
      "Gate apr_1-1 is waiting for a person: Go?",
      "  npm run decide -- apr_1-1 approve --digest 0123456789abcdef0123456789abcdef",
      "  npm run decide -- apr_1-1 reject",
    ]);
  });

  it("says what rejecting leads to before the commands that answer", () => {
    const rejecting = "Rejecting ends the run.";
    const lines = closingLines(report({ status: "waiting", openApprovals: [{ ...gate, rejecting }] }));
    expect(lines.slice(2, 4)).toEqual([
      "  Rejecting ends the run.",
      "  npm run decide -- apr_1-1 approve --digest 0123456789abcdef0123456789abcdef",
    ]);
  });

  it("says what is shown, and which work comes free that acts outside", () => {
    const acts = {
      shown: { sum: 12 },
      releases: ["“Go live” by deploy\n  Instructions:\n    | Ship\u001b", "and 2 more"],
    };
    expect(
      closingLines(report({ status: "waiting", openApprovals: [{ ...gate, ...acts }] })).slice(1),
    ).toEqual([
      "Gate apr_1-1 is waiting for a person: Go?",
      '  shown: {"sum":12}',
      "  Releases work that acts outside:",
      "    “Go live” by deploy",
      "      Instructions:",
      expect.stringMatching(/^ {8}\| Ship‹U\+001B/),
      "    and 2 more",
      "  npm run decide -- apr_1-1 approve --digest 0123456789abcdef0123456789abcdef",
      "  npm run decide -- apr_1-1 reject",
    ]);
  });

  it("prints all that is shown, and says where not all that is asked is printed, and what misleads in it", () => {
    const long = { prompt: "x".repeat(2_001), shown: `${"y".repeat(3_000)}\u202e` };
    const lines = closingLines(report({ status: "waiting", openApprovals: [{ ...gate, ...long }] }));
    expect(lines[1]).toMatch(/x… \(cut: 2001 characters in all\)$/);
    expect(lines[2]).toMatch(/^ {2}shown: y{3000}‹U\+202E .*›$/);
    expect(lines[3]).toContain("▲ Characters reorder the text");
  });

  it("prints words of several lines with their lines and spaces, none of which reads as a line of ours", () => {
    const text = "# for reference\nif dry_run:\n    log()\nremove_all()\r\n  shown:  x";
    const behindBars = [
      ...["    | # for reference", "    | if dry_run:", "    |     log()", "    | remove_all()"],
      "    |   shown:  x",
    ];
    const quotes = [{ taskId: "page", title: "Page", text, left: 5 }];
    const asked = { ...gate, prompt: text, quotes, shown: text };
    expect(closingLines(report({ status: "waiting", openApprovals: [asked] })).slice(1, 19)).toEqual([
      ...["Gate apr_1-1 is waiting for a person:", ...behindBars],
      ...["  the result of “Page”: (5 characters more)", ...behindBars],
      ...["  shown:", ...behindBars],
    ]);
    const spaced = closingLines(report({ status: "waiting", openApprovals: [{ ...gate, shown: "a   b" }] }));
    expect(spaced).toContain("  shown: a   b");
  });

  it("has every answer that lets something pass name what was shown", () => {
    const verbs = [...GATE_VERBS];
    const lines = closingLines(report({ status: "waiting", openApprovals: [{ ...gate, verbs }] }));
    const named = verbs.filter((_, n) => lines[n + 2]?.includes("--digest 0123456789abcdef0123456789abcdef"));
    expect(named).toEqual([
      ...["approve", "edit", "respond", "CONTINUE", "REPLAN", "COMPLETE", "happened", "run"],
    ]);
  });

  it("says apart from the question which results it quotes, and what misleads in them", () => {
    const text = "Account \u202e0000-1111";
    const quotes = [{ taskId: "page", title: "Read the page", text }];
    const asked = { ...gate, prompt: "Go? [result of “Read the page”]", quotes };
    expect(closingLines(report({ status: "waiting", openApprovals: [asked] })).slice(1, 4)).toEqual([
      "Gate apr_1-1 is waiting for a person: Go? [result of “Read the page”]",
      "  the result of “Read the page”: Account ‹U+202E right-to-left override›0000-1111",
      "  ▲ Characters reorder the text: U+202E (right-to-left override).",
    ]);
  });

  it("tells how calls that wait together are answered at once", () => {
    const call = (id: string, taskId = "t") => ({
      ...gate,
      approvalId: id,
      taskId,
      kind: "tool_approval" as const,
      digest: `${id}`.padEnd(64, "0"),
    });
    const calls = [call("apr_1-1"), call("apr_1-3", "u"), call("apr_1-2")];
    const lines = closingLines(report({ status: "waiting", openApprovals: calls }));
    expect(lines.filter((line) => line.includes("--reject"))).toEqual([
      `  npm run decide -- apr_1-1 approve --digest apr_1-1${"0".repeat(25)} --digest apr_1-2${"0".repeat(25)} --reject "2: <why>"`,
    ]);
    expect(
      closingLines(report({ status: "waiting", openApprovals: [call("apr_1-1")] })).join(),
    ).not.toContain("--reject");
  });

  it("names the answers to choose from, where a tool asks", () => {
    const asked = {
      ...gate,
      prompt: "Which?",
      verbs: ["respond", "reject"] as GateVerb[],
      options: ["red", "blue"],
    };
    expect(closingLines(report({ status: "waiting", openApprovals: [asked] })).slice(1)).toEqual([
      "Gate apr_1-1 is waiting for a person: Which?",
      "  an answer to choose: red",
      "  an answer to choose: blue",
      "  npm run decide -- apr_1-1 respond --digest 0123456789abcdef0123456789abcdef --value <json or text>",
      "  npm run decide -- apr_1-1 reject",
    ]);
  });

  it("says with which verbs a value has to come", () => {
    const asked = { ...gate, verbs: ["retry", "other", "abort"] as GateVerb[] };
    expect(closingLines(report({ status: "waiting", openApprovals: [asked] })).slice(2)).toEqual([
      "  npm run decide -- apr_1-1 retry",
      "  npm run decide -- apr_1-1 other --value <model id>",
      "  npm run decide -- apr_1-1 abort",
    ]);
  });

  it("says of an answer that its critics found wanting what they would ask", () => {
    const reflection = { requiresFollowup: true, score: 0.7, threshold: 0.8, questions: ["Which\nload?"] };
    const lines = closingLines(report({ answer: "Fast.", reflection: reflection as never }));
    expect(lines.slice(2, 5)).toEqual([
      "",
      "This answer needs follow-up (70 of 100, below 80):",
      "  - Which load?",
    ]);
    const passed = closingLines(report({ answer: "Fast.", reflection: null }));
    expect(passed).toEqual(["", "Fast.", ...UNTOUCHED]);
  });

  it("gives the answer, or the reason why there is none", () => {
    expect(closingLines(report({ answer: "It is live.\nAccuracy 98.1 %." }))).toContain(
      "It is live.\nAccuracy 98.1 %.",
    );
    const failed = report({ status: "failed", finishReason: "task_failed", message: "no way" });
    expect(closingLines(failed)).toContain("The run run_1 is failed (task_failed): no way");
  });

  it("calls an unknown cost unknown", () => {
    const counts = { tasks: { task: 2, human_review: 1 }, dropped: 1 } as never;
    const facts = { executionAttempts: 3, replans: 1, iterations: 2, totalDurationMs: 900, counts };
    const cost = { usd: null, knownUsd: 0, unknownCalls: 2, modelCalls: 2 };
    const line = summaryLine(report({ ...facts, cost }));
    expect(line).toContain("3 attempts, 1 replan, 2 iterations, 2 model calls, cost unknown");
    expect(line).toContain("tasks (2 agent tasks, 1 human review, 1 dropped), 3 attempts");
    expect(summaryLine(report({ ...facts, cost: { ...cost, usd: 0.1234 } }))).toContain("$0.1234");
  });
});

describe("--yes", () => {
  it.each([
    ["human_review", ["approve", "reject"], "approve"],
    ["tool_approval", ["approve", "reject"], "approve"],
    ["review_decision", ["approve", "CONTINUE", "ABORT"], "approve"],
    ["unknown_outcome", ["run", "abort"], "abort"],
    ["replan_failed", ["retry", "complete", "abort"], "abort"],
    ["budget", ["raise", "complete", "abort"], "complete"],
  ] as const)("answers %s", (kind, verbs, verb) => {
    expect(sessionAnswer({ kind, verbs: [...verbs] })).toBe(verb);
  });

  it.each([
    ["review_decision", ["CONTINUE", "ABORT"]],
    ["tool_input", ["respond", "reject"]],
    ["engine_fault", ["retry", "abort"]],
    ["model_unavailable", ["retry", "abort"]],
  ] as const)("leaves %s to a person", (kind, verbs) => {
    expect(sessionAnswer({ kind, verbs: [...verbs] })).toBeUndefined();
  });
});
