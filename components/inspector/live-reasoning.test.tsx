import { expect, test } from "vitest";
import type { LiveText } from "@/lib/client/live/live-text";
import { renderHtml } from "@/lib/testing/render";
import { LiveReasoning } from "./trajectory";

test("live reasoning is shown closed and apart from what the model says", () => {
  const live = { streamId: "k#r", stream: "reasoning", text: "Two words.", done: false } as LiveText;
  const html = renderHtml(<LiveReasoning live={live} />);
  expect(html).toMatch(/<details(?![^>]*open)[^>]*>/);
  expect(html).toContain("Reasoning…");
  expect(html).toContain("Two words.");
});
