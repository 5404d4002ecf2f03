import { createOpenAiWireServer } from "@/lib/testing/wire/openai-server";
import { startRun } from "./api";
import { expect, test } from "./fixtures";

test("what a model writes is on the page while it writes, and stays after a reload", async ({
  page,
  playwright,
  startServer,
}) => {
  test.setTimeout(60_000);
  const text = ["The soil ", "is dry; ", "watering comes next."];
  const wire = await createOpenAiWireServer({ respond: () => ({ kind: "answer", text, ending: "open" }) });
  const env = { OPENAI_COMPATIBLE_BASE_URL: wire.baseUrl, WAYMARK_MODEL: "openai-compatible:gardener" };
  const server = await startServer({ env });
  const request = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  const plan = { tasks: [{ id: "look", title: "Look at the soil" }] };
  const runId = await startRun(request, { mission: "Water the garden", plan });
  await page.goto(`${server.url}/runs/${runId}?task=look&inspect=trajectory`);
  const live = page.getByRole("region", { name: /in progress|Writing…/ });
  await expect(live).toContainText("The soil is dry; watering comes next.");
  await expect(page.getByText("Simulated model")).toHaveCount(0);
  await page.reload();
  await expect(live).toContainText("The soil is dry; watering comes next.");
  await request.post(`/api/v1/runs/${runId}/commands`, { data: { type: "cancel" } });
  await expect(page.getByRole("status").filter({ hasText: "Cancelled" })).toBeVisible();
  expect(wire.requests).toHaveLength(1);
  await wire.requests[0]?.disconnected;
  await request.dispose();
  await wire.close();
});
