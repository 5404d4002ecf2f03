import { describe, expect, it } from "vitest";
import { critiqueOf, isGrave, openFindings, scoreOf, withModelFindings, withoutEnded } from "./score";
import { type Finding, type FindingSeverity, MODEL_FINDINGS, STATIC_FINDINGS } from "./types";

const CODES = [...STATIC_FINDINGS, ...MODEL_FINDINGS];
const found = (...severities: FindingSeverity[]): Finding[] =>
  severities.map((severity, n) => ({
    key: `${CODES[n % CODES.length]}:t${n}`,
    code: CODES[n % CODES.length] as Finding["code"],
    severity,
    message: `Message ${n}.`,
    recommendation: `Do ${n}.`,
    taskId: `t${n}`,
  }));

describe("the score", () => {
  it.each<[FindingSeverity[], number]>([
    [[], 10],
    [["info"], 10],
    [["info", "info"], 9],
    [["info", "info", "info"], 9],
    [["warning"], 9],
    [["critical"], 7],
    [["critical", "warning", "info"], 6],
    [["critical", "critical", "critical"], 1],
    [["critical", "critical", "critical", "critical"], 1],
  ])("of %o is %i", (severities, score) => {
    expect(scoreOf(found(...severities))).toBe(score);
  });

  it("does not count what was waived", () => {
    const critique = critiqueOf(found("critical", "warning"));
    expect(openFindings(critique, ["missing_gate:t0", "never:heard"]).map(({ taskId }) => taskId)).toEqual([
      "t1",
    ]);
    expect(scoreOf(openFindings(critique, ["missing_gate:t0"]))).toBe(9);
  });
});

describe("a critique", () => {
  it.each<[FindingSeverity[], string]>([
    [[], "The plan scores 10 of 10: nothing was found."],
    [["warning"], "The plan scores 9 of 10: 1 warning."],
    [["info", "critical", "info"], "The plan scores 6 of 10: 1 critical finding and 2 notes."],
    [
      ["critical", "critical", "warning", "info"],
      "The plan scores 3 of 10: 2 critical findings, 1 warning and 1 note.",
    ],
  ])("of %o says so in one sentence", (severities, summary) => {
    expect(critiqueOf(found(...severities)).summary).toBe(summary);
  });

  it("lists the most severe first, and each recommendation once", () => {
    const [note, grave, warning] = found("info", "critical", "warning") as [Finding, Finding, Finding];
    const { findings, recommendations } = critiqueOf([
      note,
      grave,
      { ...warning, recommendation: "Do 1." },
      grave,
    ]);
    expect(findings.map(({ taskId }) => taskId)).toEqual(["t1", "t2", "t0"]);
    expect(recommendations).toEqual(["Do 1.", "Do 0."]);
  });
});

describe("findings of a model", () => {
  const own: Finding = {
    key: "error_handling:t9",
    code: "error_handling",
    severity: "critical",
    message: "M.",
    recommendation: "R.",
    taskId: "t9",
  };

  it("join those of the rules and count", () => {
    const critique = withModelFindings(critiqueOf(found("warning")), [own]);
    expect(critique.findings.map(({ code }) => code)).toEqual(["error_handling", "missing_gate"]);
    expect(critique.score).toBe(6);
  });

  it("are grave, unless they only inform; those of the rules are not", () => {
    const grave = (code: Finding["code"], severity: FindingSeverity) => isGrave({ code, severity });
    expect(grave("semantic_issue", "critical")).toBe(true);
    expect(grave("semantic_issue", "warning")).toBe(true);
    expect(grave("semantic_issue", "info")).toBe(false);
    expect(grave("missing_dependency", "critical")).toBe(false);
  });

  it("never displace one of the rules", () => {
    const [rule] = found("critical") as [Finding];
    const critique = withModelFindings(critiqueOf([rule]), [
      { ...rule, severity: "info", message: "Never mind." },
    ]);
    expect(critique.findings).toEqual([rule]);
  });

  it("have no place in a task that the plan does not have", () => {
    const general: Finding = { ...own, key: "error_handling:" };
    delete general.taskId;
    const placed = (ids: string[]) => withModelFindings(critiqueOf([]), [own, general], ids).findings;
    expect(placed(["t9"]).map(({ taskId }) => taskId)).toEqual(["t9", undefined]);
    expect(placed(["t1"]).map(({ taskId }) => taskId)).toEqual([undefined, undefined]);
  });
});

describe("a critique of what is left of a plan", () => {
  const one = (code: Finding["code"], over: Partial<Finding>): Finding => ({
    ...(found("warning")[0] as Finding),
    key: `${code}:${over.taskId}`,
    code,
    ...over,
  });

  it("leaves out what is said of single tasks that have ended", () => {
    const whole = critiqueOf([
      one("orphan_task", { taskId: "done" }),
      one("disconnected_flow", { taskId: "a", edge: { from: "a", to: "done" } }),
      one("disconnected_flow", { taskId: "done", edge: { from: "done", to: "b" } }),
      one("missing_gate", { taskId: "done" }),
    ]);
    const left = withoutEnded(whole, new Set(["done"]));
    expect(left.findings.map(({ code }) => code)).toEqual(["disconnected_flow", "missing_gate"]);
    expect([whole.score, left.score]).toEqual([6, 8]);
    expect(left.summary).toContain("2 warnings");
  });

  it("is the critique itself while nothing has ended", () => {
    const whole = critiqueOf(found("warning"));
    expect(withoutEnded(whole, new Set(["done"]))).toBe(whole);
  });
});
