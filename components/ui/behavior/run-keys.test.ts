import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runActOf } from "./run-keys";

class Element {}
const pressed = (key: string, more: object = {}) =>
  runActOf({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    target: null,
    ...more,
  });

describe("runActOf", () => {
  beforeEach(() => {
    vi.stubGlobal("HTMLElement", Element);
    vi.stubGlobal("Element", Element);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is what the table of keys says of the key", () => {
    expect([pressed("j"), pressed("Escape"), pressed("M")]).toEqual(["nextTask", "closeDetails", undefined]);
  });

  it("leaves the keys of the browser and those that others took alone", () => {
    for (const held of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"])
      expect(pressed("j", { [held]: true })).toBeUndefined();
  });
});
