import { describe, expect, it } from "vitest";
import { itemAfterKey } from "./menu";

describe("itemAfterKey", () => {
  const labels = ["System", "Light", "Dark", "Dim"];

  it("goes down and up, and stops at the ends", () => {
    expect(itemAfterKey("ArrowDown", -1, labels)).toBe(0);
    expect(itemAfterKey("ArrowDown", 3, labels)).toBe(3);
    expect(itemAfterKey("ArrowUp", -1, labels)).toBe(3);
    expect(itemAfterKey("ArrowUp", 0, labels)).toBe(0);
    expect(itemAfterKey("Home", 2, labels)).toBe(0);
    expect(itemAfterKey("End", 0, labels)).toBe(3);
  });

  it("goes to the next item that begins with a letter, around the end", () => {
    expect(itemAfterKey("d", -1, labels)).toBe(2);
    expect(itemAfterKey("D", 2, labels)).toBe(3);
    expect(itemAfterKey("d", 3, labels)).toBe(2);
  });

  it("leads nowhere with any other key", () => {
    expect(itemAfterKey("x", 0, labels)).toBeUndefined();
    expect(itemAfterKey("Shift", 0, labels)).toBeUndefined();
    expect(itemAfterKey(" ", 0, labels)).toBeUndefined();
    expect(itemAfterKey("Enter", 0, labels)).toBeUndefined();
  });
});
