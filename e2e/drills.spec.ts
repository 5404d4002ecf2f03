import type { APIRequestContext, Locator } from "@playwright/test";
import { DRILL_KINDS } from "@/lib/core/drills/kinds";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import type { ApprovalView } from "@/lib/core/views";
import { startGate, unique } from "./api";
import { expectAccessible, expectNoSideScroll, PHONE } from "./checks";
import { isFaulty, visibleText } from "./drill-reader";
import { expect, test } from "./fixtures";

// One after the other: a person has one open drill at most.
test.describe.configure({ mode: "default" });

/** Sends the local person a drill of a kind, in place of one that is open: a sample that they did not have for the longest time. */
async function sendDrill(request: APIRequestContext, kind: string): Promise<ApprovalView> {
  await request.post("/api/v1/drills/settings", { data: { enabled: true, perWeek: 0 } });
  for (const joined of [false, true]) await request.post("/api/v1/drills/join", { data: { joined } });
  const sent = await request.post("/api/v1/drills", { data: { personId: "local", kind } });
  expect(sent.ok(), await sent.text()).toBe(true);
  const missions = new Set(DRILL_SAMPLES.map(({ mission }) => mission));
  const { items } = await (await request.get(`/api/v1/approvals?kind=${kind}&limit=200`)).json();
  return items.find(({ mission }: ApprovalView) => missions.has(mission));
}

/** What is in view of a panel once all of it has come. */
async function settledText(panel: Locator): Promise<string> {
  await expect(panel.getByText("Cost", { exact: true }).first()).toBeVisible();
  await expect(panel.locator("[data-skeleton]:visible")).toHaveCount(0);
  let text = "";
  const isSettled = async () => {
    const before = text;
    text = await visibleText(panel);
    return text === before;
  };
  await expect.poll(isSettled).toBe(true);
  return text;
}

test("a drill among true gates is answered, says what it was, and counts in the catch rate", async ({
  page,
  request,
}) => {
  await startGate(request, unique("A true gate"));
  const mission = "Pay the open supplier invoices";
  // The other one of the kind has nothing wrong with it.
  const first = await sendDrill(request, "control_waiver");
  if (!first.mission.startsWith(mission)) await sendDrill(request, "control_waiver");
  await page.goto("/inbox");
  await page.getByRole("button", { name: mission }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("“Pay the invoices”: fewer people approve");
  await expect(drawer).not.toContainText(/drill/i);
  const runPath = (await drawer.getByRole("link", { name: "View run" }).getAttribute("href")) ?? "";
  await drawer.getByRole("button", { name: /^Reject/ }).click();
  await drawer.getByRole("button", { name: "Reject" }).click();
  await expect(drawer).toContainText("This was a drill, and you found the planted fault.");
  await expect(drawer).toContainText("although the mission says “Two people have to release”");
  await expect(drawer).toContainText("Rejected by Local operator");
  await expect(drawer.getByRole("link", { name: "View run" })).toHaveCount(0);
  // There is no run: its page leads to what it was.
  await page.goto(runPath);
  await expect(page).toHaveURL(/\/inbox\?tab=decided&gate=apr_/);
  await expect(drawer).toContainText("This was a drill, and you found the planted fault.");
  await page.goto("/insights");
  const card = page.getByRole("region", { name: "Catch rate in drills" });
  await expect(card).toContainText(/n = \d+ answered drill/);
  // Every fault of this kind that was planted here was found.
  const found = card.locator("dl > div").filter({ hasText: "Control weakened" });
  await expect(found).toContainText(/(\d) of \1 found/);
  await card.getByRole("link", { name: "Open drills" }).click();
  const drill = page.getByRole("listitem").filter({ hasText: mission }).first();
  await expect(drill).toContainText("✓ Found");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("a drill that is answered on the page of its run ends there, and its inbox says what it was", async ({
  page,
  request,
}) => {
  const drill = await sendDrill(request, "tool_approval");
  await page.goto(`/runs/${drill.runId}?tab=cost`);
  await expect(page.getByRole("heading", { name: "By role" })).toBeVisible();
  await page.goto(`/runs/${drill.runId}`);
  // The drill may be about a list, of which each item has such a button before that of the whole.
  const reject = page.locator("[data-gate]").getByRole("button", { name: "Reject" }).last();
  await reject.click();
  await reject.click();
  await expect(page).toHaveURL(/\/inbox\?tab=decided&gate=apr_/);
  await expect(page.getByRole("dialog")).toContainText("This was a drill");
});

for (const kind of DRILL_KINDS) {
  test(`every drill about a gate of the kind ${kind} is decided rightly by who reads what is in view`, async ({
    page,
    request,
  }) => {
    const samples = DRILL_SAMPLES.filter((sample) => sample.kind === kind);
    const outcomes = new Set<string>();
    const seen = new Set<string>();
    for (const _ of samples) {
      const { id, mission, digest } = await sendDrill(request, kind);
      await page.goto(`/inbox?gate=${id}`);
      const panel = page.getByRole("dialog").locator("[data-gate]");
      const text = await settledText(panel);
      await expect(page.getByRole("dialog")).toContainText(mission);
      const wrong = isFaulty(text, mission);
      // What the reviewer reads afterwards stood there.
      const { fault } = samples.find((sample) => sample.mission === mission) ?? {};
      for (const words of fault ? [fault.shown, ...fault.against.split(" and ")] : [])
        expect(`${mission} ${text}`).toContain(words);
      const isReview = kind === "review_decision";
      const verb = isReview ? (wrong ? "ABORT" : "CONTINUE") : wrong ? "reject" : "approve";
      // Of a list the item that is wrong is taken out.
      if (wrong && (await panel.locator("[data-item]").count()) > 0) {
        const item = panel.locator("[data-item]").filter({ hasText: fault?.shown ?? "" });
        await item.getByRole("button", { name: "Reject" }).click();
        await page.keyboard.type("Not in the mission");
        await panel.getByRole("button", { name: /^Accept the rest/ }).click();
        await panel.getByRole("button", { name: "Run with 1" }).click();
        await expect(page.getByRole("dialog")).toContainText("you found the planted fault");
        const answered = panel.getByRole("group", { name: "The answer" });
        await expect(answered).toContainText("1 accepted, 1 rejected");
        await expect(answered).toContainText("Not in the mission");
        outcomes.add("found");
        seen.add(mission);
        continue;
      }
      // Answered by another door: what its panel makes of that is for other journeys.
      await page.goto("about:blank");
      const data = { verb, digest, comment: "Read" };
      const reply = await request.post(`/api/v1/approvals/${id}/decision`, { data });
      const { drill } = await reply.json();
      expect(drill, `${mission}\n${text}`).toMatchObject({ outcome: fault ? "found" : "passed" });
      outcomes.add(drill.outcome);
      seen.add(mission);
    }
    expect(seen.size).toBe(samples.length);
    // Answering always the same is right for some of them and wrong for others.
    expect([...outcomes].sort()).toEqual(["found", "passed"]);
  });
}
