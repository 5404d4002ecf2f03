import fc from "fast-check";

/** One UTF-16 code unit, halves of characters among them. fast-check's own `binary` takes half a second to set up. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

/** Any character or half of one: the unit of strings that may hold anything. */
export const anyCharacter = fc.oneof(
  codeUnit,
  fc.integer({ min: 0x10000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
);
