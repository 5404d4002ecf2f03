import { describe, expect, it } from "vitest";
import { type Answerer, localOperator } from "../../people";
import { assignable, unpassable } from "./passable";

const key = (name: string, more: Partial<Answerer> = {}): Answerer => ({
  id: `key:${name}`,
  name,
  names: [name],
  roles: [],
  capabilities: ["view", "review"],
  ...more,
});
const ANNA = key("Anna", { roles: ["ops"] });
const BEN = key("Ben", { roles: ["security"] });
const gate = (more: Partial<Parameters<typeof unpassable>[0]> = {}) => ({
  assignees: [],
  quorum: 1,
  fourEyes: false,
  escalateTo: [],
  ...more,
});
const people = (...all: Answerer[]) => ({ people: all, authors: ["local"] });
const alone = people(localOperator);
const both = people(localOperator, ANNA, BEN);

describe("unpassable", () => {
  it.each([
    ["nobody is named", gate(), alone],
    ["the local person stands for the name", gate({ assignees: ["Mia"] }), alone],
    ["the local person stands for the role", gate({ assignees: ["role:legal"] }), alone],
    ["the named keys exist", gate({ assignees: ["Anna", "Ben"], quorum: 2 }), people(ANNA, BEN)],
    ["a key has the role", gate({ assignees: ["role:ops"] }), people(ANNA)],
    ["the local person and a key are two", gate({ assignees: ["Anna", "Mia"], quorum: 2 }), both],
    ["another one than the author may", gate({ fourEyes: true }), both],
    [
      "it is handed on to somebody",
      gate({ assignees: ["Mia"], timeoutSeconds: 9, onTimeout: "escalate", escalateTo: ["role:ops"] }),
      people(ANNA),
    ],
    [
      "it is handed on to everyone",
      gate({ assignees: ["Mia"], timeoutSeconds: 9, onTimeout: "escalate" }),
      people(ANNA),
    ],
    ["silence passes", gate({ assignees: ["Mia"], timeoutSeconds: 9, onTimeout: "approve" }), people(ANNA)],
  ])("is nothing where %s", (_, terms, facts) => expect(unpassable(terms, facts)).toBeUndefined());

  it.each([
    ["the one who stands for both counts once", gate({ assignees: ["Anna", "Ben"], quorum: 2 }), alone],
    ["nobody has the name", gate({ assignees: ["Mia"] }), people(ANNA)],
    ["nobody has the role", gate({ assignees: ["role:legal"] }), people(ANNA, BEN)],
    [
      "one key stands for its name and role",
      gate({ assignees: ["Anna", "role:ops"], quorum: 2 }),
      people(ANNA),
    ],
    ["only the author may", gate({ fourEyes: true }), alone],
    ["the second of two is the author", gate({ fourEyes: true, quorum: 2 }), people(localOperator, ANNA)],
    ["the key may not review", gate({ assignees: ["Anna"] }), people({ ...ANNA, capabilities: ["operate"] })],
    ["the name is not the key's own", gate({ assignees: ["Anna"] }), people({ ...ANNA, names: [] })],
    [
      "it is handed on to nobody either",
      gate({ assignees: ["Mia"], timeoutSeconds: 9, onTimeout: "escalate", escalateTo: ["role:legal"] }),
      people(ANNA),
    ],
    [
      "silence stands for no second person",
      gate({ quorum: 2, timeoutSeconds: 9, onTimeout: "approve" }),
      alone,
    ],
  ])("says so where %s", (_, terms, facts) => expect(unpassable(terms, facts)).toBeDefined());

  it("says who could, who is kept off by four eyes, and whom it can be assigned to", () => {
    expect(unpassable(gate({ assignees: ["Anna", "Mia"], quorum: 3, fourEyes: true }), both)).toEqual({
      asked: ["Anna", "Mia"],
      quorum: 3,
      able: ["Anna"],
      authors: ["Local operator"],
      choices: ["Anna", "Ben", "role:ops", "role:security"],
    });
  });
});

it("assignable are names and roles, each once, and the id of a key without a name of its own", () => {
  expect(assignable([localOperator, ANNA, key("Anna", { id: "key:2", names: [], roles: ["ops"] })])).toEqual([
    ...["Local operator", "Anna", "key:2", "role:ops"],
  ]);
});
