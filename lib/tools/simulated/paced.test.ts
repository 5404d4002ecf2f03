import { expect, test } from "vitest";
import { createManualClock } from "@/lib/testing/manual-clock";
import { type EmittedChunk, toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from "..";
import { buildArtifacts } from "./build-artifacts";
import { paced } from "./paced";
import { retrainModel } from "./retrain-model";
import { runTests } from "./run-tests";

const ARGS = { service: "web-app", version: "1.4.0" };
const textOf = (chunks: EmittedChunk[]) => chunks.map(({ text }) => text).join("");

test.each([
  [
    buildArtifacts,
    ARGS,
    /^fetching the sources of web-app 1\.4\.0\n(.*\n)*writing the image web-app:1\.4\.0/,
  ],
  [
    runTests,
    { suite: "validation", environment: "staging", version: "v1" },
    /94\.3 %\n98 passed, 2 failed\n$/,
  ],
  [
    runTests,
    { suite: "smoke", environment: "staging", version: "v2" },
    /10 of 10 cases run\n10 passed, 0 failed\n$/,
  ],
  [retrainModel, { model: "fraud-model", fromVersion: "v1", windowDays: 30 }, /epoch 5 of 5: loss 0\.284\n/],
])("%o tells what it does, line by line", async (tool, args, lines) => {
  const chunks: EmittedChunk[] = [];
  expect(await createToolbox([tool]).run(tool.name, args, toolContext({}, chunks))).toMatchObject({
    ok: true,
  });
  expect(textOf(chunks)).toMatch(lines);
  expect(chunks.map(({ seq }) => seq)).toEqual(chunks.map((_, place) => place + 1));
});

test("a paced tool tells the same over time, and gives the same", async () => {
  const [atOnce, slowly]: [EmittedChunk[], EmittedChunk[]] = [[], []];
  const given = await createToolbox([buildArtifacts]).run("build_artifacts", ARGS, toolContext({}, atOnce));
  const clock = createManualClock();
  const box = createToolbox([paced(buildArtifacts, clock)]);
  const pending = box.run("build_artifacts", ARGS, toolContext({}, slowly));
  await clock.advance(0);
  expect(slowly).toHaveLength(1);
  await clock.advance(10_000);
  expect(await pending).toEqual(given);
  expect(slowly).toEqual(atOnce);
});
