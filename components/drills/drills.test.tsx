import { describe, expect, it } from "vitest";
import type { DrillFault } from "@/lib/core/drills/sample";
import type { DrillSettings, DrillView } from "@/lib/core/drills/view";
import { drillForm } from "@/lib/core/inputs/drills";
import { renderHtml, renderText } from "@/lib/testing/render";
import { DrillNote } from "../approvals/drill-note";
import { DrillSettingsScreen } from "../settings/drills/drill-settings";
import { DrillList } from "./drill-list";

const FAULT: DrillFault = {
  code: "amount_wrong",
  place: "arguments",
  shown: "1205",
  against: "120.50 USD",
};
const drill = (part: Partial<DrillView> = {}): DrillView => ({
  approvalId: "apr_1-1",
  kind: "tool_approval",
  mission: "Refund it",
  verb: "reject",
  comment: null,
  outcome: "found",
  fault: FAULT,
  openedAt: 0,
  closedAt: 0,
  own: true,
  reviewer: { id: "ada", name: "Ada" },
  ...part,
});
const listed = (items: DrillView[], view = {}) =>
  renderText(<DrillList view={view} page={{ items, nextCursor: null }} />);

describe("DrillList", () => {
  it("says of each what it came to, what was planted, and who answered", () => {
    const text = listed([drill(), drill({ approvalId: "apr_2-1", outcome: "missed", verb: "approve" })]);
    expect(text).toMatch(
      /Refund it ✓ Found The amount is 1205; the mission says 120\.50 USD\..*Rejected by Ada/,
    );
    expect(text).toContain("✕ Missed");
  });

  it("tells one without a fault and one without an answer", () => {
    expect(listed([drill({ fault: null, outcome: "false_alarm" })])).toContain("Nothing was wrong with it.");
    expect(listed([drill({ outcome: null, verb: null })])).toMatch(/Not answered.*Sent to Ada/);
  });

  it("leads to a drill of one's own alone, also by the keys of lists", () => {
    const html = (own: boolean) =>
      renderHtml(<DrillList view={{}} page={{ items: [drill({ own })], nextCursor: null }} />);
    expect(html(true)).toMatch(/data-opens="true"[^>]*"\/inbox\?tab=decided&amp;gate=apr_1-1"/);
    expect(html(false)).not.toContain("/inbox");
  });

  it("tells a workspace without drills from filters that hide all", () => {
    expect(listed([])).toContain("No drills yet");
    expect(listed([], { outcome: "missed" })).toContain("No drills match the filter");
  });
});

describe("DrillNote", () => {
  it("says whether the fault was found, what it was, and where it stood", () => {
    expect(renderText(<DrillNote result={{ outcome: "missed", fault: FAULT }} />)).toBe(
      "✕ This was a drill, and you missed the planted fault. The amount is 1205; the mission says 120.50 USD. It was visible under “Arguments”. No run, model or tool was involved.",
    );
    expect(renderText(<DrillNote result={{ outcome: null, fault: null }} />)).toContain("without an answer");
  });
});

describe("the settings of drills", () => {
  const shown = (settings: Partial<DrillSettings>, may: { review: boolean; admin: boolean }) =>
    renderText(
      <DrillSettingsScreen
        nodes={drillForm}
        settings={{ enabled: true, perWeek: 1, joined: false, reviewers: [], ...settings }}
        may={may}
      />,
    );
  const reviewers = [{ id: "ada", name: "Ada", since: 0 }];

  it("let administrators turn drills on and send one, and reviewers take part", () => {
    const admin = shown({ reviewers }, { review: true, admin: true });
    for (const words of ["Drills in this workspace", "I take part in drills", "Send a drill", "Ada"])
      expect(admin).toContain(words);
    const reviewer = shown({ reviewers }, { review: true, admin: false });
    expect(reviewer).toContain("I take part in drills");
    expect(reviewer).not.toMatch(/Drills in this workspace|Send a drill/);
    expect(shown({}, { review: false, admin: false })).not.toContain("I take part in drills");
  });

  it("offer no sending while drills are off, or nobody takes part", () => {
    const may = { review: true, admin: true };
    expect(shown({ enabled: false, reviewers }, may)).toContain("Drills are off in this workspace");
    expect(shown({ enabled: false, reviewers }, may)).not.toContain("Send a drill");
    expect(shown({}, may)).not.toContain("Send a drill");
  });
});
