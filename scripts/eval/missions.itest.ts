import { expect, it } from "vitest";
import { evaluate } from "@/lib/testing/evaluation/world";
import type { Script } from "@/lib/testing/models/scripted-model";
import { bookOfMission, recordedMission } from "@/lib/testing/recordings/missions";
import type { MissionRow } from "./missions";

const silent: Script = () => "Nothing.";
const rowsIn = (output: string): MissionRow[] => (JSON.parse(output) as { missions: MissionRow[] }).missions;

/** Answers as the recorded model of `note` did. */
function noteModel(change: (answer: string) => string = (answer) => answer): Script {
  const book = bookOfMission(recordedMission("note"));
  return ({ system, prompt }) => {
    const found = book.take([
      { role: "system", content: system },
      { role: "user", content: prompt },
    ]);
    return "answer" in found && "content" in found.answer ? change(found.answer.content) : "";
  };
}

it("plays a mission by its recorded answers, and asks no model", async () => {
  const { exitCode, output, requests } = await evaluate(["--missions", "--only", "note", "--json"], silent);
  expect([exitCode, requests.length]).toEqual([0, 0]);
  expect(rowsIn(output)).toMatchObject([
    { id: "note", reached: true, model: "recorded, frontier", recorded: { calls: 5, inputTokens: 15949 } },
  ]);
});

it("plays it by a model, says what it cost, and passes where everything is so", async () => {
  const argv = ["--missions", "--only", "note", "--model", "scripted:model", "--max-cost", "1", "--gate"];
  const { exitCode, output, kept } = await evaluate([...argv, "--json"], noteModel());
  expect(rowsIn(output)).toMatchObject([{ reached: true, untrue: [], model: "scripted:model" }]);
  expect(rowsIn(output)[0]?.usd).toBeGreaterThan(0);
  expect(kept.map(({ role }) => role)).toEqual(["planner", "agent", "replanner", "agent", "summarizer"]);
  expect(exitCode).toBe(0);
});

it("fails the gate for an answer that is not so, and says what is not", async () => {
  const argv = ["--missions", "--only", "note", "--model", "scripted:model", "--gate"];
  const script = noteModel((answer) => answer.replaceAll("4 January", "28 December"));
  const { exitCode, progress } = await evaluate(argv, script);
  expect(exitCode).toBe(1);
  expect(progress).toContain("not so  note  it has the date that the person gave");
});

it.each(["letter", "runbook", "limit"])("begins %s, and says why it ended without its answer", async (id) => {
  const argv = ["--missions", "--only", id, "--model", "scripted:model", "--json"];
  const { output } = await evaluate(argv, silent);
  const [row] = rowsIn(output);
  expect(row).toMatchObject({ id, reached: false, end: { status: "failed", reason: "plan_rejected" } });
});

it.each([
  [["--missions", "--only", "none"], "There is no mission “none”."],
  [["--missions", "--only", "letter"], "Nothing is recorded of “letter”: name a model with --model."],
  [["--missions", "--faults", "--only", "letter"], "There is no sample and no recorded mission “letter”."],
  [["--faults"], "Faults are those of tools in missions"],
  [["--missions", "--gate"], "Recorded answers cost nothing, and say nothing of a model"],
  [["--missions", "--model", "no:model"], "There is no model “no:model”."],
])("refuses %j", async (argv, message) => {
  const { exitCode, progress } = await evaluate(argv, silent);
  expect(exitCode).toBe(2);
  expect(progress.join("\n")).toContain(message);
});
