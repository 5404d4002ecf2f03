import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { type EvaluationRow, isIncomplete } from "@/lib/core/evaluation";
import { readBlock } from "@/lib/core/prompt-blocks";
import { evaluate } from "@/lib/testing/evaluation/world";
import type { Script, ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { loadSet, SETS_FOLDER } from "./sets";

const critique = (score: number) => JSON.stringify({ score, feedback: "It is so.", issues: ["One thing."] });

const answers = new Map(loadSet("answers").map((item) => [`${item.mission}\n${item.answer}`, item]));
/** What a perfect critic says. */
const perfectCritic: Script = ({ prompt }) => {
  const item = answers.get(`${readBlock(prompt, "mission")}\n${readBlock(prompt, "answer")}`);
  if (!item) throw new Error("This answer is in no set");
  return critique(isIncomplete(item.kind) ? 0.4 : 0.95);
};

async function rowsOf(argv: string[], script: Script, options = {}) {
  const { exitCode, output, requests } = await evaluate([...argv, "--json"], script, options);
  const { rows, targets, misses } = JSON.parse(output);
  const row = (measure: string): EvaluationRow => rows.find((one: EvaluationRow) => one.measure === measure);
  return { exitCode, requests, row, targets, misses };
}

describe("the meter, of answers", () => {
  const gate = ["--only", "answers", "--gate"];

  it("gives a perfect critic 100 and 0", async () => {
    const { exitCode, row, misses } = await rowsOf(gate, perfectCritic);
    expect([row("incomplete_caught"), row("good_refused")]).toMatchObject([
      { n: 60, value: 1, models: ["scripted:model"], promptVersions: ["critique 9"], calls: 60 },
      { n: 60, value: 0 },
    ]);
    expect(row("incomplete_caught.unsupported")).toMatchObject({ n: 15, hits: 15 });
    expect({ exitCode, misses }).toEqual({ exitCode: 0, misses: [] });
  });

  it("gives one that always passes 0 and 0, and fails", async () => {
    const { exitCode, row, misses } = await rowsOf(gate, () => critique(0.9));
    expect([row("incomplete_caught").value, row("good_refused").value, exitCode]).toEqual([0, 0, 1]);
    expect(misses).toHaveLength(60);
    expect(misses[0]).toMatchObject({ measure: "incomplete_caught", said: "0.9: It is so." });
  });

  it("gives one that always refuses 100 and 100, and fails", async () => {
    const { exitCode, row, misses } = await rowsOf(gate, () => critique(0.1));
    expect([row("incomplete_caught").value, row("good_refused").value, exitCode]).toEqual([1, 1, 1]);
    expect(new Set(misses.map(({ measure }: { measure: string }) => measure))).toEqual(
      new Set(["good_refused"]),
    );
    expect(misses).toHaveLength(60);
  });

  it("counts an answer that nobody can read as one that nothing was caught in", async () => {
    const { exitCode, row } = await rowsOf(gate, () => "No comment.");
    expect(row("incomplete_caught")).toMatchObject({ n: 60, value: 0, unreadable: 60, providerErrors: 0 });
    expect(exitCode).toBe(1);
  });

  it("counts failures of the provider apart, and claims no target with them", async () => {
    const failing: Script = (request, context): ScriptedAnswer | Promise<ScriptedAnswer> =>
      request.prompt.includes("Norvik") ? { fail: { code: "auth" } } : perfectCritic(request, context);
    const { exitCode, row, targets } = await rowsOf(gate, failing);
    expect(row("incomplete_caught")).toMatchObject({
      n: 57,
      value: 1,
      providerErrors: 3,
      costMicroUsd: null,
    });
    expect(targets).toMatchObject([
      { verdict: "not_measured", because: "provider_errors" },
      { verdict: "not_measured", because: "provider_errors" },
    ]);
    expect(exitCode).toBe(1);
  });

  it("claims no target for a simulated model", async () => {
    const { exitCode, row, targets } = await rowsOf(gate, perfectCritic, { simulated: true });
    expect(row("incomplete_caught")).toMatchObject({ value: 1, simulated: true });
    expect(targets[0]).toMatchObject({ verdict: "not_measured", because: "simulated" });
    expect(exitCode).toBe(1);
  });
});

describe("--max-cost", () => {
  it("starts no call that could pass it", async () => {
    const { exitCode, row, requests } = await rowsOf(
      ["--only", "answers", "--gate", "--max-cost", "0.022"],
      perfectCritic,
    );
    const { notAsked, n, costMicroUsd } = row("incomplete_caught");
    const all = n + row("good_refused").n;
    expect(all).toBe(requests.length);
    expect(all).toBeGreaterThan(1);
    expect(notAsked + row("good_refused").notAsked).toBeGreaterThan(10);
    expect(all).toBeLessThan(120);
    expect(costMicroUsd).toBeLessThan(22_000);
    expect(exitCode).toBe(1);
  });

  it("needs a price", async () => {
    const argv = ["--only", "answers", "--max-cost", "1"];
    const { exitCode, progress, requests } = await evaluate(argv, perfectCritic, { price: undefined });
    expect([exitCode, requests.length]).toEqual([2, 0]);
    expect(progress.join()).toContain("--max-cost needs a model with a price.");
  });
});

describe("a damaged set", () => {
  /** A copy of the sets in which one line is changed. */
  function setsWith(file: string, line: number, change: (source: string) => string): URL {
    const folder = mkdtempSync(join(tmpdir(), "waymark-sets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(fileURLToPath(SETS_FOLDER), folder, { recursive: true });
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    lines[line - 1] = change(lines[line - 1] ?? "");
    writeFileSync(join(folder, file), lines.join("\n"));
    return pathToFileURL(`${folder}/`);
  }

  it.each([
    ["that is cut off", (source: string) => source.slice(0, -5), "It is no JSON object."],
    [
      "of no known kind",
      (source: string) => source.replace(/"kind": "\w+"/, '"kind": "odd"'),
      "kind: Invalid",
    ],
    [
      "that stands there twice",
      (source: string) => source.replace(/"id": "[^"]+"/, '"id": "checkout-latency-full"'),
      "line 2 already",
    ],
  ])("is named with the line %s, before anything is asked", async (_, change, problem) => {
    const folder = setsWith("answers.jsonl", 17, change);
    const { exitCode, progress, requests } = await evaluate(["--only", "answers"], perfectCritic, { folder });
    expect(progress.join()).toContain("answers.jsonl, line 17: ");
    expect(progress.join()).toContain(problem);
    expect([exitCode, requests.length]).toEqual([2, 0]);
  });
});

describe("the command line", () => {
  it.each([
    [["--only", "nothing"], "There is no set “nothing”."],
    [["--max-cost", "much"], "--max-cost is a number"],
    [["--only", "recorded", "--gate"], "has no target"],
    [["--fast"], "Unknown option"],
    [["--marks", "marks.jsonl", "--gate"], "Marks have no target"],
    [["--marks", "no-such-file.jsonl"], "no-such-file.jsonl cannot be read."],
  ])("refuses %s", async (argv, words) => {
    const { exitCode, progress } = await evaluate(argv, perfectCritic);
    expect([exitCode, progress.join()]).toEqual([2, expect.stringContaining(words)]);
  });

  it("refuses a model that does not exist, and names those that do", async () => {
    const argv = ["--only", "answers", "--model", "scripted:other"];
    const { exitCode, progress } = await evaluate(argv, perfectCritic);
    expect([exitCode, progress]).toEqual([
      2,
      ["There is no model “scripted:other”. There are: scripted:model."],
    ]);
  });

  it("prints a table for people, with what went wrong beside it", async () => {
    const { output, progress } = await evaluate(["--only", "answers"], () => critique(0.9));
    expect(output).toContain("incomplete_caught               60  0.0 %  0.0 % to 6.0 %");
    expect(output).toContain("missed        incomplete_caught at least 80.0 %: 0.0 %");
    expect(progress.at(-1)).toContain("miss  incomplete_caught");
  });
});
