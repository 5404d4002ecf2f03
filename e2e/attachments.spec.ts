import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, START } from "./checks";
import { expect, test } from "./fixtures";

const CSV = "region,amount\nnorth,10\nsouth,32\n";
const csv = (name: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(CSV) });
const PROGRAM = `(get (get (get (tool/sql_query {:sql "select sum(amount) as n from sales_2026"}) "rows") 0) "n")`;
const PLAN = JSON.stringify({
  title: "Sum the sales",
  tasks: [{ id: "sum", type: "direct", title: "Sum of all sales", input: PROGRAM }],
});

const files = (page: Page) => page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
const choose = (page: Page, chosen: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel("Files to attach").setInputFiles(chosen);

test("a CSV is attached, a program asks it in SQL, and it can be taken back from the run", async ({
  page,
}) => {
  await page.goto("/runs/new");
  await page.getByRole("textbox", { name: "Mission", exact: true }).fill(unique("Sum the sales"));
  await choose(page, [csv("Sales 2026.csv")]);
  await expect(files(page)).toContainText("Attached, 32 bytes");
  await page.getByText("Paste a plan (optional)").click();
  await page.getByLabel("Plan (JSON or text)").fill(PLAN);
  await page.getByRole("button", { name: START }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 30_000 });

  const runId = new URL(page.url()).pathname.split("/").at(-1);
  const report = await (await page.request.get(`/api/v1/runs/${runId}/report`)).json();
  expect(report.results).toEqual({ sum: 42 });

  const link = page.getByRole("link", { name: "Sales 2026.csv" });
  await expect(page.getByText("sales_2026")).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(await readFile(await download.path(), "utf8")).toBe(CSV);
  await expectAccessibleInBothThemes(page);
});

test("files say each for itself what is wrong, and are removed by keys", async ({ page }) => {
  await page.goto("/runs/new");
  await page.getByRole("textbox", { name: "Mission", exact: true }).fill(unique("Read the files"));
  await choose(page, [csv("a.csv"), { ...csv("empty.csv"), buffer: Buffer.alloc(0) }]);
  await expect(files(page)).toHaveCount(2);
  await expect(files(page).first()).toContainText("Attached");
  await expect(files(page).last()).toContainText("The file is empty.");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  await page.getByRole("button", { name: START }).click();
  await expect(
    page.getByRole("alert").getByText("Remove the files that could not be attached: empty.csv"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Remove empty.csv" }).focus();
  await page.keyboard.press("Enter");
  await expect(files(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Attach files" })).toBeFocused();
  await page.getByRole("button", { name: START }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("link", { name: "a.csv" })).toBeVisible();
});

test("files are dropped and pasted; text that comes with a picture stays text", async ({ page }) => {
  await page.goto("/runs/new");
  const mission = page.getByRole("textbox", { name: "Mission", exact: true });
  const handOver = (type: "drop" | "paste", name: string, text?: string) =>
    mission.evaluate(
      (area, given) => {
        const data = new DataTransfer();
        data.items.add(new File(["a,b\n1,2\n"], given.name, { type: "text/csv" }));
        if (given.text !== undefined) data.setData("text/plain", given.text);
        const init = { bubbles: true, cancelable: true };
        area.dispatchEvent(
          given.type === "drop"
            ? new DragEvent("drop", { ...init, dataTransfer: data })
            : new ClipboardEvent("paste", { ...init, clipboardData: data }),
        );
      },
      { type, name, text },
    );
  await handOver("drop", "dropped.csv");
  await handOver("paste", "pasted.csv");
  await handOver("paste", "picture.png", "the text of it");
  await expect(files(page)).toHaveCount(2);
  await expect(files(page).first()).toContainText("dropped.csv");
  await expect(files(page).last()).toContainText("Attached");
});

test("a file of nearly the largest size arrives whole", async ({ request }) => {
  const content = Buffer.alloc(19 * 1024 * 1024, "waymark ");
  const send = (data: Buffer) =>
    request.post("/api/v1/attachments?name=large.txt", {
      headers: { "content-type": "application/octet-stream" },
      data,
    });
  const kept = await send(content);
  expect(await kept.json()).toMatchObject({ bytes: content.length });
  const { id } = await kept.json();
  const back = await request.get(`/api/v1/attachments/${id}/content`);
  expect((await back.body()).equals(content)).toBe(true);
  expect(back.headers()).toMatchObject({
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  expect((await send(Buffer.alloc(21 * 1024 * 1024))).status()).toBe(413);
});
