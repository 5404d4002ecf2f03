import { describe, expect, it } from "vitest";
import { pageOf, readCursor, writeCursor } from "./cursor";

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ at: 100 - n, id: `row_${n}` }));
const page = (count: number, limit: number) =>
  pageOf(
    rows(count),
    limit,
    ({ id }) => id,
    (row) => row,
  );

describe("pageOf", () => {
  it("names the last row of a page as the place to go on from, when there is a row after it", () => {
    const { items, nextCursor } = page(3, 2);
    expect(items).toEqual(["row_0", "row_1"]);
    expect(readCursor(nextCursor ?? "")).toEqual({ at: 99, id: "row_1" });
  });

  it("is the last page when it is just full, when it is not full, and when it is empty", () => {
    expect(page(2, 2)).toEqual({ items: ["row_0", "row_1"], nextCursor: null });
    expect(page(1, 2)).toEqual({ items: ["row_0"], nextCursor: null });
    expect(page(0, 2)).toEqual({ items: [], nextCursor: null });
  });
});

describe("readCursor", () => {
  it("reads what writeCursor wrote", () => {
    const position = { at: 1_700_000_000_000, id: "17@run_a:b" };
    expect(readCursor(writeCursor(position))).toEqual(position);
  });

  const given = [
    ...["", "abc", "!", writeCursor({ at: 1, id: "" }), Buffer.from("x:y").toString("base64url")],
    ...[writeCursor({ at: 1, id: "a\0b" }), writeCursor({ at: 253_402_300_800_000, id: "a" })],
  ];
  it.each(given)("refuses %j, which the server did not give out", (text) => {
    expect(() => readCursor(text)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringMatching(/cursor/) }),
    );
  });
});
