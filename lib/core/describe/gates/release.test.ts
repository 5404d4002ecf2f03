import { expect, it } from "vitest";
import type { ReleasedAct } from "../../run/events/release";
import { releaseChanges } from "./release";

const SEND: ReleasedAct = {
  taskId: "send",
  lineage: "l1",
  title: "Send",
  tools: ["mail"],
  does: "Mail to a@b.c",
  targets: ["a@b.c"],
  work: "w1",
};
const facts = (digest: string, ...acts: ReleasedAct[]) => ({ digest, acts });

it.each<[string, ReleasedAct[], string]>([
  [
    "another target",
    [{ ...SEND, work: "w2", targets: ["x@y.z"] }],
    "“Send” now goes to x@y.z (before: a@b.c).",
  ],
  ["a new id", [{ ...SEND, lineage: "l2", work: "w2", targets: [] }], "“Send” now goes to no named address"],
  [
    "other words",
    [{ ...SEND, work: "w2", does: "Shout" }],
    "“Send” is now: “Shout” (before: “Mail to a@b.c”).",
  ],
  ["another title", [{ ...SEND, work: "w2", title: "Shout" }], "“Shout” was called “Send” before."],
  ["other tools", [{ ...SEND, work: "w2", tools: ["wipe"] }], "“Send” may now use wipe (before: mail)."],
  ["what leads to it", [{ ...SEND, work: "w2" }], "“Send”, or what leads to it, has changed."],
  ["harmless work", [SEND], "Other work that it releases has changed."],
  ["no acts", [], "No longer released: “Send”."],
])("a release that differs says in what: %s", (_what, acts, words) => {
  expect(releaseChanges(facts("d1", SEND), facts("d2", ...acts)).join(" ")).toContain(words);
});

it("says what is new, and nothing where nothing changed", () => {
  const wipe = { ...SEND, taskId: "wipe", lineage: "l9", title: "Wipe", tools: ["wipe"], targets: [] };
  expect(releaseChanges(facts("d1", SEND), facts("d2", SEND, wipe))).toEqual([
    "Newly released: “Wipe” by wipe.",
  ]);
  expect(releaseChanges(facts("d1", SEND), facts("d1", SEND))).toEqual([]);
});

it("says where not every address is named", () => {
  const long = { ...SEND, taskId: "long", lineage: "l2", title: "Long", work: "w3", cut: true as const };
  expect(releaseChanges(facts("d1", SEND), facts("d2", SEND, long))).toEqual([
    "Newly released: “Long” by mail to a@b.c (its instructions are too long to list every address here).",
  ]);
});
