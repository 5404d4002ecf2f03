import { describe, expect, it } from "vitest";
import { createSecretBox } from "./secret-box";

const box = createSecretBox(() => "a long secret of this installation");

describe("a secret box", () => {
  it("gives back what was sealed, and never seals it in the same way twice", () => {
    for (const text of ["sk-123", "", "schlüssel 🗝"]) {
      const sealed = box.seal(text);
      if (text !== "") expect(sealed).not.toContain(text);
      expect(sealed).not.toBe(box.seal(text));
      expect(box.open(sealed)).toBe(text);
    }
  });

  it("does not open with another secret, nor what was changed or was never sealed", () => {
    const sealed = box.seal("sk-123");
    expect(createSecretBox(() => "another").open(sealed)).toBeUndefined();
    const changed = `${sealed.slice(0, -4)}${sealed.slice(-4) === "AAAA" ? "BBBB" : "AAAA"}`;
    expect(box.open(changed)).toBeUndefined();
    for (const text of ["", "sk-123", "v1:", "v1:AAAA"]) expect(box.open(text)).toBeUndefined();
  });
});
