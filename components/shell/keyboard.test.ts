import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stopHeldPress, submitForm, typedAhead } from "./keyboard";

class Element {
  readonly #form: object | null;
  readonly #tag: string;
  constructor(form: object | null, tag = "textarea") {
    this.#form = form;
    this.#tag = tag;
  }
  matches = (selector: string) => selector.split(", ").includes(this.#tag);
  closest = () => this.#form;
}

type Button = { disabled?: boolean; ariaDisabled?: string };

/** How often a form is sent by a key in it, and whether the browser is kept from its own sense of the key. */
function sentBy(
  key: object,
  { button = {}, tag = "textarea" }: { button?: Button | null; tag?: string } = {},
) {
  const requestSubmit = vi.fn();
  const preventDefault = vi.fn();
  const form = { requestSubmit, querySelector: () => button };
  const target = new Element(form, tag);
  submitForm({
    key: "Enter",
    defaultPrevented: false,
    repeat: false,
    target,
    preventDefault,
    ...key,
  } as never);
  expect(preventDefault).toHaveBeenCalledTimes(requestSubmit.mock.calls.length);
  return requestSubmit.mock.calls.length;
}

describe("submitForm", () => {
  beforeEach(() => vi.stubGlobal("Element", Element));
  afterEach(() => vi.unstubAllGlobals());

  it("sends the form of any field by Ctrl Enter, and by ⌘ Enter", () => {
    expect(sentBy({ ctrlKey: true })).toBe(1);
    expect(sentBy({ metaKey: true })).toBe(1);
    expect(sentBy({ ctrlKey: true }, { tag: "select" })).toBe(1);
    expect(sentBy({ ctrlKey: true }, { button: null })).toBe(1);
  });

  it("sends nothing by Enter alone, with Alt, by another key, and once while the keys are held down", () => {
    for (const key of [{}, { ctrlKey: true, altKey: true }, { ctrlKey: true, metaKey: true }])
      expect(sentBy(key)).toBe(0);
    expect(sentBy({ ctrlKey: true, key: "s" })).toBe(0);
    expect(sentBy({ ctrlKey: true, repeat: true })).toBe(0);
  });

  it("leaves the key to what has taken it, and to a button or a link that has the focus", () => {
    expect(sentBy({ ctrlKey: true, defaultPrevented: true })).toBe(0);
    for (const tag of ["button", "a"]) expect(sentBy({ ctrlKey: true }, { tag })).toBe(0);
    expect(sentBy({ ctrlKey: true, target: null })).toBe(0);
    expect(sentBy({ ctrlKey: true, target: new Element(null) })).toBe(0);
  });

  it("sends no form whose button cannot be pressed", () => {
    expect(sentBy({ ctrlKey: true }, { button: { disabled: true } })).toBe(0);
    expect(sentBy({ ctrlKey: true }, { button: { ariaDisabled: "true" } })).toBe(0);
  });
});

describe("stopHeldPress", () => {
  beforeEach(() => vi.stubGlobal("Element", Element));
  afterEach(() => vi.unstubAllGlobals());

  const isStopped = (key: object, target: Element | null = new Element({}, "button")) => {
    const preventDefault = vi.fn();
    stopHeldPress({ repeat: true, target, preventDefault, ...key } as never);
    return preventDefault.mock.calls.length > 0;
  };

  it("lets a key that is held down press one button once, also where that led to another", () => {
    expect([{ key: "Enter" }, { key: " " }].map((key) => isStopped(key))).toEqual([true, true]);
    expect([{ key: "Enter", repeat: false }, { key: "Tab" }].map((key) => isStopped(key))).toEqual([
      false,
      false,
    ]);
  });

  it("lets Ctrl Enter send once, and leaves typing as it is", () => {
    expect(isStopped({ key: "Enter", ctrlKey: true }, new Element(null))).toBe(true);
    expect(isStopped({ key: "Enter" }, new Element(null))).toBe(false);
    expect(isStopped({ key: " " }, null)).toBe(false);
  });
});

describe("typedAhead", () => {
  it("holds back what would act on the page, and keeps what is written", () => {
    const press = (text: string, key: string, held = {}) => typedAhead(text, { key, ...held });
    expect([press("se", "t"), press("a", " "), press("set", "Backspace"), press("", "Backspace")]).toEqual([
      ...["set", "a ", "se", ""],
    ]);
    expect([press("se", "Enter"), press("se", "Delete"), press("se", "F")]).toEqual(["se", "se", "seF"]);
    for (const key of ["Tab", "F5"]) expect(press("se", key)).toBeUndefined();
    for (const held of ["ctrlKey", "metaKey", "altKey"])
      expect(press("se", "c", { [held]: true })).toBeUndefined();
  });
});
