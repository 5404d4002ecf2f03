import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readResultsFile, readReviewsFile, readSettingsFile } from "./input-files";

const folder = mkdtempSync(join(tmpdir(), "waymark-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(text: string): string {
  const path = join(folder, "results.json");
  writeFileSync(path, text);
  return path;
}

it("reads results by task id", async () => {
  expect(await readResultsFile(file('{"a": {"rows": 3}, "b": null}'))).toEqual({ a: { rows: 3 }, b: null });
});

it("reads decisions in the same way", async () => {
  expect(await readSettingsFile(file('{"lessons": {"use": true}}'))).toEqual({ lessons: { use: true } });
  await expect(readSettingsFile(file("[]"))).rejects.toMatchObject({
    message: expect.stringContaining('of the form {"<setting>": <value>}'),
  });
  expect(await readReviewsFile(file('{"a": "CONTINUE"}'))).toEqual({ a: "CONTINUE" });
  await expect(readReviewsFile(file("[]"))).rejects.toMatchObject({
    message: expect.stringContaining('{"<task>": "<decision>"}'),
  });
});

it.each([
  ["{", "no JSON object"],
  ["[1]", "no JSON object"],
  ['"text"', "no JSON object"],
])("refuses %j, saying what it should hold", async (text, words) => {
  await expect(readResultsFile(file(text))).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(words),
  });
});

it("says which file is not there", async () => {
  await expect(readResultsFile(join(folder, "none.json"))).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(/none\.json cannot be used: there is no such file\.$/),
  });
});
