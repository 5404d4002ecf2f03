import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AddressQuery, readAddress } from "./address";
import { dayRange, inAddress, ordinal, pageLimit } from "./bounds";

const schema = z.strictObject({
  status: z.enum(["open", "closed"]).default("open"),
  kinds: z.array(z.string()).optional(),
  version: inAddress(ordinal).optional(),
  tag: z.string().trim().max(5).optional(),
  ...dayRange,
  cursor: z.string().max(500).optional(),
  limit: pageLimit,
});

describe("what an address asks for", () => {
  it("is what the schema understands, as the address has it", () => {
    const query = { tag: " ml ", status: "closed", from: "2026-11-24", version: "2", cursor: "c" };
    expect(readAddress(schema, query)).toEqual({ ...query, tag: "ml" });
  });

  it.each<AddressQuery>([
    { status: "none", version: "new", from: "2026-02-30", tag: "too long" },
    { status: ["closed", "open"], cursor: "", tag: " " },
    { status: "open", kinds: "a", limit: "5", elsewhere: "x" },
    { constructor: "x", ["__proto__"]: "x" },
  ])("is nothing of %j", (query) => {
    expect(readAddress(schema, query)).toEqual({});
  });

  it("has words of the page's own", () => {
    const words = { show: ["live", "ended"] } as const;
    expect(readAddress(schema, { show: "live", tag: "a" }, words)).toEqual({ show: "live", tag: "a" });
    expect(readAddress(schema, { show: "constructor" }, words)).toEqual({});
  });
});
