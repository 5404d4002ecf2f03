import { describe, expect, it } from "vitest";
import { plan } from "../schema";
import { setField } from "./acts";
import type { StagedEdit } from "./edits";
import { historyOf, recordStep, undoStep } from "./history";
import { packHistory, unpackHistory } from "./kept";

const base = {
  plan: plan.parse({ title: "P", tasks: ["a", "b"].map((id) => ({ id, title: id })) }),
  locks: new Map(),
  usedIds: new Set(["a", "b"]),
};
const typed = (text: string, edits: readonly StagedEdit[] = []) => setField(base, edits, "a", "input", text);
const long = (letter: string) => letter.repeat(1_000);

describe("a history that is stored", () => {
  it("holds each edit once, and comes back with every step", () => {
    const both = setField(base, typed("go"), "b", "input", "stop");
    const history = undoStep(recordStep(recordStep(historyOf([]), typed("go")), both));
    const kept = packHistory(history, 10_000);
    expect(kept?.edits).toHaveLength(2);
    expect(unpackHistory(JSON.parse(JSON.stringify(kept)))).toEqual(history);
  });

  it("leaves out the furthest steps where it has to, and never the present", () => {
    const texts = ["a", "b", "c", "d", "e"].map(long);
    const history = texts.reduce((before, text) => recordStep(before, typed(text)), historyOf([]));
    const cut = unpackHistory(packHistory(undoStep(history), 2_500));
    expect(cut.present).toEqual(typed(long("d")));
    expect(cut.past).toEqual([typed(long("c"))]);
    expect(cut.future).toEqual([]);
    expect(packHistory(history, 900)).toBeUndefined();
  });

  it("is read as far as it can be", () => {
    const edits = typed("go");
    expect(unpackHistory({ edits: [...edits, { kind: "rm" }, null] })).toEqual(historyOf(edits));
    expect(unpackHistory(undefined)).toEqual(historyOf([]));
    expect(unpackHistory({ edits: "none" })).toEqual(historyOf([]));
    const steps = { past: [[], [1], "no"], present: [0, 7, 1], future: 4 };
    expect(unpackHistory({ edits: [...edits, { kind: "rm" }], steps })).toEqual({
      past: [[], [], []],
      present: edits,
      future: [],
    });
  });
});
