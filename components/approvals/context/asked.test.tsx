import { expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { Quotation } from "./asked";

const quoted = (text: string, left?: number) =>
  renderHtml(<Quotation source="From the result of “Count”" text={text} left={left} />);

it("shows a quoted result that is data by its fields, and words as they stand", () => {
  const html = quoted('{"regions": "two", "free": 96}');
  expect(html).toMatch(/<dt[^>]*>.*regions.*<dd[^>]*>.*two/);
  expect(html).not.toContain("{&quot;");
  expect(quoted("There are two.")).toContain("<blockquote");
});

it("shows what is cut as it stands: it is no data any more", () => {
  expect(quoted('{"regions": "two"}', 40)).toContain("<blockquote");
});
