import { describe, expect, it } from "vitest";
import { createKeyInput } from "./keys";

const refusal = (input: object) =>
  createKeyInput.safeParse({ name: "CI", ...input }).error?.issues[0]?.message;

describe("createKeyInput", () => {
  it("takes a name alone, for a key that sees everything and does nothing", () => {
    expect(createKeyInput.parse({ name: " CI " })).toEqual({
      name: "CI",
      capabilities: [],
      roles: [],
      days: null,
    });
    expect(refusal({ name: "Anna’s phone bot (2)", roles: ["Lead dev"], days: 1 })).toBeUndefined();
    for (const name of ["Role model", "Roller: 2", "Key account bot", "The role: lead", "Keyboard-1"])
      expect([name, refusal({ name, roles: [], days: 1 })]).toEqual([name, undefined]);
  });

  it.each([
    [{ name: "  " }, /name/],
    [{ name: "x".repeat(61) }, /60/],
    [{ name: "a\nb" }, /signs alone/],
    // It would be read from right to left.
    [{ name: "\u202eIC" }, /signs alone/],
    [{ name: "C\u200bI" }, /signs alone/],
    [{ capabilities: ["own"] }, /option/],
    [{ name: "role:lead" }, /begin with/],
    [{ name: "key:k1" }, /begin with/],
    [{ name: "Role:finance" }, /begin with/],
    [{ name: "ｒｏｌｅ：finance" }, /begin with/],
    [{ name: "rоle:finance" }, /begin with/],
    [{ name: "KEY:k1" }, /begin with/],
    [{ name: "role :finance" }, /begin with/],
    [{ name: "role\u2236finance" }, /begin with/],
    [{ name: "role\ua789finance" }, /begin with/],
    [{ name: "role\u02d0 finance" }, /begin with/],
    ...[
      "[role]:x",
      "'role:x",
      "«role» : x",
      "- role - x",
      "r.o.l.e: x",
      "(Role) x",
      "ro|e:x",
      "ʳᵒˡᵉ:x",
      "\u24e1ole:x",
    ].map((name): [object, RegExp] => [{ name }, /begin with/]),
    [{ name: "“key”:1" }, /begin with/],
    [{ roles: ["<role>:lead"] }, /without commas/],
    [{ roles: ["a,b"] }, /without commas/],
    [{ roles: ["role:lead"] }, /without commas/],
    [{ roles: [""] }, /role/],
    [{ days: 0 }, /1 to 3650/],
    [{ days: 1.5 }, /1 to 3650/],
    [{ days: 3651 }, /1 to 3650/],
    [{ id: "key_1" }, /[Uu]nrecognized/],
  ])("refuses %j", (input, words) => expect(refusal(input)).toMatch(words));
});
