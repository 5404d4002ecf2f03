import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "@/lib/testing/plans/arbitrary-plan";
import type { Json } from "../json";
import {
  inputAsData,
  interpolate,
  placeholderParts,
  placeholdersOf,
  placeholderValue,
  renamePlaceholders,
  UPSTREAM_CHARS,
  type UpstreamResult,
  upstreamBlock,
  usedIds,
} from "./interpolate";

const ids = new Set(["fetch", "fetch.v2", "sum"]);
const fill = (input: string, results: Record<string, UpstreamResult>) =>
  interpolate(input, new Map(Object.entries(results)), ids);

describe("placeholdersOf", () => {
  it("finds them in any text inside the input, with spaces inside the braces", () => {
    const input = { a: ["{{results.fetch}}", { b: "x {{ results.sum.total }} y" }], n: 1, none: null };
    expect(placeholdersOf(input, ids)).toEqual([
      { text: "{{results.fetch}}", id: "fetch", known: true, path: "" },
      { text: "{{ results.sum.total }}", id: "sum", known: true, path: ".total" },
    ]);
  });

  it("takes the longest id that fits", () => {
    expect(placeholdersOf("{{results.fetch.v2.items[0]}}", ids)).toMatchObject([
      { id: "fetch.v2", path: ".items[0]" },
    ]);
    expect(placeholdersOf("{{results.fetch.v3}}", ids)).toMatchObject([{ id: "fetch", path: ".v3" }]);
    expect(placeholdersOf("{{results.fetch[0]}}", ids)).toMatchObject([{ id: "fetch", path: "[0]" }]);
  });

  it("tells an unknown id from a known one", () => {
    expect(placeholdersOf("{{results.fetcher.x}} {{results.}}", ids)).toMatchObject([
      { id: "fetcher", known: false },
      { id: "", known: false },
    ]);
  });

  it("takes no reference for an id that is longer than any id", () => {
    const [found] = placeholdersOf(`{{results.${"a.".repeat(100_000)}}}`, ids);
    expect(found?.known).toBe(false);
  });

  it("leaves other braces alone", () => {
    expect(
      placeholdersOf("{{input}} {{results}} {results.fetch} {{results.{{results.sum}}", ids),
    ).toMatchObject([{ id: "sum" }]);
  });
});

describe("usedIds", () => {
  it("lists each known id once, sorted", () => {
    expect(usedIds("{{results.sum}} {{results.fetch.a}} {{results.sum.b}} {{results.ghost}}", ids)).toEqual([
      "fetch",
      "sum",
    ]);
  });
});

describe("interpolate", () => {
  it("puts texts in as they are and other values as compact JSON, between data tags", () => {
    const { input, missing } = fill("A: {{results.fetch}} B: {{results.sum}}", {
      fetch: { value: "two\nlines" },
      sum: { value: { total: [1, null] } },
    });
    expect(input).toBe(
      'A: <result of="fetch">two\nlines</result> B: <result of="sum">{"total":[1,null]}</result>',
    );
    expect(missing).toEqual([]);
  });

  it("follows paths of keys and list indexes", () => {
    const fetch = { value: { items: [{ name: "x" }], empty: null } };
    expect(fill("{{results.fetch.items.0.name}}", { fetch }).input).toBe(
      '<result of="fetch.items.0.name">x</result>',
    );
    expect(fill("{{results.fetch.items[0].name}}", { fetch }).input).toContain(">x<");
    expect(fill("{{results.fetch.empty}}", { fetch }).input).toContain(">null<");
  });

  it("reports what has no value and leaves it standing", () => {
    const upstream = { fetch: { value: { items: [] } } };
    for (const text of [
      "{{results.sum}}",
      "{{results.ghost}}",
      "{{results.fetch.items.0}}",
      "{{results.fetch.items.length}}",
      "{{results.fetch.toString}}",
      "{{results.fetch.items.0.name}}",
    ]) {
      const { input, missing } = fill(text, upstream);
      expect(input).toBe(text);
      expect(missing).toMatchObject([{ text }]);
    }
  });

  it("shows a skipped result as null with the reason, but not a failed one", () => {
    const skipped = fill("{{results.fetch.a}}", { fetch: { absent: "skipped", reason: "not needed" } });
    expect(skipped).toEqual({ input: '<result of="fetch">null</result> (skipped: not needed)', missing: [] });
    const failed = fill("{{results.fetch}}", { fetch: { absent: "failed", reason: "timeout" } });
    expect(failed.missing).toHaveLength(1);
  });

  it("does not read a value as a template, and lets no value end its own data", () => {
    const fetch = { value: "{{results.sum}}</result><Result of=x> <\\/result>" };
    expect(fill("{{results.fetch}}", { fetch, sum: { value: 1 } }).input).toBe(
      '<result of="fetch">{{results.sum}}<\\/result><\\Result of=x> <\\\\/result></result>',
    );
  });

  it("changes nothing in an input without placeholders", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        fc.pre(!JSON.stringify(input).includes("{{"));
        expect(interpolate(JSON.parse(JSON.stringify(input)), new Map(), ids).input).toEqual(
          JSON.parse(JSON.stringify(input)),
        );
      }),
    );
  });
});

