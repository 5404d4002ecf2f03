import { expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { Markdown } from "./markdown";

const html = (text: string) => renderHtml(<Markdown text={text} />);

it("draws tables, which scroll by themselves, and what is done of a list", () => {
  const table = html("| # | Customer |\n| --- | --- |\n| 1 | Yarrow |\n\n- [x] sent\n- [ ] paid");
  expect(table).toMatch(/<section[^>]*><table.*<th[^>]*>Customer<\/th>.*<td[^>]*>Yarrow<\/td>/s);
  expect(table).toContain("☑");
  expect(table).not.toContain("<input");
});

it("loads nothing, runs nothing, and leaves no word out", () => {
  const unsafe = html("![chart](https://evil.test/x.png) [go](javascript:alert(1)) ~5 and ~6");
  expect(unsafe).not.toMatch(/<img|javascript:|<del/);
  expect(unsafe).toContain("[image: chart]");
  const written = html("Takes a <T> and\n\n<script>more</script>");
  expect(written).toMatch(/a &lt;T&gt; and.*&lt;script&gt;more&lt;\/script&gt;/s);
});
