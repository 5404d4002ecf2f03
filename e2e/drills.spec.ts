import { startGate, unique } from "./api";
import { expectAccessible, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

// One after the other: a person has one open drill at most.
test.describe.configure({ mode: "default" });

test("a drill among true gates is answered, says what it was, and counts in the catch rate", async ({
  page,
  request,
}) => {
  await startGate(request, unique("A true gate"));
  await request.post("/api/v1/drills/settings", { data: { enabled: true, perWeek: 0 } });
  await request.post("/api/v1/drills/join", { data: { joined: true } });
  const sent = await request.post("/api/v1/drills", { data: { personId: "local", kind: "control_waiver" } });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.goto("/inbox");
  await page.getByRole("button", { name: "Pay the open supplier invoices" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("Pay the invoices: fewer people approve");
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
  await card.getByRole("link", { name: "Open drills" }).click();
  const drill = page.getByRole("listitem").filter({ hasText: "Pay the open supplier invoices" }).first();
  await expect(drill).toContainText("✓ Found");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("a drill that is answered on the page of its run ends there, and its inbox says what it was", async ({
  page,
  request,
}) => {
  await request.post("/api/v1/drills/settings", { data: { enabled: true, perWeek: 0 } });
  await request.post("/api/v1/drills/join", { data: { joined: true } });
  const sent = await request.post("/api/v1/drills", { data: { personId: "local", kind: "tool_approval" } });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { items } = await (await request.get("/api/v1/approvals?kind=tool_approval&limit=200")).json();
  const drill = items.find(({ mission }: { mission: string }) =>
    /^(Send the .* invoice|Refund 120)/.test(mission),
  );
  await page.goto(`/runs/${drill.runId}?tab=cost`);
  await expect(page.getByRole("heading", { name: "By role" })).toBeVisible();
  await page.goto(`/runs/${drill.runId}`);
  const gate = page.locator("[data-gate]");
  await gate.getByRole("button", { name: "Reject" }).click();
  await gate.getByRole("button", { name: "Reject" }).click();
  await expect(page).toHaveURL(/\/inbox\?tab=decided&gate=apr_/);
  await expect(page.getByRole("dialog")).toContainText("This was a drill");
});
