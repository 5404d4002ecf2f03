import { describe, expect, it } from "vitest";
import { done, failed, toolCall, turn } from "@/lib/testing/tools/model-turns";
import { planningHints } from "../plan/hints";
import { startTrajectory, type Trajectory, withModelTurn, withObservation } from ".";

const tools = ["find", "read", "write", "merge"];
const start = (hints: object) =>
  startTrajectory({ query: "Do it", constraints: { tools, hints: planningHints.parse(hints) } });
const calls = (...names: string[]) => names.map((name, n) => toolCall(`c${n}`, name));
const errorOf = ({ steps }: Trajectory) => steps.at(-1)?.error;
const asked = (hints: object, ...names: string[]) =>
  errorOf(withModelTurn(start(hints), turn("", calls(...names))));

describe("planning hints", () => {
  it("refuse a tool that has to be called alone, beside others", () => {
    const hints = { sequentialOnly: ["write"] };
    expect(asked(hints, "write")).toBeUndefined();
    expect(asked(hints, "find", "read")).toBeUndefined();
    expect(asked(hints, "find", "write")).toBe(
      '"write" has to be called alone, not beside other calls.\nNone of the calls was run.',
    );
    expect(asked(hints, "write", "write")).toContain("called alone");
  });

  it("let a tool be called when those before it in the order have succeeded", () => {
    const hints = { ordering: ["find", "read", "write"] };
    expect(asked(hints, "find")).toBeUndefined();
    expect(asked(hints, "merge")).toBeUndefined();
    expect(asked(hints, "read")).toBe('"read" comes after "find", which has not succeeded yet.');
    expect(asked(hints, "write")).toBe('"write" comes after "find", "read", which have not succeeded yet.');
    expect(asked(hints, "find", "read")).toContain('"read" comes after "find"');
    const tried = withObservation(withModelTurn(start(hints), turn("", calls("find"))), [
      failed("c0", "no", "find"),
    ]);
    expect(errorOf(withModelTurn(tried, turn("", calls("read"))))).toContain("not succeeded");
    const found = withObservation(withModelTurn(start(hints), turn("", calls("find"))), [
      done("c0", 1, "find"),
    ]);
    expect(errorOf(withModelTurn(found, turn("", calls("read"))))).toBeUndefined();
    expect(errorOf(withModelTurn(found, turn("", calls("find"))))).toBeUndefined();
  });

  it("leave out of the order what the agent has not", () => {
    expect(asked({ ordering: ["login", "find"] }, "find")).toBeUndefined();
  });

  it("take a join for a call after its set", () => {
    const hints = { ordering: ["find", "merge"], sequentialOnly: ["merge"] };
    const join = toolCall("j", "merge");
    expect(errorOf(withModelTurn(start(hints), turn("", calls("find"), { join })))).toBeUndefined();
    expect(errorOf(withModelTurn(start(hints), turn("", calls("read"), { join })))).toContain(
      '"merge" comes after "find"',
    );
  });

  it("only advise what to prefer and what to call together", () => {
    expect(asked({ preferred: ["find"], parallelGroups: [["find", "read"]] }, "write")).toBeUndefined();
  });
});
