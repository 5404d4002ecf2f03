import { describe, expect, it } from "vitest";
import type { Voter } from "../../people";
import { authorsOf, bypassDenialReason, denialReason, escalationTarget, isAssigned } from "./rules";

const ADA: Voter = { id: "a", name: "Ada", roles: ["lead"], mayReview: true };
const MIA: Voter = { id: "m", name: "Mia", roles: [], mayReview: true };
const authors = [
  { id: "m", name: "Mia" },
  { id: "x", name: "Max" },
];

describe("isAssigned", () => {
  it.each<[string[], Voter, boolean]>([
    [[], MIA, true],
    [["m"], MIA, true],
    [["Mia"], MIA, true],
    [["Bob", "Mia"], MIA, true],
    [["Bob"], MIA, false],
    [["role:lead"], ADA, true],
    [["role:dev"], ADA, false],
    [["lead"], ADA, false],
    [["Bob"], { ...MIA, everyone: true }, true],
    // The name of a key is chosen by the one who makes it: it has to be said to be its own.
    [["Ada"], { ...ADA, id: "key:1" }, false],
    [["Ada"], { ...ADA, id: "key:1", names: [] }, false],
    [["Ada"], { ...ADA, id: "key:1", names: ["Ada"] }, true],
    // An id is nobody's name.
    [["local"], { ...ADA, name: "local" }, false],
    [["local"], { ...ADA, id: "key:1", names: ["local"] }, false],
    [["local"], { ...ADA, id: "local" }, true],
    [["role:dev"], { ...ADA, id: "key:1", names: ["role:dev"] }, false],
    [["key:2"], { ...ADA, id: "key:1", names: ["key:2"] }, false],
    [["Mia"], { ...MIA, names: [] }, false],
    [["key:1"], { ...ADA, id: "key:1" }, true],
    [["role:lead"], { ...ADA, id: "key:1" }, true],
  ])("to %j of %j is %s", (assignees, voter, is) => expect(isAssigned(assignees, voter)).toBe(is));
});

describe("denialReason", () => {
  const strict = { assignees: ["Ada", "Mia"], fourEyes: true };
  it("is none for those whom the gate is for", () => {
    expect(denialReason({ assignees: [] }, authors, MIA, "approve")).toBeUndefined();
    expect(denialReason({ assignees: [] }, authors, undefined, "approve")).toBeUndefined();
    expect(denialReason(strict, authors, ADA, "approve")).toBeUndefined();
    expect(denialReason(strict, authors, MIA, "reject")).toBeUndefined();
    expect(denialReason(strict, [], MIA, "approve")).toBeUndefined();
  });

  it("says why it takes no answer of this person, or of nobody in particular", () => {
    expect(denialReason(strict, authors, MIA, "approve")).toEqual({
      code: "author",
      assignees: ["Ada", "Mia"],
      authors: ["Mia", "Max"],
    });
    expect(denialReason({ assignees: ["Bob"] }, [], MIA, "reject")).toEqual({
      code: "not_assigned",
      assignees: ["Bob"],
    });
    for (const gate of [
      { assignees: ["Bob"] },
      { assignees: [], fourEyes: true },
      { assignees: [], quorum: 2 },
    ])
      expect(denialReason(gate, [], undefined, "approve")).toEqual({
        code: "nameless",
        assignees: gate.assignees,
      });
  });

  it("of doing without the answers is that of the first gate that has one", () => {
    const open = { assignees: [] };
    expect(bypassDenialReason([open], authors, MIA)).toBeUndefined();
    expect(bypassDenialReason([], authors, undefined)).toBeUndefined();
    expect(bypassDenialReason([open, { assignees: ["Ada"], quorum: 2 }, strict], authors, ADA)).toEqual({
      code: "quorum",
      assignees: ["Ada"],
      quorum: 2,
    });
    expect(bypassDenialReason([open, strict], authors, MIA)).toMatchObject({ code: "author" });
  });
});

describe("escalationTarget", () => {
  const seven = ["a", "b", "c", "d", "e", "f", "g"];
  it.each<
    ["escalate" | "reject" | undefined, string[] | undefined, number | undefined, string[] | undefined]
  >([
    ["escalate", undefined, undefined, []],
    ["escalate", undefined, 1, undefined],
    ["escalate", ["a", "b"], undefined, ["a"]],
    ["escalate", ["a", "b"], 1, ["b"]],
    ["escalate", ["a", "b"], 2, undefined],
    ["escalate", seven, 4, ["e"]],
    ["escalate", seven, 5, undefined],
    ["reject", ["a"], 0, undefined],
    [undefined, ["a"], 0, undefined],
  ])("of %s to %j after %s rounds is %j", (onTimeout, escalateTo, escalations, target) => {
    const gate = {
      ...(onTimeout !== undefined && { onTimeout }),
      ...(escalateTo && { escalateTo }),
      ...(escalations !== undefined && { escalations }),
    };
    expect(escalationTarget(gate)).toEqual(target);
  });
});

it("authorsOf names the people behind mission and plan, each once", () => {
  const person = (id: string) => ({ kind: "person", id, name: id.toUpperCase() }) as const;
  const [m, x] = ["m", "x"].map((id) => ({ id, name: id.toUpperCase() }));
  expect(authorsOf({ author: person("m"), planAuthor: person("x") })).toEqual([m, x]);
  expect(authorsOf({ author: person("m"), planAuthor: person("m") })).toEqual([m]);
  expect(authorsOf({ author: { kind: "system" }, planAuthor: person("x") })).toEqual([x]);
  expect(authorsOf({})).toEqual([]);
});
