import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { overrideHeld, startRun, unique, untilWaiting } from "./api";
import { expectNoSideScroll, PHONE, WIDE } from "./checks";
import { expect, test } from "./fixtures";

/** Texts without a place to break, and such as draw over what is beside them or pass for others. */
const HOSTILE = [
  "W".repeat(2_000),
  `a${"\u0301\u0338\u20dd".repeat(100)}`,
  "\u05d0\u05d1".repeat(150),
  `https://example.com/${"path/".repeat(150)}?${"key=value&".repeat(100)}`,
  `p\u0430yp\u0430l${".\u0441\u043em".repeat(60)}`,
  `${"\u{1F469}\u200d".repeat(80)}\u{1F469}`,
  "\u1100".repeat(120),
  "\u0915\u094d".repeat(120),
  "\u00a0x".repeat(200),
];
/** A title is short. */
const TITLES = HOSTILE.map((text) => [...text].slice(0, 190).join(""));
const [WORD = "", MARKS = "", BACKWARDS = "", ADDRESS = "", ALIKE = ""] = TITLES;
const ALL = HOSTILE.join(" ");
/** As much as a question has room for. */
const QUESTION = TITLES.join(" ");
/** A program that gives all of it, and what no plan may say itself: an override of the direction. */
const SAYS_ALL = `"${ALL} \\u202edrawn-backwards"`;

const agents = { ops: { prompt: ALL, tools: ["deploy"] } };
/** A task for each of the texts, which act once this one has ended. */
const acts = (after: string) =>
  TITLES.map((title, n) => ({
    id: `${after}_${n}`,
    title,
    agent: "ops",
    input: HOSTILE[n] ?? "",
    depends_on: [after],
  }));
const tail = { title: WORD, objective: ALL, agents, tasks: acts("collect") };
const settings = { summarizer: "off", reviewHoldMs: 3_600_000, replanCooldownMs: 0, replanGraceMs: 0 };
const reviewed = {
  title: WORD,
  objective: ALL,
  agents,
  tasks: [
    { id: "collect", type: "direct", title: BACKWARDS, input: SAYS_ALL },
    { id: "check", type: "planning_review", title: ALIKE, depends_on: ["collect"], review: { focus: ALL } },
    { id: "release", type: "human_review", title: MARKS, depends_on: ["check"], gate: { prompt: QUESTION } },
    ...acts("release"),
  ],
};
const start = (request: APIRequestContext, plan: object, more: object = {}, words = unique("Hostile")) =>
  startRun(request, { mission: `${words} ${WORD} ${MARKS}`, plan, settings: { ...settings, ...more } });

/** Whatever in a panel is wider than its own room, but for what ends with an ellipsis. */
const wideParts = (panel: Locator) =>
  panel.evaluate((root) =>
    [root, ...root.querySelectorAll<HTMLElement>("*")].flatMap((one) => {
      const { textOverflow, display, overflowX } = getComputedStyle(one);
      // Read aloud alone, it takes no room.
      const isUnseen = one.clientWidth <= 1;
      const isOwn = isUnseen || textOverflow === "ellipsis" || display === "inline" || overflowX === "auto";
      return !isOwn && one.scrollWidth > one.clientWidth + 1
        ? [`${one.tagName} ${one.scrollWidth} in ${one.clientWidth}: ${one.className}`]
        : [];
    }),
  );

/** The buttons of a panel that other parts lie over, but for its head and its foot, under which it scrolls. */
const coveredButtons = (panel: Locator) =>
  panel.evaluate((root) => {
    const isHeadOrFoot = (part: Element | null): boolean =>
      part !== null &&
      part !== root &&
      (getComputedStyle(part).position === "sticky" || isHeadOrFoot(part.parentElement));
    return [...root.querySelectorAll("button")].flatMap((button) => {
      if (button.getClientRects().length === 0) return [];
      button.scrollIntoView({ block: "center" });
      const { x, y, width, height } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      const isFree = hit !== null && (button.contains(hit) || (!isHeadOrFoot(button) && isHeadOrFoot(hit)));
      return isFree ? [] : [`${button.textContent} under ${hit?.outerHTML.slice(0, 120)}`];
    });
  });