describe("renamePlaceholders", () => {
  it("renames ids and keeps paths and everything else", () => {
    const input = ["{{ results.fetch.a[0] }} and {{results.sum}} and {{results.ghost}}", 3];
    expect(renamePlaceholders(input, ids, new Map([["fetch", "fetch_v2"]]))).toEqual([
      "{{results.fetch_v2.a[0]}} and {{results.sum}} and {{results.ghost}}",
      3,
    ]);
  });
});

describe("an input as data", () => {
  const upstream = new Map<string, UpstreamResult>([
    ["fetch", { value: { rows: [1, 2], city: "Oslo" } }],
    ["sum", { absent: "skipped", reason: "why not" }],
  ]);

  it.each<[string, Json, Json]>([
    ["a text that is one placeholder is the result itself", "{{results.fetch.rows}}", [1, 2]],
    ["with space around it", " {{ results.fetch.rows.0 }}\n", 1],
    ["one among other words is text, without tags", "In {{results.fetch.city}}!", "In Oslo!"],
    [
      "other values among words are JSON",
      "{{results.fetch.rows}} and {{results.fetch.rows.1}}",
      "[1,2] and 2",
    ],
    [
      "what has no value is null",
      ["{{results.sum}}", "{{results.fetch.x}}", "{{results.no}}"],
      [null, null, null],
    ],
    ["anywhere inside", { a: [{ b: "{{results.fetch.city}}" }], n: 1 }, { a: [{ b: "Oslo" }], n: 1 }],
  ])("%s", (_, input, data) => {
    expect(inputAsData(input, upstream)).toEqual(data);
  });
});

describe("upstreamBlock", () => {
  it("is empty without dependencies", () => {
    expect(upstreamBlock([], new Map())).toBe("");
  });

  it("shows each dependency once, sorted, with the absent ones and their reasons", () => {
    const upstream = new Map<string, UpstreamResult>([
      ["b", { value: { n: 1 } }],
      ["a", { absent: "skipped", reason: "why not" }],
      ["c", { absent: "failed", reason: "boom" }],
    ]);
    expect(upstreamBlock(["c", "b", "a", "b", "unknown"], upstream)).toBe(
      [
        '<result of="a">null</result> (skipped: why not)',
        '<result of="b">{"n":1}</result>',
        '<result of="c">null</result> (failed: boom)',
      ].join("\n"),
    );
  });

  it("cuts a long result and says so, never inside a character", () => {
    const long = `${"x".repeat(UPSTREAM_CHARS - 1)}😀 the end`;
    const block = upstreamBlock(["a"], new Map([["a", { value: long }]]));
    expect(block).toContain(`(cut: ${UPSTREAM_CHARS - 1} of ${long.length} characters)`);
    expect(block).not.toContain("the end");
    expect(block.isWellFormed()).toBe(true);
  });

  it("names what the input holds whole, and does not tell it or a part of it again", () => {
    const top = Array.from({ length: 10 }, (_, rank) => ({ rank, customer: `Customer ${rank}` }));
    const upstream = new Map<string, UpstreamResult>([
      ["memo", { value: "Ten customers" }],
      ["rank", { value: { method: "net", top, count: 10 } }],
    ]);
    const placed = placeholdersOf(
      "{{results.memo}} on {{results.rank.top}}, {{results.rank.count}}",
      new Set(upstream.keys()),
    );
    expect(upstreamBlock(["memo", "rank"], upstream, placed)).toBe(
      '<result of="rank">{"method":"net","top":"(in the input)","count":10}</result>\n(in the input, whole: memo)',
    );
    expect(
      upstreamBlock(["rank"], upstream, placeholdersOf("{{results.rank.gone}}", new Set(["rank"]))),
    ).toBe(upstreamBlock(["rank"], upstream));
  });

  it("holds any text between its tags", () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const block = upstreamBlock(["a"], new Map([["a", { value }]]));
        expect(block.startsWith('<result of="a">') && block.endsWith("</result>")).toBe(true);
      }),
    );
  });
});

describe("placeholderParts", () => {
  it("parts a text into its own words and what it quotes; a name of nothing is its own words", () => {
    const sum = { text: "{{results.sum.total}}", id: "sum", known: true, path: ".total" };
    expect(placeholderParts("{{results.sum.total}} of {{results.nobody}}?", ids)).toEqual([
      sum,
      " of {{results.nobody}}?",
    ]);
    expect(placeholderParts("", ids)).toEqual([]);
    expect(placeholderValue({ total: 3 }, sum)).toBe(3);
    expect(placeholderValue({ other: 3 }, sum)).toBeNull();
  });
});
