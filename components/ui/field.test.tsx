import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CodeArea } from "./field";

it("has code in the typeface of code, and changed by neither keyboard nor browser", () => {
  const html = renderToStaticMarkup(<CodeArea className="h-11" defaultValue="plan: a letter" />);
  expect(html.toLowerCase()).toMatch(/spellcheck="false".*autocapitalize="off".*autocorrect="off"/);
  expect(html).toMatch(/class="[^"]*font-mono text-xs h-11"/);
});
