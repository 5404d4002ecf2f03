import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { isPortFree } from "@/scripts/lib/port";
import { startRun, unique } from "./api";
import { expect, serverOfGroup, test } from "./fixtures";
import { databasePid, type TestServer } from "./server";

// Servers die.
test.use({ expectedFault: /Failed to load resource: (net::ERR_|.* status of 50[234])|importScripts/ });

test.describe.configure({ mode: "serial", timeout: 90_000 });

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}

/** The web server and the worker that a supervisor runs now. */
function children(supervisor: number): Map<string, number> {
  const named = childrenOf(supervisor).map((pid): [string, number] => {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return [
      command.includes("scripts/worker.ts") ? "worker" : command.includes("scripts/web.ts") ? "web" : command,
      pid,
    ];
  });
  return new Map(named);
}

const portOf = ({ url }: TestServer) => Number(new URL(url).port);
const answers = ({ url }: TestServer) => fetch(url).then((response) => response.ok);

async function expectNothingLeft(server: TestServer, pids: number[]): Promise<void> {
  await expect
    .poll(() => pids.filter((pid) => existsSync(`/proc/${pid}/cwd`)), { timeout: 20_000 })
    .toEqual([]);
  await expect
    .poll(() => existsSync(join(server.dataDir, "pg/postmaster.pid")), { timeout: 20_000 })
    .toBe(false);
  expect(await isPortFree(portOf(server))).toBe(true);
}

test.describe("a server of which parts are killed", () => {
  const ownServer = serverOfGroup({ env: { WAYMARK_SECRET: "sixteen-letters-and-more" } });

  test("the database's server has nothing of the environment that it does not need", async () => {
    const server = ownServer();
    const environment = (pid: number) => readFileSync(`/proc/${pid}/environ`, "utf8");
    expect(environment(children(server.pid).get("web") ?? 0)).toContain("sixteen-letters");
    expect(environment(databasePid(server))).not.toMatch(/WAYMARK|DATABASE_URL|sixteen/);
  });

  test("a server that dies in the middle of a run is said, and what was missed is caught up with", async ({
    page,
    playwright,
  }) => {
    const server = ownServer();
    const request = await playwright.request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: server.authorization,
    });
    const tasks = [
      { id: "begin", type: "human_review", title: "May it begin?" },
      { id: "work", title: "Work", input: "Work", depends_on: ["begin"] },
      { id: "ship", type: "human_review", title: "May it be shipped?", depends_on: ["work"] },
    ];
    const runId = await startRun(request, { mission: unique("Work and ship"), plan: { tasks } });
    await page.goto(`${server.url}/runs/${runId}`);
    const gate = page.locator("aside [data-gate]");
    await expect(gate).toContainText("May it begin?");
    const [{ id, digest }] = (await (await request.get(`/api/v1/approvals?runId=${runId}`)).json()).items;
    // What follows from the decision happens while nobody answers: the worker stands still until the web server is gone.
    const worker = children(server.pid).get("worker") ?? 0;
    process.kill(worker, "SIGSTOP");
    await request.post(`/api/v1/approvals/${id}/decision`, { data: { verb: "approve", digest } });
    process.kill(children(server.pid).get("web") ?? 0, "SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    process.kill(worker, "SIGCONT");
    await expect(page.getByText(/caught up on \d+ events?/)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("Reconnecting…")).toBeHidden();
    await expect(gate).toContainText("May it be shipped?");
    const run = await (await request.get(`/api/v1/runs/${runId}`)).json();
    await expect(page.getByRole("tab", { name: new RegExp(`^Log ?${run.seq}$`) })).toBeVisible();

    await page.context().setOffline(true);
    await expect(page.getByText("Reconnecting…")).toBeVisible({ timeout: 5_000 });
    await page.context().setOffline(false);
    await expect(page.getByText("Reconnecting…")).toBeHidden();

    // What is typed while the server dies once more is neither lost nor sent twice, and a part of the page that cannot
    // be fetched comes when the server is back.
    const form = await page.context().newPage();
    await form.goto(`${server.url}/runs/new`);
    const mission = form.getByRole("textbox", { name: "Mission", exact: true });
    await mission.fill("Half of a mission");
    const comment = gate.getByRole("textbox", { name: "Comment" });
    await comment.fill("Half of what I");
    process.kill(children(server.pid).get("web") ?? 0, "SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    await page.getByRole("button", { name: "Timeline", exact: true }).click();
    await comment.fill("All of what I wanted to say");
    await expect(page.getByText("Reconnecting…")).toBeHidden({ timeout: 30_000 });
    await expect(page.getByRole("region", { name: "Timeline", exact: true })).toBeVisible();
    await expect(comment).toHaveValue("All of what I wanted to say");
    await page.reload();
    await expect(comment).toHaveValue("All of what I wanted to say");
    await form.reload();
    await expect(mission).toHaveValue("Half of a mission");
    await form.close();
    await gate.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByRole("region", { name: "Decided gates" })).toContainText(
      "All of what I wanted to say",
    );
    await request.dispose();
  });

  test("what is killed comes back: web server, worker, database", async () => {
    const server = ownServer();
    const before = children(server.pid);
    for (const name of ["web", "worker"]) process.kill(before.get(name) ?? 0, "SIGKILL");
    await expect.poll(() => answers(server).catch(() => false)).toBe(true);
    await expect
      .poll(() => children(server.pid).get("worker") ?? before.get("worker"))
      .not.toBe(before.get("worker"));

    const postmaster = databasePid(server);
    process.kill(postmaster, "SIGKILL");
    await expect.poll(() => server.output()).toContain("The database went away; it is started again.");
    await expect.poll(() => [0, postmaster].includes(databasePid(server))).toBe(false);
    await expect.poll(() => answers(server).catch(() => false)).toBe(true);
  });
});

test("a stop asked for many times ends in good order and leaves nothing", async ({ startServer }) => {
  const server = await startServer();
  const pids = [...children(server.pid).values(), databasePid(server)];
  for (const signal of ["SIGINT", "SIGTERM", "SIGTERM", "SIGHUP"] as const) process.kill(server.pid, signal);
  expect(await server.exited).toBe(0);
  await expectNothingLeft(server, pids);
  expect(server.output()).not.toContain("starts again");
  expect(server.output().includes("It runs as root")).toBe(process.getuid?.() === 0);
});

test("a supervisor killed with -9 leaves nothing either", async ({ startServer }) => {
  const server = await startServer();
  const pids = [...children(server.pid).values(), databasePid(server)];
  expect(pids).toHaveLength(3);
  process.kill(server.pid, "SIGKILL");
  await server.exited;
  await expectNothingLeft(server, pids);
});

test("a house whose entry is killed with -9 stops in good order, though nobody reads it", async ({
  startServer,
}) => {
  const server = await startServer({ byEntry: true });
  const [supervisor = 0] = childrenOf(server.pid).filter((pid) => children(pid).has("web"));
  const pids = [supervisor, ...children(supervisor).values(), databasePid(server)];
  expect(pids).toHaveLength(4);
  server.stopReading();
  process.kill(server.pid, "SIGKILL");
  await expectNothingLeft(server, pids);
});

test("a port in use is named, with what to do", async ({ startServer }) => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const outcome = await startServer({ env: { PORT: String(port) } }).catch((error: Error) => error.message);
  other.close();
  expect(outcome).toContain("code 1");
  expect(outcome).toContain(`Port ${port} is in use.`);
  expect(outcome).toContain(`PORT=${port + 1} npm start`);
});
