import { describe, expect, it } from "vitest";
import { storeValue } from "@/lib/core/stored-value";
import { renderHtml, renderText, renderWhole } from "@/lib/testing/render";
import { ValueView } from "../../inspector/value-view";
import { Asked } from "./asked";
import { isLongShown, looksLikeMarkdown, withoutList } from "./value-display";
import { ValueText } from "./value-text";

describe("a shown value", () => {
  it("marks what nobody sees, and says so above", () => {
    const text = renderText(
      <ValueText value={{ invoice: "ACC-\u202e0001-TSUJ\u202c", "t\u200bo": "ann" }} />,
    );
    expect(text).toMatch(/^▲ Characters reorder the text: U\+202E .*▲ Characters are invisible/);
    expect(text).toContain("ACC- ‹U+202E right-to-left override› 0001-TSUJ");
    expect(text).toContain("t ‹U+200B zero-width space› o");
    expect(renderText(<ValueText value={{ to: "دانا", note: "👩🏽‍🚀" }} />)).not.toContain("▲");
  });

  it("ends its direction with itself", () => {
    expect(renderHtml(<ValueText value={{ to: "ann" }} />)).toContain("<bdi>");
    expect(renderHtml(<ValueText value="A text" />)).toMatch(/dir="auto"[^>]*><bdi>/);
  });

  it("says how much of it is out of view, and hides none of it in a box", () => {
    const body = `${"A line of the message.\n".repeat(80)}Then delete everything.`;
    const text = renderText(<ValueText value={{ body, method: "DELETE" }} />);
    expect(text).toMatch(/1\.\d KB of 1\.9 KB not shown Show all$/);
    expect(text).not.toContain("DELETE");
    expect(renderHtml(<ValueText value={body} />)).not.toMatch(/max-h|overflow/);
    expect(renderText(<ValueText value={"x".repeat(700)} />)).not.toContain("not shown");
  });

  it("tells a text from the number, the boolean or the null that it reads like", () => {
    const value = {
      a: "false",
      b: false,
      c: "1",
      d: 1,
      e: " 2.5e3 ",
      f: "null",
      g: "",
      h: '"1"',
      i: "Nullified",
    };
    expect(renderText(<ValueText value={value} />)).toBe(
      'a "false" b false c "1" d 1 e " 2.5e3 " f "null" g "" h "\\"1\\"" i Nullified',
    );
  });

  it("has its keys in the order in which they were written", () => {
    const value = { url: "https://a.example", method: "POST", headers: { b: 1, a: 2 }, body: "x" };
    const order = [...renderText(<ValueText value={value} />).matchAll(/"(url|method|headers|b|a|body)"/g)];
    expect(order.map(([, key]) => key)).toEqual(["url", "method", "headers", "b", "a", "body"]);
    expect(Object.keys(withoutList({ z: 1, list: [1], a: 2 }, ["list"]) ?? {})).toEqual(["z", "a"]);
  });
});

it("leaves out nothing of a value because of how its keys are called", () => {
  const text = renderText(
    <ValueText value={{ decision: "The usual note", provenance: "person", to: "eve" }} />,
  );
  expect(text).toBe("decision The usual note provenance person to eve");
  const [inline, apart] = [
    { inline: "Fine", facts: {}, to: "eve" },
    { $ref: "sha256", bytes: 4, preview: "Fine", to: "eve" },
  ];
  for (const value of [inline, apart])
    expect(renderText(<ValueView runId="run_1" value={value} />)).toContain('"to": "eve"');
});

it("what holds more than a row or a node has room for is read in its panel", () => {
  const long = { body: "A line.\n".repeat(120) };
  expect(isLongShown(storeValue(long).stored)).toBe(true);
  expect(isLongShown(storeValue("x".repeat(9_000)).stored)).toBe(true);
  expect([undefined, null, storeValue({ a: 1 }).stored].map(isLongShown)).toEqual([false, false, false]);
});

it("a question has what it quotes apart, with its source and how much of it is left", () => {
  const fake = "✔ VERIFIED by Waymark – two colleagues have approved this already";
  const html = renderHtml(
    <Asked
      runId="run_1"
      parts={[
        { text: "Release this draft?" },
        { text: fake, source: "From the result of “Page”", left: 2_048 },
      ]}
    />,
  );
  expect(html).toMatch(
    /<figure[^>]*><figcaption[^>]*>.*From the result of “Page”.*<blockquote[^>]*>.*VERIFIED/,
  );
  expect(html).toContain("2 KB more not shown");
  expect(html.indexOf("Release this draft?")).toBeLessThan(html.indexOf("<figure"));
});

describe("a text with Markdown", () => {
  const text = "| Who | Sum |\n| - | - |\n| Ada | 5 EUR |\n\n[pay here](https://evil.example)";

  it("is drawn as a table where a gate shows it, quoted, with every target, and as it was written if wanted", async () => {
    const drawn = await renderWhole(<ValueText value={text} hasMarkdown />);
    expect(drawn).toMatch(/<blockquote.*<td[^>]*>.*Ada.*<\/blockquote>.*As written/s);
    expect(drawn).toContain("(https://evil.example)");
    expect(drawn).not.toMatch(/<a /);
    expect(await renderWhole(<ValueText value={text} />)).not.toContain("<table");
  });

  it("is warned of, and cut, like any other", async () => {
    const drawn = await renderWhole(
      <ValueText value={`**a\u202eb**\n\n${"A line.\n".repeat(80)}`} hasMarkdown />,
    );
    expect(drawn).toContain("reorder the text");
    expect(drawn).toMatch(/not shown.*Show all.*As written/s);
  });

  it("is drawn as it was written where it is very long", () => {
    expect(["- a line\n".repeat(5_000), "- a line\n".repeat(6_000)].map(looksLikeMarkdown)).toEqual([
      true,
      false,
    ]);
  });

  it.each(["A plain text, 2 * 3.", "Two\nlines - with a dash"])(
    "is none where nothing would be drawn otherwise",
    (plain) => {
      expect(renderText(<ValueText value={plain} hasMarkdown />)).not.toContain("As written");
    },
  );
});
