import { createOpenAiWireServer, type Reply } from "@/lib/testing/wire/openai-server";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const KEY = "sk-e2e-0123456789abcdef";
const refused: Reply = { kind: "error", status: 401, error: { message: `Incorrect API key: ${KEY}` } };
const usage = { inputTokens: 10, outputTokens: 5 };
const plan = { title: "Plan", tasks: [{ id: "write", title: "Write the letter", input: "Write it" }] };

test("a model that refuses its key is shown, replaced by a person, and continues by itself when it answers", async ({
  page,
  startServer,
  playwright,
}) => {
  test.setTimeout(120_000);
  let isFixed = false;
  const answer: Reply = { kind: "answer", text: "The letter is written.", usage };
  const provider = await createOpenAiWireServer({ respond: () => (isFixed ? answer : refused) });
  const server = await startServer({
    env: {
      OPENAI_COMPATIBLE_BASE_URL: provider.baseUrl,
      OPENAI_COMPATIBLE_API_KEY: KEY,
      WAYMARK_MODEL: "openai-compatible:large",
    },
  });
  const request = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  const start = () => startRun(request, { mission: "Write a letter", plan, settings: { summarizer: "off" } });

  const replaced = await start();
  await page.goto(`${server.url}/runs/${replaced}`);
  const gate = page.locator("[data-gate]");
  await expect(gate).toContainText("openai-compatible:large");
  await expect(gate).toContainText("The provider rejected the API key.");
  await expect(gate).toContainText("Write the letter is waiting for it.");
  await expect(gate).not.toContainText(KEY);
  await gate.getByRole("button", { name: "Another model" }).click();
  await expect(gate.getByLabel("Use instead")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await gate.getByLabel("Use instead").selectOption("simulated:scenarios");
  await gate.getByRole("button", { name: "Use this model" }).click();
  await expect(page.getByRole("region", { name: "Decided gates" })).toContainText("Switched model");
  await expect(page.getByRole("region", { name: "Decided gates" })).toContainText("simulated:scenarios");
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 30_000 });

  const revived = await start();
  await page.goto(`${server.url}/runs/${revived}`);
  await expect(gate).toContainText("this gate closes");
  isFixed = true;
  const decided = page.getByRole("region", { name: "Decided gates" });
  await expect(decided).toContainText("Retried by the engine", { timeout: 30_000 });
  await expect(decided).toContainText("openai-compatible:large answers again");
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 30_000 });
  await request.dispose();
  await provider.close();
});
