import type { LessonView } from "@/lib/core/lessons/view";

/** An accepted lesson that a replan of a demo run and a person proposed, as lists show it. */
export const lessonView = (part: Partial<LessonView> = {}): LessonView => ({
  id: "les_1",
  version: 3,
  text: "Measure first",
  status: "accepted",
  source: "replan",
  tags: ["ml"],
  demo: true,
  author: "Anna",
  createdAt: 0,
  updatedAt: 0,
  proposals: 2,
  uses: 1,
  origins: [
    { source: "replan", runId: "run 1", mission: "Ship it", subject: "replan:1", by: null, at: 0 },
    { source: "person", runId: null, mission: null, subject: "person:anna", by: "Anna", at: 0 },
  ],
  ...part,
});