/** At both widths: the page, the panel, and what of the page is more than that on a phone. */
async function expectHeld(page: Page, panel: Locator): Promise<void> {
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await expectNoSideScroll(page);
    const parts = size === PHONE ? page.getByRole("main") : panel;
    await expect.poll(() => wideParts(parts), { message: `at ${size.width}` }).toEqual([]);
    await expect.poll(() => coveredButtons(panel), { message: `at ${size.width}` }).toEqual([]);
  }
}

const panelOf = (page: Page) => page.locator("aside [data-gate][data-open=true], aside [data-held]").first();

test("a gate, its node, and its row in the inbox", async ({ page, request }) => {
  const [collect, , release, ...rest] = reviewed.tasks;
  const gate = { prompt: `${QUESTION} {{results.collect}}` };
  const plan = { ...reviewed, tasks: [collect, { ...release, depends_on: ["collect"], gate }, ...rest] };
  const words = unique("Hostile");
  const runId = await start(request, plan, {}, words);
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}`);
  await expect(panelOf(page)).toContainText("Releases work");
  await expectHeld(page, panelOf(page));
  await page.goto(`/inbox?q=${encodeURIComponent(words)}`);
  await expect(page.locator("[data-row]")).toBeVisible();
  await expectHeld(page, page.getByRole("main"));
});

test("a held review, and the tail that it proposes", async ({ page, request }) => {
  const tasks = [...reviewed.tasks.slice(0, 2), ...acts("check")];
  const runId = await start(request, { ...reviewed, tasks });
  const { plan } = await (await request.post("/api/v1/plans/parse", { data: { plan: tail } })).json();
  await page.route("**/approval-context?**", async (route) => {
    const response = await route.fetch();
    const tailActs = tail.tasks.map(({ id }) => ({ taskId: id, tools: ["deploy"] }));
    await route.fulfill({
      response,
      json: { ...(await response.json()), tail: plan, remaining: plan, tailActs },
    });
  });
  await page.goto(`/runs/${runId}`);
  await expect(panelOf(page)).toContainText("CONTINUE releases work");
  await expect(panelOf(page)).toContainText("REPLAN releases work");
  await expectHeld(page, panelOf(page));
});

test("a waiver", async ({ page, request }) => {
  const runId = await start(request, reviewed);
  await page.goto(`/runs/${runId}`);
  await expect(panelOf(page)).toContainText("CONTINUE");
  await overrideHeld(request, runId, { taskId: "check", decision: "REPLAN", reason: QUESTION, tail });
  await expect(panelOf(page)).toContainText("nobody is asked");
  await expectHeld(page, panelOf(page));
});

test("a call", async ({ page, request }) => {
  const args = { method: "POST", url: ADDRESS, body: `${WORD} ${MARKS} ${ALIKE}` };
  const input = { tool: "http_request", args };
  const plan = {
    title: WORD,
    agents: { ops: { prompt: "Post it.", tools: ["http_request"] } },
    tasks: [{ id: "one", title: MARKS, agent: "ops", input }],
  };
  const rules = [{ tool: "http_request", path: "method", operator: "=", value: "POST", effect: "ask" }];
  const runId = await start(request, plan, { toolPolicy: { rules } });
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}`);
  await expect(panelOf(page)).toContainText("http_request runs with these arguments");
  await expectHeld(page, panelOf(page));
});

test("a plan that waits, with what its critic finds", async ({ page, request }) => {
  const runId = await start(request, reviewed, { critic: { mode: "static", minScore: 10 } });
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}`);
  await expect(panelOf(page)).toContainText("Proposed plan");
  await expectHeld(page, panelOf(page));
});
