import { expect, it, vi } from "vitest";
import { stopComposing } from "./composing";

/** Tells a key that is kept from the page. */
function pressed(key: { isComposing?: boolean; keyCode?: number }) {
  const stopImmediatePropagation = vi.fn();
  const isStopped = stopComposing({ keyCode: 13, isComposing: false, stopImmediatePropagation, ...key });
  expect(stopImmediatePropagation).toHaveBeenCalledTimes(isStopped ? 1 : 0);
  return isStopped;
}

it("keeps the keys of an input method from the page, also the one that ends the composition", () => {
  expect(pressed({ isComposing: true })).toBe(true);
  expect(pressed({ keyCode: 229 })).toBe(true);
});

it("leaves every other key alone", () => {
  expect(pressed({})).toBe(false);
  expect(pressed({ keyCode: 74 })).toBe(false);
});
