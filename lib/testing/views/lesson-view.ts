import type { LessonDetail, LessonView } from "@/lib/core/lessons/view";

/** An accepted lesson that a replan of a demo run and a person proposed, as lists show it. */
export const lessonView = (part: Partial<LessonView> = {}): LessonView => ({
  ...{ id: "les_1", version: 3, text: "Measure first", status: "accepted", source: "replan" },
  ...{ tags: ["ml"], demo: true, author: "Anna", createdAt: 0, updatedAt: 0, proposals: 2, uses: 1 },
  origins: [
    { source: "replan", runId: "run 1", mission: "Ship it", subject: "replan:1", by: null, at: 0 },
    { source: "person", runId: null, mission: null, subject: "person:anna", by: "Anna", at: 0 },
  ],
  ...part,
});

/** The same in full: its versions, the prompts that carried it, and how runs went without it and with it. */
export const lessonDetail = (part: Partial<LessonDetail> = {}): LessonDetail => {
  const version = { text: "Measure first", tags: ["ml"], author: "Anna", at: 0 };
  const tally = { completed: 3, replans: 4, meanCostMicroUsd: 31_200 };
  return {
    ...lessonView(),
    versions: [
      { ...version, version: 3, status: "accepted" },
      { ...version, version: 2, status: "proposed" },
      { ...version, version: 1, status: "proposed", text: "Measure" },
    ],
    usedBy: [
      { runId: "run 2", mission: "Ship it again", role: "planner", version: 3, planVersion: 2, at: 0 },
      { runId: "run 3", mission: null, role: "reviewer", version: 3, planVersion: null, at: 0 },
    ],
    effect: {
      without: { ...tally, runs: 4, replanned: 3 },
      shown: { ...tally, runs: 5, replanned: 1, replans: 1, meanCostMicroUsd: null },
    },
    ...part,
  };
};
