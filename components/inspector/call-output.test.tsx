import { expect, test } from "vitest";
import type { LiveText } from "@/lib/client/live/live-text";
import type { StepChunk } from "@/lib/core/trajectory";
import { renderHtml } from "@/lib/testing/render";
import { CallOutput } from "./call-output";

const reported = (text: string, stream = "output"): StepChunk => ({ callId: "c", stream, text });
const coming = (text: string, stream = "output") =>
  ({ ...reported(text, stream), streamId: `k#${stream}` }) as LiveText;
const show = (stored: StepChunk[], live: LiveText[]) =>
  renderHtml(<CallOutput runId="r" tool="build" stored={stored} live={live} />);

test("output is shown as it comes, its last lines, under the name of its call", () => {
  const html = show([], [coming("one\ntwo\n"), coming("", "errors")]);
  expect(html).toContain('aria-label="Output of build, live"');
  expect(html).toContain("one\ntwo<");
  expect(html).not.toContain("Errors");
  const long = show([], [coming(Array.from({ length: 40 }, (_, n) => `line ${n}`).join("\n"))]);
  expect(long).toContain("…\nline 28\n");
  expect(long).not.toContain("line 27");
});

test("a call's stored output replaces its live output", () => {
  const html = show([reported("one\ntwo\n"), reported("odd", "errors")], [coming("one\n")]);
  expect(html).not.toContain("live");
  expect(html).toContain("Output while running (2 lines)");
  expect(html).toContain("Errors while running (1 line)");
});
