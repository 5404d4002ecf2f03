import { expect, it, vi } from "vitest";
import { stopComposing } from "./composing";

/** Whether a key is kept from the page, and whether the browser is kept from it. */
function pressed(key: object) {
  const [stopImmediatePropagation, preventDefault] = [vi.fn(), vi.fn()];
  const isStopped = stopComposing({
    ...{ key: "Enter", keyCode: 13, isComposing: false },
    ...{ stopImmediatePropagation, preventDefault },
    ...key,
  });
  expect(stopImmediatePropagation).toHaveBeenCalledTimes(isStopped ? 1 : 0);
  expect(preventDefault).not.toHaveBeenCalled();
  return isStopped;
}

it("keeps the keys of an input method from the page, also the one that ends the composition", () => {
  for (const key of ["Enter", "Escape", "j", "Process"])
    expect(pressed({ key, isComposing: true })).toBe(true);
  expect(pressed({ keyCode: 229 })).toBe(true);
});

it("leaves every other key alone", () => {
  expect(pressed({})).toBe(false);
  expect(pressed({ key: "j", keyCode: 74 })).toBe(false);
});
