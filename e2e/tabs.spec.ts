import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIRequestContext, BrowserContext, Page, Request } from "@playwright/test";
import { createOpenAiWireServer } from "@/lib/testing/wire/openai-server";
import { type Deferred, deferred } from "../lib/testing/deferred";
import type { AnswerReply, WireRequest } from "../lib/testing/wire/reply";
import { startRun } from "./api";
import { expect, test } from "./fixtures";

const TABS = 3;
const PIECES = Array.from({ length: 24 }, (_, n) => `Sentence ${n + 1} of the report. `);
const WHOLE = PIECES.join("");
const TESTS = { suite: "validation", environment: "staging", version: "v2" };
const plan = {
  title: "Report",
  agents: { ops: { prompt: "Test it, then report.", tools: ["run_tests", "http_get"] } },
  tasks: [{ id: "look", title: "Test and report", agent: "ops", input: "go" }],
};

/** A page that answers when the test says so: until then the calls that were made together are at work. */
async function slowPage() {
  const answered = deferred();
  const server = createServer((_, response) => void answered.promise.then(() => response.end("ready")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    answer: () => answered.resolve(),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Lets a text come as far as the test says. */
function valve() {
  let allowed = 0;
  let waiting: { place: number; go: Deferred<void> }[] = [];
  return {
    async before(place: number) {
      const go = deferred();
      waiting.push({ place, go });
      this.open(allowed);
      await go.promise;
    },
    /** Of the frames, so many may come; the first is the answer's head. */
    open(frames: number) {
      allowed = frames;
      for (const { place, go } of waiting) if (place < frames) go.resolve();
      waiting = waiting.filter(({ place }) => place >= frames);
    },
  };
}

const SOIL = "Look at the soil";
const isEndless = ({ body }: WireRequest): boolean => JSON.stringify(body.messages).includes(SOIL);
const isAgent = ({ body }: WireRequest): boolean => JSON.stringify(body.messages).includes("Role: agent");
const hasResult = ({ body }: WireRequest): boolean => JSON.stringify(body.messages).includes('"role":"tool"');

/** How many connections for streams are open now. Of a page that is closed nobody tells the ends of its requests. */
function watchStreams(context: BrowserContext) {
  const open = new Set<Request>();
  const isStream = (request: Request) => request.url().includes("/api/v1/stream?");
  context.on("request", (request) => void (isStream(request) && open.add(request)));
  context.on("requestfinished", (request) => void open.delete(request));
  context.on("requestfailed", (request) => void open.delete(request));
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}

const live = (page: Page) => page.getByRole("region", { name: /in progress|Writing…/ });
const output = (page: Page) => page.getByRole("region", { name: "Output of run_tests, live" });
const textOf = async (page: Page) => (await live(page).locator("p").last().textContent()) ?? "";

async function storedSteps(request: APIRequestContext, runId: string) {
  const response = await request.get(`/api/v1/runs/${runId}/trajectories?taskId=look&attempt=1`);
  return (await response.json()).items;
}

test("what a model writes is on every page that follows its run, and on each that is loaded again", async ({
  context,
  playwright,
  startServer,
}) => {
  // Fifteen seconds on a quiet machine: ten loads of a page.
  test.setTimeout(180_000);
  const text = valve();
  const answer: AnswerReply = { kind: "answer", text: PIECES, beforeFrame: (place) => text.before(place) };
  const call = valve();
  const slow = await slowPage();
  const toolCalls = [
    { tool: "run_tests", args: TESTS },
    { tool: "http_get", args: { url: `http://${slow.host}/` } },
  ];
  const called: AnswerReply = { kind: "answer", toolCalls, beforeFrame: (place) => call.before(place) };
  const wire = await createOpenAiWireServer({
    respond: (request) => {
      if (isEndless(request))
        return { kind: "answer", text: ["The soil ", "is dry; ", "watering comes next."], ending: "open" };
      if (!isAgent(request)) return { kind: "answer", text: "All is done." };
      return hasResult(request) ? answer : called;
    },
  });
  const env = {
    OPENAI_COMPATIBLE_BASE_URL: wire.baseUrl,
    WAYMARK_MODEL: "openai-compatible:gardener",
    WAYMARK_SIMULATED_PACE: "natural",
    WAYMARK_ALLOWED_PRIVATE_HOSTS: slow.host,
  };
  const server = await startServer({ env });
  const request = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  await test.step("what a model writes is on the page while it writes, and stays after a reload", async () => {
    const page = await context.newPage();
    const runId = await startRun(request, {
      mission: "Water the garden",
      plan: { tasks: [{ id: "look", title: SOIL }] },
    });
    await page.goto(`${server.url}/runs/${runId}?task=look&inspect=trajectory`);
    await expect(live(page)).toContainText("The soil is dry; watering comes next.");
    await expect(page.getByText("Simulated model")).toHaveCount(0);
    await page.reload();
    await expect(live(page)).toContainText("The soil is dry; watering comes next.");
    await request.post(`/api/v1/runs/${runId}/commands`, { data: { type: "cancel" } });
    await expect(page.getByRole("status").filter({ hasText: "Cancelled" })).toBeVisible();
    expect(wire.requests).toHaveLength(1);
    await wire.requests[0]?.disconnected;
    await page.close();
  });

  const streams = watchStreams(context);
  await request.post("/api/v1/models/simulated-tools", { data: { enabled: true } });
  const runId = await startRun(request, {
    mission: "Test and report",
    plan,
    settings: { summarizer: "off" },
  });
  const address = `${server.url}/runs/${runId}?task=look&inspect=trajectory`;

  const first = await context.newPage();
  await test.step("a tool's output comes line by line, and is there after a reload", async () => {
    await first.goto(address);
    await expect(first.getByText("The first step is in progress.")).toBeVisible();
    call.open(Number.POSITIVE_INFINITY);
    await expect(output(first)).toContainText("100 passed, 0 failed");
    await first.reload();
    await expect(output(first)).toContainText("20 of 100 cases run");
    await expect(output(first)).toContainText("100 passed, 0 failed");
    slow.answer();
    const reported = first.getByText("Output while running (7 lines)");
    await expect(reported).toBeVisible();
    await expect(output(first)).toHaveCount(0);
    await reported.click();
    await expect(first.getByText("validation: 20 of 100 cases run")).toBeVisible();
  });

  await test.step("a page that is loaded at any piece shows all of the text so far, once", async () => {
    for (const pieces of [1, 2, 8]) {
      const soFar = PIECES.slice(0, pieces).join("").trim();
      text.open(pieces + 1);
      await expect(live(first).locator("p").last()).toHaveText(soFar);
      await first.reload();
      await expect(live(first).locator("p").last()).toHaveText(soFar);
    }
  });

  const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()));
  await test.step("all tabs are live, each over a connection of its own", async () => {
    await Promise.all(others.map((page) => page.goto(address)));
    text.open(13);
    for (const page of [first, ...others]) await expect(live(page)).toContainText("Sentence 12 of");
    await expect.poll(streams).toBe(TABS);
  });

  await test.step("a tab that closes lets go, and the others go on", async () => {
    await first.close();
    text.open(19);
    for (const page of others) await expect(live(page)).toContainText("Sentence 18 of");
    await expect.poll(streams).toBe(TABS - 1);
    for (const page of others) expect(WHOLE.startsWith(await textOf(page))).toBe(true);
  });

  await test.step("in the end all show what is stored, also a page that was loaded while the last words came", async () => {
    const [one, ...rest] = others;
    text.open(Number.POSITIVE_INFINITY);
    await one?.reload();
    for (const page of others) {
      await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
      await expect(page.locator('[data-step="2"]')).toContainText(WHOLE.trim());
      await expect(live(page)).toHaveCount(0);
    }
    expect(rest).toHaveLength(TABS - 2);
    const [tested, reported] = await storedSteps(request, runId);
    const written = tested.body.chunks.map(({ text }: { text: string }) => text).join("");
    expect(written).toContain("100 of 100 cases run");
    expect(written).toContain("100 passed");
    expect(reported.body.thought).toBe(WHOLE);
  });
  await request.dispose();
  await wire.close();
  await slow.close();
});
