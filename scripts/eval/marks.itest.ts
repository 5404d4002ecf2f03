import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSet } from "@/lib/core/evaluation";
import { readBlock } from "@/lib/core/prompt-blocks";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { silentTextStreams } from "@/lib/engine/streams/text-streams";
import { evaluate } from "@/lib/testing/evaluation/world";
import type { Script } from "@/lib/testing/models/scripted-model";
import { finishReviewedRun, startReviewedRun } from "@/lib/testing/runs/reviewed-run";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { markedSet } from "./marks";

let world: ServiceWorld;
let folder = "";
let file = "";
beforeAll(async () => {
  world = await openServiceWorld();
  folder = mkdtempSync(join(tmpdir(), "waymark-marks-"));
  file = join(folder, "marks.jsonl");
  const runId = await startReviewedRun(world);
  await finishReviewedRun(world, runId);
  const actor = world.person();
  const { marks } = world.services;
  await marks.save({ actor, input: { runId, kind: "answer", verdict: "wrong", note: "Four errors." } });
  await marks.save({ actor, input: { runId, kind: "decision", taskId: "check", verdict: "right" } });
  const { workspaces, schemas, clock, ids, log } = world.deps;
  const reads = createStoredReads(world.deps.db);
  const streams = silentTextStreams;
  const effects = { workspaces, schemas, clock, ids, log, reads, streams, repairAttempts: 3 };
  const { lines } = await markedSet({ services: world.services, effects });
  writeFileSync(file, lines.join("\n"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

describe("exported marks", () => {
  it("are what critic and reviewer are given, as the run stood", () => {
    const read = readSet("marked", readFileSync(file, "utf8"));
    expect(read).toMatchObject({ ok: true });
    const [answer, decision] = read.ok ? read.items : [];
    expect(answer).toMatchObject({
      kind: "answer",
      verdict: "wrong",
      note: "Four errors.",
      input: { mission: "Report on the quarter", answer: "There were three errors." },
    });
    expect(answer?.input.about).toMatchObject({
      outcome: { results: [{ id: "work" }, { id: "check" }, { id: "report" }] },
    });
    expect(decision).toMatchObject({
      kind: "decision",
      verdict: "right",
      decided: "CONTINUE",
      input: {
        tasks: [{ id: "work", status: "succeeded", result: { errors: 3 } }],
        // What came after the review is not known to it.
        remaining: [{ id: "report" }],
      },
    });
  });

  const model =
    (score: number, decision: string): Script =>
    ({ prompt }) =>
      readBlock(prompt, "review") === undefined
        ? JSON.stringify({ score, feedback: "So it is.", issues: ["One."] })
        : JSON.stringify({ decision, reasoning: "The errors are the point.", conditions: [] });
  const agreed = async (script: Script) => {
    const { output } = await evaluate(["--marks", file, "--json"], script);
    return JSON.parse(output).rows.map(({ hits, n }: { hits: number; n: number }) => `${hits}/${n}`);
  };

  it("are agreed with by a critic that holds the wrong answer back, and a reviewer that decides as was right", async () => {
    expect(await agreed(model(0.3, "CONTINUE"))).toEqual(["1/1", "1/1"]);
    expect(await agreed(model(0.9, "REPLAN"))).toEqual(["0/1", "0/1"]);
  });

  it("are read as sets are: a damaged line is named", async () => {
    const damaged = join(folder, "damaged.jsonl");
    writeFileSync(damaged, `${readFileSync(file, "utf8").split("\n")[0]}\n{}`);
    const { exitCode, progress } = await evaluate(["--marks", damaged], model(1, "CONTINUE"));
    expect([exitCode, progress.join()]).toEqual([2, expect.stringContaining("damaged.jsonl, line 2: ")]);
  });
});
