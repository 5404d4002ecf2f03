import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnreadableRun } from "../runs/unreadable-run";
import { StalledRuns } from "./stalled-runs";

test("every run that nobody moves is named, with what is the matter and the way to it", () => {
  const about = { title: "Deploy", message: "The core is broken.", atMs: 1 };
  const html = renderToStaticMarkup(
    <StalledRuns
      runs={[
        { ...about, runId: "run_1", code: "unsupported" },
        { ...about, runId: "run_2", code: "internal" },
        { ...about, runId: "run_3", code: "engine_fault" },
      ]}
    />,
  );
  for (const words of [
    "Created by another version",
    "Abandoned by the engine",
    "Engine fault: needs a decision",
  ]) {
    expect(html).toContain(words);
  }
  for (const id of ["run_1", "run_2", "run_3"]) expect(html).toContain(`href="/runs/${id}"`);
  expect(html).toContain("The core is broken.");
});

test("in place of a run that this version cannot read stands why, and the way back", () => {
  const html = renderToStaticMarkup(<UnreadableRun message="Event 7 is newer." />);
  expect(html).toContain("Event 7 is newer.");
  expect(html).toContain('href="/runs"');
});
