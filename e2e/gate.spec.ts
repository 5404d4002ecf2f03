import { START } from "./checks";
import { expect, test } from "./fixtures";

const hostile = `<img src=x onerror="alert(1)"> ${"w".repeat(300)}`;
const plan = {
  title: "Gate",
  tasks: [
    { id: "ask", type: "human_review", title: "Ask Ada", input: `May it go out? ${hostile}` },
    { id: "tell", title: "Tell everybody", input: "Announce it", depends_on: ["ask"] },
  ],
};

test.beforeEach(async ({ page }) => {
  await page.goto("/runs/new");
  await page.getByRole("textbox", { name: "Mission", exact: true }).fill(`Release it ${hostile}`);
  await page.getByText("Paste a plan (optional)").click();
  await page.getByLabel("Plan (JSON or text)").fill(JSON.stringify(plan));
  await page.getByRole("button", { name: START }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("heading", { name: "Ask Ada" })).toBeVisible();
});

test("what one person decides, another sees at once", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("heading", { name: "Ask Ada" })).toBeVisible();
  await page.locator("[data-gate]").getByRole("button", { name: "Approve", exact: true }).click();
  await expect(other.locator("[data-gate]")).toHaveCount(0);
  await expect(other.getByRole("region", { name: "Decided gates" })).toContainText(
    "Approved by Local operator",
  );
  await expect(other.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
});

test("a gate with hostile and endless text fits a phone and runs nothing", async ({ page }) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x onerror=");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Waiting for you" })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(dialogs).toEqual([]);
});

test("the gate can be worked by keyboard alone", async ({ page }) => {
  const gate = page.locator("[data-gate]");
  // The one open gate of the page answers to its letters from everywhere on it.
  await expect(gate.getByRole("button", { name: "Reject" })).toBeVisible();
  await page.locator("body").press("r");
  await expect(gate.getByLabel("Reason (optional)")).toBeFocused();
  await page.keyboard.press("Escape");
  // After "g" a letter leads to a page; the gate does not take it for its own.
  await gate.getByRole("button", { name: "Reject" }).focus();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL(/\/insights$/);
  await page.goBack();
  await gate.getByLabel("Comment").focus();
  await page.keyboard.type("from the keyboard");
  await page.keyboard.press("Tab");
  await expect(gate.getByRole("button", { name: "Approve", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Decided gates" })).toContainText("from the keyboard");
});
