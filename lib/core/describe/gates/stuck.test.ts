import { expect, it } from "vitest";
import { type Answerer, localOperator } from "../../people";
import { stuckGate, type Unpassable } from "../../run/gates/passable";
import { describeAbsent, describeStuck } from "./stuck";

const ann: Answerer = { id: "key:1", name: "Ann", names: ["Ann"], roles: [], capabilities: ["review"] };
const gone = [
  { id: "key:2", name: "Ben", roles: ["ops"], at: Date.UTC(2026, 10, 28, 9), how: "revoked" as const },
  { id: "key:3", name: "Cid", roles: [], at: Date.UTC(2026, 10, 1), how: "ended" as const },
];
const said = (gate: Parameters<typeof stuckGate>[0], items: Answerer[], authors: string[] = []) =>
  describeStuck(
    stuckGate(gate, { people: items, authors }) as Unpassable,
    { items, gone },
    Date.UTC(2026, 10, 20),
  );

it("says who has left and when, and who is not enough", () => {
  expect(said({ assignees: ["Ben", "role:ops"] }, [ann])).toBe(
    "Nobody who may let this pass is left: the key of Ben was revoked on 2026-11-28; nobody has the role ops: the key of Ben was revoked on 2026-11-28.",
  );
  expect(said({ assignees: ["Ann", "Ben", "Eve"], quorum: 3 }, [ann])).toBe(
    "This still needs 3 people, and only Ann is left: the key of Ben was revoked on 2026-11-28; nobody here is Eve.",
  );
  expect(said({ assignees: ["Local operator", "Ben"], quorum: 2 }, [localOperator])).toBe(
    "This still needs 2 people, and only Local operator is left: the key of Ben was revoked on 2026-11-28.",
  );
  expect(said({ assignees: [], fourEyes: true }, [localOperator], ["local"])).toBe(
    "Nobody who may let this pass is left: the key of Ben was revoked on 2026-11-28; Local operator wrote the mission or plan, or asked for a change of it.",
  );
});

it("says of a gate that can be passed whom it asks and who is not here, and who can answer", () => {
  const absent = (assignees: string[], ...items: Answerer[]) =>
    describeAbsent({ assignees }, { items, gone });
  expect(absent(["Eve", "role:legal", "Ann"], ann)).toBe(
    "Nobody here is Eve; nobody has the role legal. Ann can answer.",
  );
  expect(absent(["Eve"], localOperator)).toBe(
    "Nobody here is Eve. Local operator stands for everyone, and can answer.",
  );
  expect(absent(["Ben", "Ann"], ann)).toBe("The key of Ben was revoked on 2026-11-28. Ann can answer.");
  for (const all of [absent(["Ann"], ann), absent([], ann), absent(["Eve"], ann)])
    expect(all).toBeUndefined();
});
