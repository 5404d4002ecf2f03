import { describe, expect, it } from "vitest";
import type { LessonRole } from "@/lib/core/lessons/words";
import { runSettings } from "@/lib/core/run/settings";
import type { EffectContext, WantedLessons } from "../effect";
import { lessonsFor } from "./lessons";

const FOUND = ["First", "Second", "Third"].map((text, n) => ({ id: `les_${n}`, version: n + 1, text }));
const LOCAL = { id: "local:m", simulated: false };
const SIMULATED = { id: "simulated:m", simulated: true };

/** What a piece of work asks for and says of its lessons, with these settings, models and fallbacks. */
async function ask(
  lessons: object,
  { role = "planner" as LessonRole, model = SIMULATED.id, fallbacks = [] as string[], found = FOUND } = {},
) {
  const wanted: WantedLessons[] = [];
  const committed: unknown[] = [];
  const settings = runSettings.parse({ lessons });
  const state = {
    settings,
    mission: "Deploy the Fraud model",
    tags: ["ml", "demo"],
    workspaceId: "w",
    replacementModels: {},
  };
  const context = {
    key: "run_1/plan",
    state: () => state,
    model: { list: () => [LOCAL, SIMULATED] },
    clock: { monotonicMs: () => 0 },
    defaultModelOf: () => model,
    settingsOfRole: () => ({ fallbacks }),
    reads: {
      async lessons(one: WantedLessons) {
        wanted.push(one);
        return found;
      },
    },
    commit: async (reports: { suffix: string; command: object }[]) => void committed.push(...reports),
  } as unknown as EffectContext;
  return { shown: await lessonsFor(context, role), wanted, committed };
}

describe("lessonsFor", () => {
  it("asks by the words of the mission and the tags of the run, and says what it shows before it is shown", async () => {
    const { shown, wanted, committed } = await ask({ use: true, max: 2 });
    expect(wanted).toEqual([
      { workspaceId: "w", words: ["deploy", "the", "fraud", "model"], tags: ["ml"], demo: true, limit: 50 },
    ]);
    expect(shown).toEqual(["First", "Second"]);
    const lessons = [
      { id: "les_0", version: 1 },
      { id: "les_1", version: 2 },
    ];
    expect(committed).toEqual([
      {
        suffix: "lessons",
        command: { type: "lessons_shown", key: "run_1/plan", role: "planner", lessons },
      },
    ]);
  });

  it("asks for none and says nothing where the run wants none, or none fits", async () => {
    expect(await ask({ use: false })).toEqual({ shown: undefined, wanted: [], committed: [] });
    expect(await ask({ use: true }, { found: [] })).toMatchObject({ shown: undefined, committed: [] });
    expect(await ask({ use: true, maxTokens: 1 })).toMatchObject({ shown: undefined, committed: [] });
  });

  it.each([
    ["a real model", { model: LOCAL.id }],
    ["a simulated one that a real one may follow", { fallbacks: [LOCAL.id] }],
    ["a model that is not known", { model: "gone:m" }],
  ])("asks for no demo lessons for %s", async (_, models) => {
    const { wanted } = await ask({ use: true }, models);
    expect(wanted).toMatchObject([{ demo: false }]);
  });
});
