import { describe, expect, test } from "vitest";
import { type CalledTool, type CallFacts, ruleCall } from ".";

const PAY: CalledTool = { name: "pay", sideEffects: "write", idempotent: false, repeatable: false };
const LOOK: CalledTool = { ...PAY, sideEffects: "read" };
const ARGS = { sum: 1 };

const asks = { do: "ask", about: "unknown_outcome", args: ARGS };
const runs = { do: "run", args: ARGS };

describe("a call that was started and whose tool says something else of itself by now", () => {
  const started = { args: ARGS, sideEffects: "write" as const };
  const reading = { ...started, sideEffects: "read" as const };
  const twice = (definition?: string) => ({
    tool: { ...PAY, idempotent: true, ...(definition && { definition }) },
  });
  const asBegun = (definition?: string) => ({
    started: { ...started, tool: { idempotent: true, ...(definition && { definition }) } },
  });

  test.each<[string, Partial<CallFacts>, object]>([
    ["runs again where that does no harm", { ...twice(), ...asBegun() }, runs],
    ["asks where it reads by now", { tool: LOOK }, asks],
    ["asks where it has come to write", { started: reading }, asks],
    ["asks where it may be made twice by now", { ...twice() }, asks],
    ["asks where nobody knows what was begun", { ...twice(), started }, asks],
    [
      "asks where its tool is another one by now",
      { ...twice("new"), ...asBegun("old") },
      { about: "unknown_outcome", reasons: [{ code: "outcome_unknown", toolChanged: true }] },
    ],
    ["runs again where it is the same", { ...twice("old"), ...asBegun("old") }, runs],
    [
      "asks where a control holds it back by now",
      { ...twice(), ...asBegun(), held: { obligations: ["1/gate"], controls: ["Gate"] }, over: ["1/gate"] },
      { about: "unknown_outcome", obligations: ["1/gate"] },
    ],
    [
      "runs again where its people say so",
      {
        ...twice("new"),
        ...asBegun("old"),
        held: { obligations: ["1/(plan)"], controls: ["(plan)"] },
        verdict: { verb: "run", definition: "new" },
      },
      runs,
    ],
  ])("%s", (_, facts, ruling) => {
    const known = { name: "pay", args: {}, tool: PAY, policies: [], problemOf: () => undefined };
    expect(ruleCall({ ...known, started, ...facts })).toMatchObject(ruling);
  });
});
