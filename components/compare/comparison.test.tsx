import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { RunComparison } from "@/lib/core/compare/view";
import type { Consent } from "@/lib/core/run/consent";
import type { OutsideCalls } from "@/lib/core/run/outside-calls";
import { renderText } from "@/lib/testing/render";
import { comparedRun as run, comparedTask as task } from "@/lib/testing/reports/compared-run";
import { comparedIds, compareHref } from "./address";
import { Comparison } from "./comparison-page";

const shown = (found: RunComparison) => renderToStaticMarkup(<Comparison found={found} outside={[]} />);

describe("runs side by side", () => {
  it("say what differs, where results do, and what is unknown or was paid by another run", () => {
    const decided = (decision: "approve" | "reject", by: string) => ({
      decision: { decision, proposed: null, reasoning: "So", provenance: "person" as const, by },
    });
    const html = shown({
      runs: [
        run("r1"),
        run("r2", {
          parentRunId: "r1",
          parentSeq: 7,
          cost: { ...run("r").cost, usd: null },
          durationMs: null,
        }),
      ],
      rows: [
        {
          title: "Ask",
          by: "lineage",
          differs: ["status", "decision"],
          cells: [task(decided("approve", "Ada")), task({ status: "failed", ...decided("reject", "Bo") })],
          differences: { places: [{ path: "a.b", original: 1 }], truncated: false },
        },
        {
          title: "Look",
          by: "title",
          differs: [],
          differences: null,
          cells: [task({ tokens: null, costUsd: null }), task({ taskId: "look", shared: true })],
        },
        { title: "New", by: null, differs: [], differences: null, cells: [null, task({ taskId: "n" })] },
      ],
      notes: [{ code: "still_running", runIds: ["r2"] }],
      plans: null,
    });
    for (const words of [
      "Not ended yet: B.",
      "Approved",
      "Rejected",
      "by Ada",
      "1 difference in the results",
    ])
      expect(html).toContain(words);
    for (const words of ["a.b", "nothing", "same title", "tokens unknown", "paid by its parent"])
      expect(html).toContain(words);
    for (const words of ["not in this run", "Forked at event 7", "not ended", "unknown"])
      expect(html).toContain(words);
  });

  it("say what each did outside as approved, what came later by whose leave, and what was left out", () => {
    const call = (title: string, consent: Consent) => ({
      taskId: "send",
      title,
      attempt: 1,
      step: 1,
      callId: title,
      tool: "send_mail",
      args: `{"to":"${title} list"}`,
      outcome: "done" as const,
      error: null,
      simulated: false,
      at: 0,
      consent,
    });
    const since = { change: "added" as const, version: 2, by: ["Ann"] };
    const items = [call("Send it", { plan: ["Bob"] }), call("Send more", { plan: ["Cid"], since })];
    const notDone = [{ taskId: "post", title: "Post it", status: "skipped" as const }];
    const nothing = { items: [], count: 0, notDone: [] };
    const runs = [run("r1"), run("r2")];
    const read = (outside: OutsideCalls[]) =>
      renderText(<Comparison found={{ runs, rows: [], notes: [], plans: null }} outside={outside} />);
    const text = read([{ items, count: 2, notDone }, nothing]);
    expect(text).toMatch(
      /As approved send_mail ?Send it ?{"to":"Send it list"} ?approved with the plan by Bob nothing/,
    );
    expect(text).toMatch(
      /Added or changed since .*Send more ?{"to":"Send more list"} ?added in plan version 2 by Ann, approved with that version by Cid nothing/,
    );
    expect(text).toMatch(/Approved, not done Post it skipped nothing/);
    expect(read([nothing, nothing])).not.toContain("Changed outside");
  });

  it("have an address that names each", () => {
    expect(compareHref(["run 1", "r2"])).toBe("/compare?a=run+1&b=r2");
    expect(comparedIds({ a: "r1", b: "r2", d: "r4" })).toEqual({ a: "r1", b: "r2", c: "r4" });
    expect(comparedIds({ a: ["r1", "r2"] })).toEqual({ a: "r1", b: "r2" });
    expect(comparedIds({ a: "r1" })).toBeUndefined();
    expect(comparedIds({ a: "r1", b: "r1" })).toBeUndefined();
  });
});
