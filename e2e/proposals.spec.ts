import type { APIRequestContext } from "@playwright/test";
import { startRun, unique, untilWaiting } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, readAll } from "./checks";
import { expect, test } from "./fixtures";

/** A second person by a key, who answers gates over HTTP. */
async function reviewer(request: APIRequestContext, name: string) {
  const data = { name, capabilities: ["view", "review"], days: 1 };
  const made = await request.post("/api/v1/keys", { data });
  expect(made.status(), await made.text()).toBe(201);
  const { secret } = await made.json();
  const headers = { authorization: `Bearer ${secret}` };
  return async (approvalId: string, answer: object) => {
    const { digest } = await (await request.get(`/api/v1/approvals/${approvalId}`)).json();
    const data = { digest, ...answer };
    const reply = await request.post(`/api/v1/approvals/${approvalId}/decision`, { data, headers });
    expect(reply.status(), await reply.text()).toBe(200);
    return reply.json();
  };
}

const form = {
  type: "object",
  required: ["region"],
  properties: { region: { type: "string", title: "Region" }, why: { type: "string", title: "Why" } },
};

async function openFormGate(request: APIRequestContext, mission: string) {
  const gate = { quorum: 2, form };
  const tasks = [{ id: "ask", type: "human_review", title: "Where shall it run?", input: "Choose", gate }];
  const runId = await startRun(request, { mission, plan: { title: "Choose", tasks } });
  await untilWaiting(request, runId);
  const { openApprovals } = await (await request.get(`/api/v1/runs/${runId}`)).json();
  return { runId, id: openApprovals[0] as string };
}

test("two people agree on one answer: what the other proposes is read whole, and given by one button", async ({
  page,
  request,
}) => {
  const name = unique("Rita");
  const mission = unique("Choose a region");
  const answer = await reviewer(request, name);
  const { runId, id } = await openFormGate(request, mission);
  const why = `It is near our users. ${"Latency matters to them. ".repeat(60)}The end.`;
  expect(
    await answer(id, { verb: "respond", value: { region: "eu", why }, comment: "As agreed" }),
  ).toMatchObject({ open: true });

  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  const row = page.getByRole("button", { name: mission });
  await expect(row).toContainText(/1 of 2 agreed on “.*eu/);
  await row.click();
  const panel = page.locator("[data-gate]");
  const proposed = panel.getByRole("list", { name: "Proposed answers" }).getByRole("listitem");
  await expect(proposed).toHaveCount(1);
  await expect(proposed).toContainText(`${name} proposes:`);
  await expect(proposed).toContainText("1 of 2");
  await expect(proposed).toContainText("As agreed");

  // An answer of one's own is another proposal, and the gate waits on.
  await panel.getByLabel("Region").fill("us");
  await panel.getByRole("button", { name: "Send answer" }).click();
  await expect(proposed).toHaveCount(2);
  const own = proposed.filter({ hasText: "Local operator proposes:" });
  await expect(own).toContainText("You voted for this.");
  await expect(own.getByRole("button")).toHaveCount(0);
  await expect(panel.getByRole("button", { name: "Send answer" })).toBeEnabled();
  await expect(panel.getByLabel("Region")).toHaveValue("");

  // The other one has to be seen whole.
  const theirs = proposed.filter({ hasText: `${name} proposes:` });
  const agree = theirs.getByRole("button", { name: "Agree with this answer" });
  await expect(agree).toBeDisabled();
  // A button under the pointer has other colours.
  await page.mouse.move(0, 0);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await readAll(theirs);
  await expect(theirs).toContainText("The end.");
  await agree.click();
  await expect(panel).toContainText("Answered by Local operator");
  await expect(panel.getByRole("list", { name: "Earlier votes" })).toContainText(`Answered by ${name}`);
  const report = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).status;
  await expect.poll(report).toBe("completed");
  const { items } = await (await request.get(`/api/v1/runs/${runId}/events?limit=500`)).json();
  const decided = items.find(({ type }: { type: string }) => type === "approval_decided");
  expect(decided.payload.value.inline).toEqual({ region: "eu", why });
});
