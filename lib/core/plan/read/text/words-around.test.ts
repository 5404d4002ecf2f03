import { describe, expect, it } from "vitest";
import { readPlan } from "../plan";

const tasks = [
  { id: "collect", title: "Collect the invoices", agent: "supervisor" },
  { id: "ok", type: "human_review", title: "Approve the payment", depends_on: ["collect"] },
  { id: "pay_all", title: "Pay the invoices", agent: "supervisor", depends_on: ["ok"] },
];
const plan = JSON.stringify({ title: "Invoices", tasks });
const path = "words behind the plan";

describe("words behind a plan", () => {
  it.each([
    "On reflection I would not do it this way.",
    "Das würde ich so nicht ausführen.",
    "Nobody runs this while the audit is open.",
    "The supplier has gone bankrupt since.",
    "This plan shelves the payment.",
    "This plan collects the invoices and simulates the payment.",
    "Let me know if legal has signed before any of it runs.",
    "Collect the invoices, never pay the invoices.",
    "この計画は実行しないでください。",
    '{"remark": "not to be run this week at all"}',
  ])("are unread, in whichever words, unless a person leaves them out: %s", (words) => {
    for (const text of [`${plan}\n\n${words}`, `Here is the plan:\n\`\`\`json\n${plan}\n\`\`\`\n${words}`]) {
      const read = readPlan(text);
      expect(read.plan).toBeUndefined();
      expect(read.unread).toMatchObject([{ code: "unread", path }]);
      const left = readPlan(text, { leaveOut: [path] });
      expect(left.plan?.tasks).toHaveLength(3);
      expect(left.leftOut).toMatchObject([{ path }]);
    }
  });

  it.each([
    "Let me know if you'd like me to adjust anything!",
    "Let me know if you would like more detail in any of the 5 tasks. I hope this helps!",
    "This plan collects the invoices, then pays.",
    "## Graph\n```mermaid\ngraph TD\n  collect --> ok --> pay_all\n```",
    "",
  ])("say nothing where they offer changes, or name its tasks again: %j", (words) => {
    expect(readPlan(`${plan}\n\n${words}`).errors).toEqual([]);
  });
});
