import { describe, expect, it } from "vitest";
import type { Data } from "../execute";
import { evaluate } from "../index";

/** JSON for `data/…`; any object, so that tests may write it as it comes. */
type Bindings = Record<string, unknown>;

/** Sources with the values they give: collections as arrays and objects, keywords as their names. */
export function cases(
  title: string,
  rows: readonly (readonly [string, unknown])[],
  data: Bindings = {},
): void {
  describe(title, () => {
    it.each(rows)("%s", (source, expected) => {
      const found = evaluate(source, data as Data);
      expect(found).toEqual({ ok: true, value: expected });
    });
  });
}

/** Sources with the codes of their errors; each says in words what is wrong, unless the program gave it none. */
export function faults(
  title: string,
  rows: readonly (readonly [string, string])[],
  data: Bindings = {},
): void {
  describe(title, () => {
    it.each(rows)("%s gives %s", (source, code) => {
      const found = evaluate(source, data as Data);
      expect(found).toMatchObject({
        ok: false,
        error: { code, message: expect.stringMatching(code === "failed" ? /^/ : /\w{2}/) },
      });
    });
  });
}
