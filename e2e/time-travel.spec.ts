import type { APIRequestContext } from "@playwright/test";
import type { RunEvent } from "../lib/core/run/events";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const TASKS = [
  { id: "dig", title: "Dig the hole", input: "Dig" },
  { id: "ask", type: "human_review", title: "Ask about the tree", input: "May we?", depends_on: ["dig"] },
  { id: "plant", title: "Plant the tree", input: "Plant", depends_on: ["ask"] },
];

/** A run that waits at its gate; `approve` lets it go on to its end, and gives the number of its last event. */
async function startTree(request: APIRequestContext) {
  const runId = await startRun(request, { mission: "Plant a tree", plan: { title: "Tree", tasks: TASKS } });
  const run = async () => (await request.get(`/api/v1/runs/${runId}`)).json();
  await expect.poll(async () => (await run()).openApprovals.length).toBe(1);
  const { seq, openApprovals } = await run();
  const approve = async (): Promise<number> => {
    const address = `/api/v1/approvals/${openApprovals[0]}`;
    const { digest } = await (await request.get(address)).json();
    const decided = await request.post(`${address}/decision`, { data: { verb: "approve", digest } });
    expect(decided.status(), await decided.text()).toBe(200);
    await expect.poll(async () => (await run()).status).toBe("completed");
    return (await run()).seq;
  };
  return { runId, seqAtGate: seq as number, approve };
}

