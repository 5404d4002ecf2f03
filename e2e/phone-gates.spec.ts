import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { NO_GATE_LEFT, startRun, unique } from "./api";
import { readAll } from "./checks";
import { expect, test } from "./fixtures";

test.use({ hasTouch: true });

const SHORT = { width: 360, height: 640 };
/** What a phone's keyboard leaves of it: the page asks for that by `interactive-widget=resizes-content`. */
const WITH_KEYBOARD = { width: 360, height: 340 };

/** A gate with five verbs. */
const ask = (request: APIRequestContext, mission: string) =>
  startRun(request, {
    mission,
    plan: {
      title: "Claims",
      tasks: [
        {
          id: "check",
          type: "human_review",
          title: "Check the claims",
          input: "Sales rose.",
          gate: { prompt: "Which of these hold?" },
        },
      ],
    },
    settings: { summarizer: "off", replanOnFailure: false },
  });

const askForCall = (request: APIRequestContext, mission: string) =>
  startRun(request, {
    mission,
    plan: {
      title: "Ship",
      agents: { ops: { prompt: "Ship it.", tools: ["deploy"] } },
      tasks: [
        {
          id: "ship",
          title: "Ship it",
          agent: "ops",
          input: {
            tool: "deploy",
            args: { environment: "staging", service: "web-app", version: "1.4.0" },
          },
        },
      ],
    },
    settings: {
      summarizer: "off",
      toolPolicy: {
        rules: [{ tool: "deploy", path: "environment", operator: "=", value: "staging", effect: "ask" }],
      },
    },
  });

const openGates = async (request: APIRequestContext, runId: string): Promise<string[]> =>
  (await (await request.get(`/api/v1/runs/${runId}`)).json()).openApprovals;

async function gateOf(request: APIRequestContext, runId: string): Promise<string> {
  await expect.poll(async () => (await openGates(request, runId)).length).toBe(1);
  return (await openGates(request, runId))[0] ?? "";
}

/** In the window, and nothing of something else over it. */
async function expectReadable(page: Page, parts: Locator[]): Promise<void> {
  const covered = (part: Locator) =>
    part.evaluate((element) => {
      const { left, right, top, bottom, height } = element.getBoundingClientRect();
      const inside = top >= 0 && bottom <= window.innerHeight && height > 0;
      const at = [top + 2, (top + bottom) / 2, bottom - 2].map((y) =>
        document.elementFromPoint((left + right) / 2, y),
      );
      return inside && at.every((hit) => hit !== null && (element.contains(hit) || hit.contains(element)))
        ? "readable"
        : {
            top,
            bottom,
            height,
            window: window.innerHeight,
            over: at.map((hit) => hit?.outerHTML.slice(0, 60)),
          };
    });
  for (const part of parts) await expect.poll(() => covered(part)).toBe("readable");
  expect(await page.evaluate(() => window.scrollX)).toBe(0);
}

test("a gate with five verbs shows its question beside them on a short phone", async ({ page, request }) => {
  const runId = await ask(request, unique("Check the claims"));
  await gateOf(request, runId);
  await page.setViewportSize(SHORT);
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("[data-gate]");
  await expect(gate.getByRole("button")).toHaveCount(5);
  const question = gate.getByText("Which of these hold?").first();
  await expectReadable(page, [gate.getByRole("heading", { level: 2 }), question]);
  await expectReadable(page, await gate.getByRole("button").all());
});

for (const [name, path] of [
  ["run's page", (runId: string, _gate: string) => `/runs/${runId}`],
  ["inbox", (_runId: string, gate: string) => `/inbox?gate=${gate}`],
] as const) {
  test(`question, field and buttons stay above a phone's keyboard on the ${name}`, async ({
    page,
    request,
  }) => {
    const runId = await ask(request, unique("Check the claims"));
    const gateId = await gateOf(request, runId);
    await page.setViewportSize(SHORT);
    await page.goto(path(runId, gateId));
    const gate = page.locator("[data-gate]");
    const field = gate.getByRole("textbox");
    await gate.getByRole("button", { name: "Request changes" }).tap();
    await expect(field).toBeFocused();
    await page.setViewportSize(WITH_KEYBOARD);
    const send = gate.getByRole("button", { name: "Request changes" });
    await expectReadable(page, [gate.getByRole("heading", { level: 2 }), field, send]);
    await field.fill("Say which quarter");
    // What was sent stays as it was until the gate closes. Of this answer no news come.
    await page.route("**/decision", (route) => route.fulfill({ json: {} }), { times: 1 });
    const taken = page.waitForResponse("**/decision");
    await send.tap();
    await (await taken).finished();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(gate.getByRole("button", { name: "Sending…" })).toBeVisible();
    await expect(field).toHaveValue("Say which quarter");
    await page.reload();
    await send.tap();
    await field.fill("Say which quarter");
    await send.tap();
    await expect.poll(() => openGates(request, runId)).not.toContain(gateId);
  });
}

test("three gates of two kinds are cleared by thumb, with one tap to each next one", async ({
  page,
  request,
}) => {
  const words = unique("Thumb");
  const runs: string[] = [];
  const gates: string[] = [];
  // One after the other: the inbox has the oldest first.
  for (const [start, name] of [
    [ask, "one"],
    [askForCall, "two"],
    [ask, "three"],
  ] as const) {
    const runId = await start(request, `${words} ${name}`);
    runs.push(runId);
    gates.push(await gateOf(request, runId));
  }
  await page.setViewportSize(SHORT);
  await page.goto(`/inbox?q=${encodeURIComponent(words)}`);
  await page.getByRole("button", { name: `${words} one` }).tap();
  const next = page.getByRole("button", { name: "Next gate" });
  for (const [place, gateId] of gates.entries()) {
    const gate = page.locator(`[data-gate="${gateId}"]`);
    const approve = gate.getByRole("button", { name: "Approve", exact: true });
    await expectReadable(page, [gate.getByRole("heading", { level: 2 }), approve]);
    // What a call would do is below the answers of so short a screen.
    await readAll(gate);
    await approve.tap();
    await expect(gate.getByRole("status")).toContainText("Approved by Local operator");
    if (place === gates.length - 1) continue;
    await expectReadable(page, [next]);
    await next.tap();
  }
  await expectReadable(page, [page.getByRole("dialog").getByText(NO_GATE_LEFT)]);
  for (const runId of runs) await expect.poll(() => openGates(request, runId)).toEqual([]);
});
