import postgres from "postgres";
import { ensureDatabase } from "../scripts/database";
import { expect, test } from "./fixtures";

const RUN = "run_fromtomorrow";

/** What a newer version would leave behind, and what a worker of this one then makes of it. */
async function writtenTomorrow(dataDir: string): Promise<void> {
  const database = await ensureDatabase({ dataDir });
  const sql = postgres(database.url, { max: 1 });
  await sql`insert into runs (id, workspace_id, status, phase, seq, mission, wake_at)
    values (${RUN}, 'local', 'waiting', 'planning', 1, 'Written tomorrow', clock_timestamp())`;
  await sql`insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, plan_version, payload)
    values (${RUN}, 1, 'local', 'from_tomorrow', 9, clock_timestamp(), '{"kind":"system"}', 'c', 0, '{}')`;
  await sql.end();
  await database.release();
}

test("a run of a newer version says so on its page, and is listed among those that need a look", async ({
  browser,
  startServer,
}) => {
  test.setTimeout(90_000);
  const server = await startServer();
  await writtenTomorrow(server.dataDir);
  const page = await browser.newPage();
  await page.goto(server.link);
  const answer = await page.goto(`${server.url}/runs/${RUN}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "This version cannot open this run" })).toBeVisible();
  await expect(page.getByText("written by another version of Waymark")).toBeVisible();

  const needsALook = page.getByRole("link", { name: "Written tomorrow" });
  await expect(async () => {
    await page.goto(server.url);
    await expect(page.getByText("Stalled runs")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await needsALook.first().click();
  await expect(page.getByRole("heading", { name: "This version cannot open this run" })).toBeVisible();
  await page.close();
});