test("the timeline selects what the canvas does, and leads to before a decision, a fork, and back", async ({
  page,
  request,
}) => {
  const { runId, approve } = await startTree(request);
  await approve();
  const { items } = await (await request.get(`/api/v1/runs/${runId}/events?limit=1000`)).json();
  const decisionSeq = (items as RunEvent[]).find(({ type }) => type === "approval_decided")?.seq ?? 0;

  await page.goto(`/runs/${runId}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await page.getByRole("button", { name: "Timeline", exact: true }).click();
  await timeline.getByRole("button", { name: /^Dig the hole: / }).click();
  await expect(page).toHaveURL(/task=dig/);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector.getByRole("heading", { name: "Dig the hole" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(timeline.locator('[data-time-row="ask"]')).toHaveAttribute("aria-current", "true");

  const slider = timeline.getByRole("slider", { name: "Moment of the run" });
  await slider.fill(String(decisionSeq - 1));
  const moment = page.getByRole("region", { name: "Moment of the run" });
  await expect(moment).toHaveAttribute("data-moment", String(decisionSeq - 1));
  await expect(page).toHaveURL(new RegExp(`at=${decisionSeq - 1}`));
  await expect(page.locator('.react-flow__node [data-task="ask"]')).toHaveAttribute("data-status", "waiting");
  await expect(page.locator('.react-flow__node [data-task="plant"]')).toHaveAttribute(
    "data-status",
    "pending",
  );
  await expect(page.getByRole("button", { name: "Pause" })).toBeDisabled();
  await expect(page.getByRole("region", { name: "Open at this moment" })).toContainText("Later: Approved");
  await expect(page.locator("[data-gate]")).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  // A step waits for no timer: the one right after it alone does.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.keyboard.press("]");
  await expect(moment).toHaveAttribute("data-moment", String(decisionSeq));
  await page.keyboard.press("[");
  await expect(slider).toHaveValue(String(decisionSeq));
  await page.clock.runFor(100);
  await expect(moment).toHaveAttribute("data-moment", String(decisionSeq - 1));
  await page.clock.resume();
  await moment.getByRole("button", { name: "Back to now" }).click();
  await expect(moment).toHaveCount(0);
  await expect(page.locator('.react-flow__node [data-task="plant"]')).toHaveAttribute(
    "data-status",
    "succeeded",
  );

  await page.goto(`/runs/${runId}?tab=timeline&at=${decisionSeq - 1}`);
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect(page.getByRole("row", { name: /Ask about the tree/ })).toContainText("1, waiting");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  // What a command came to is forked as a whole: of an event that was all of it, the ones beside it are other forks.
  const log = items as RunEvent[];
  const isAlone = ({ seq, commandId }: RunEvent) =>
    seq < decisionSeq && log.filter((one) => one.commandId === commandId).length === 1;
  const alone = log.find(isAlone)?.seq ?? 0;
  expect(alone).toBeGreaterThan(1);
  await page.goto(`/runs/${runId}?tab=timeline&at=${alone}`);
  await expect(moment).toHaveAttribute("data-moment", String(alone));
  await moment.getByRole("button", { name: "Fork from here" }).click();
  await page.getByRole("dialog", { name: "Fork this run" }).getByRole("button", { name: "Fork run" }).click();
  await expect(page.getByText(new RegExp(`Forked from another run at event ${alone}\\b`))).toBeVisible();
  const forkId = /\/runs\/([^/?]+)/.exec(page.url())?.[1];
  expect(forkId).not.toBe(runId);
  const fork = await (await request.get(`/api/v1/runs/${forkId}/events?limit=1000`)).json();
  const briefly = (events: RunEvent[]) => events.map(({ seq, type, at }) => [seq, type, at]);
  expect(briefly(fork.items.slice(0, alone))).toEqual(briefly(log.slice(0, alone)));
  expect(fork.items[alone]).toMatchObject({
    type: "run_forked",
    payload: { parentRunId: runId, fromSeq: alone },
  });
  // From there it continues by itself, and asks again.
  await expect(page.getByRole("button", { name: "Approve" }).first()).toBeVisible();
});

test("a past moment stays while the run goes on beneath it, its inspector and cost with it, and playing leads to now", async ({
  page,
  request,
}) => {
  const { runId, seqAtGate, approve } = await startTree(request);
  const past = seqAtGate - 1;
  const said = { version: 1, target: { kind: "task", taskId: "plant" }, text: "Which tree?" };
  expect((await request.post(`/api/v1/runs/${runId}/comments`, { data: said })).status()).toBe(201);
  await page.goto(`/runs/${runId}?at=${past}&task=plant`);
  const moment = page.getByRole("region", { name: "Moment of the run" });
  await expect(moment).toHaveAttribute("data-moment", String(past));
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector).toContainText("pending");
  const tabs = page.getByRole("tablist", { name: "Run" });
  await tabs.getByRole("tab", { name: "Cost" }).click();
  const cost = page.getByRole("tabpanel").first();
  await expect(cost).toContainText("By model");
  const costThen = await cost.innerText();
  await page.keyboard.press("[");
  await expect(moment).toHaveAttribute("data-moment", String(past - 1));
  await page.keyboard.press("]");
  await expect(moment).toHaveAttribute("data-moment", String(past));

  await tabs.getByRole("tab", { name: "Plan", exact: true }).click();
  await inspector.getByRole("tab", { name: "Cost" }).click();
  await expect(inspector).toContainText("No model calls yet");
  await inspector.getByRole("tab", { name: "Trajectory" }).click();
  await expect(inspector).toContainText("No steps yet");
  await tabs.getByRole("tab", { name: "Cost" }).click();

  const last = await approve();
  await expect(moment).toContainText(`Event ${past} of ${last}`);
  expect(await cost.innerText()).toBe(costThen);
  await tabs.getByRole("tab", { name: "Plan", exact: true }).click();
  await expect(inspector).toContainText("pending");
  await expect(inspector).toContainText("No steps yet");

  // What has come since is there as soon as one goes to where it was.
  const slider = page.getByRole("slider", { name: "Moment of the run" });
  await slider.fill(String(last - 1));
  await expect(inspector.getByRole("list", { name: "Steps of attempt 1" })).toContainText("Step 1");
  await inspector.getByRole("tab", { name: "Cost" }).click();
  await expect(inspector).toContainText("1 model call");
  await inspector.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("button", { name: "1 comment open" }).click();
  const comments = page.getByRole("complementary", { name: "Comments on the plan" });
  await expect(comments.locator("[data-comment]")).toContainText("Which tree?");
  await expect(comments.getByRole("button", { name: /Reply|Resolve|^Comment$/ })).toHaveCount(0);
  await slider.fill(String(past));
  await expect(comments).toContainText("No comments yet");
  await comments.getByRole("button", { name: "Close the comments" }).click();
  await expect(inspector).toContainText("pending");

  await tabs.getByRole("tab", { name: "Timeline" }).click();
  // Its clock stands still: it plays step by step, and stops where it is stopped.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await slider.fill("1");
  await page.getByRole("button", { name: "Play the run" }).click();
  await page.clock.runFor(250);
  await expect(moment).toHaveAttribute("data-moment", "2");
  await page.getByRole("button", { name: "Stop playing" }).click();
  await page.clock.runFor(2_000);
  await expect(moment).toHaveAttribute("data-moment", "2");
  await expect(page).toHaveURL(/[?&]at=2(&|$)/);
  await page.clock.resume();
  await page.getByRole("button", { name: "Play the run" }).click();
  await expect(moment).toContainText("This is the run as it is now.", { timeout: 30_000 });
  await expect(page).not.toHaveURL(/[?&]at=/);
  await moment.getByRole("button", { name: "Close" }).click();
  await expect(moment).toHaveCount(0);
  await expect(slider).toBeFocused();
  await tabs.getByRole("tab", { name: "Plan", exact: true }).click();
  await expect(inspector).toContainText("done");
});
