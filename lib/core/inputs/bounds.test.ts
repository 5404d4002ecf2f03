import { describe, expect, it } from "vitest";
import { day, inAddress, lastOrdinal, ordinal, pageLimit } from "./bounds";
import { MAX_COUNT } from "./limits";

describe("numbers in an address", () => {
  const version = inAddress(ordinal);

  it("are those that the store counts with", () => {
    for (const fits of ["1", "25", String(MAX_COUNT), 1, MAX_COUNT])
      expect(version.parse(fits)).toBe(Number(fits));
    expect(inAddress(lastOrdinal).parse("0")).toBe(0);
    expect(pageLimit.parse(undefined)).toBe(50);
    expect(pageLimit.parse("200")).toBe(200);
  });

  it.each([
    ...["0", "-1", "1.5", "2147483648", "4294967297", "9007199254740993", "99999999999999999999", "1e3"],
    ...["", " 1", "1 ", "+1", "01", "0x10", "1,5", "NaN", "Infinity", "١", "2147483647.00000000000001"],
    ...[null, true, [], [1], {}, undefined, MAX_COUNT + 1, 2 ** 53, Number.NaN],
  ])("%j is none", (given) => {
    expect(version.safeParse(given).success).toBe(false);
  });
});

describe("days", () => {
  it.each(["1970-01-01", "2024-02-29", "2026-11-24", "2999-12-31"])("%s is one", (text) => {
    expect(day.parse(text)).toBe(text);
  });

  it.each([
    ...["0000-01-01", "0001-01-01", "1969-12-31", "3000-01-01", "9999-12-31", "10000-01-01", "+002026-01-01"],
    ...["2026-02-29", "2026-13-01", "2026-1-1", "2026-11-24T00:00:00Z", "infinity", "today", "", 20261124],
  ])("%j is none that a report, a list or an export could hold", (given) => {
    expect(day.safeParse(given).success).toBe(false);
  });
});
