import { describe, expect, it } from "vitest";
import { channelOwner } from "./channel-owner";
import { isAssigned } from "./rules";

describe("whose a channel is", () => {
  const asked = (owner: string, roles: string[], ...assignees: string[]) =>
    isAssigned(assignees, channelOwner(owner, { names: ["Anna"], roles }));

  it("a key hears of gates that ask its id, its name or one of its roles, and nobody else", () => {
    expect(asked("key:k1", ["legal"], "key:k1")).toBe(true);
    expect(asked("key:k1", ["legal"], "role:legal")).toBe(true);
    expect(asked("key:k1", ["legal"], "Anna")).toBe(true);
    expect(asked("key:k1", ["legal"], "key:k2", "role:finance")).toBe(false);
  });

  it("a role hears of gates that ask it", () => {
    expect(asked("role:legal", [], "role:legal")).toBe(true);
    expect(asked("role:legal", [], "Ada", "role:finance")).toBe(false);
    expect(asked("role:legal", [])).toBe(true);
  });

  it("the one person hears of all of them, as they stand for everyone", () => {
    expect(asked("local", [], "role:legal")).toBe(true);
  });
});
