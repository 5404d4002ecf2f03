import { describe, expect, it } from "vitest";
import type { SystemStatus } from "@/lib/core/views";
import { renderHtml, renderText } from "@/lib/testing/render";
import { systemStatus } from "@/lib/testing/views/settings/system-status";
import { healthLines } from "./health-lines";
import { HealthScreen } from "./health-screen";

const WELL = systemStatus();

describe("the health of the installation", () => {
  it("says OK of every part, with nothing to do, while all is well", () => {
    const lines = healthLines(WELL);
    expect(lines.map(({ status }) => status.word)).toEqual(Array(5).fill("OK"));
    expect(lines.flatMap(({ todo }) => todo ?? [])).toEqual([]);
    expect(renderText(<HealthScreen first={WELL} />)).toContain("Workers ✓ OK 2 are live.");
  });

  it.each<[string, Partial<SystemStatus>, string, RegExp]>([
    ["Database", { writable: false }, "not working", /takes no writes.*Look for a full disk/],
    ["Workers", { workers: 0 }, "not working", /None is live.*npm run worker/],
    [
      "Runs waiting for a worker",
      { waitingRuns: 3, waitingSinceMs: 480_000 },
      "needs a look",
      /3 runs, the oldest for 2 m 00 s\. All workers are busy/,
    ],
    [
      "Runs waiting for a worker",
      { waitingRuns: 1, waitingSinceMs: 480_000, workers: 0 },
      "needs a look",
      /as soon as a worker is live/,
    ],
    [
      "Runs waiting for a worker",
      { waitingRuns: 1, waitingSinceMs: 599_000 },
      "OK",
      /1 run, taken within moments/,
    ],
    [
      "Models",
      { silentModels: [{ model: "acme:large", gates: 2, sinceMs: 540_000 }] },
      "needs a look",
      /acme:large for 1 m 00 s.*Check key and quota/,
    ],
    ["Stopped runs", { stalledRuns: 1 }, "needs a look", /1 run that no worker moves/],
  ])("says of %s in %j that it is %s, and what to do", (part, change, word, words) => {
    const line = healthLines({ ...WELL, ...change }).find((one) => one.part === part);
    expect(line?.status.word).toBe(word);
    expect(`${line?.text} ${line?.todo}`).toMatch(words);
  });

  it("leads to the gates of models that do not answer", () => {
    const first = { ...WELL, silentModels: [{ model: "acme:large", gates: 2, sinceMs: 0 }] };
    expect(renderHtml(<HealthScreen first={first} />)).toContain(
      'href="/inbox?tab=open&amp;kind=model_unavailable"',
    );
  });
});
