import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RUN_KEYS, runActOf, runKeyOf } from "./run-keys";

class Element {}
const pressed = (key: string, more: object = {}) =>
  runActOf({
    ...{ key, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, target: null },
    ...more,
  });

describe("runActOf", () => {
  beforeEach(() => {
    vi.stubGlobal("HTMLElement", Element);
    vi.stubGlobal("Element", Element);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("gives each key of the table its act, and no other key any", () => {
    const all = RUN_KEYS.flatMap(({ acts }) => Object.entries(acts));
    expect(new Set(all.map(([key]) => key)).size).toBe(all.length);
    for (const [key, act] of all) {
      expect(pressed(key)).toBe(act);
      expect(runKeyOf(act)).toBe(key);
    }
    expect(pressed("M")).toBeUndefined();
    expect(pressed("constructor")).toBeUndefined();
  });

  it("leaves the keys of the browser and those that others took alone", () => {
    for (const held of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"])
      expect(pressed("j", { [held]: true })).toBeUndefined();
  });
});
