import { expect, it } from "vitest";
import { readExportArguments } from "./run";

it("an export is filters and a file, or standard output", () => {
  const argv = ["--jsonl", "out.jsonl", "--tag", "release", "--from", "2026-11-01", "--runs", "real"];
  expect(readExportArguments(argv)).toEqual({
    ok: true,
    value: { file: "out.jsonl", filter: { tag: "release", from: "2026-11-01", runs: "real" } },
  });
  expect(readExportArguments(["--jsonl"])).toEqual({ ok: true, value: { file: undefined, filter: {} } });
  const report = ["--report", "run_1", "run.html"];
  expect(readExportArguments(report)).toEqual({ ok: true, value: { file: "run.html", report: "run_1" } });
  const both = ["--jsonl", "--report", "run_1"];
  const filtered = ["--report", "run_1", "--tag", "x"];
  for (const wrong of [
    [],
    both,
    filtered,
    ["--report"],
    ["out"],
    ["--jsonl", "a", "b"],
    ["--jsonl", "--runs", "all"],
    ["--what"],
  ])
    expect(readExportArguments(wrong)).toMatchObject({
      ok: false,
      message: expect.stringContaining("Usage"),
    });
});
