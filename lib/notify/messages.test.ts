import { describe, expect, it } from "vitest";
import type { ChannelWishes, GateNotice, Notice } from "@/lib/core/notifications";
import { channelOwner } from "@/lib/core/run/gates/channel-owner";
import { deliveriesOf } from "./deliveries";
import { digestOfNotices } from "./digest";
import { mailOf, slackBody, webhookBody } from "./payloads";
import { digestDueMs, MAX_ATTEMPTS, retryDelayMs } from "./schedule";
import { describeTold } from "./texts";

const FRAME = { workspaceId: "local", publicUrl: "https://waymark.example" };
const HOUR_MS = 3_600_000;

const gate = (n: number, prompt = "Deploy it?"): Notice => ({
  event: "gate.opened",
  runId: `run_${n}`,
  seq: 7,
  atMs: 1_795_000_000_000 + n,
  mission: "Release 2.0",
  gate: {
    approvalId: `apr_${n}-1`,
    kind: "human_review",
    prompt,
    risk: "high",
    deadlineAtMs: Date.UTC(2026, 10, 26, 14, 5),
  },
});
const ended: Notice = {
  event: "run.failed",
  runId: "run_9",
  seq: 40,
  atMs: 1_795_000_000_000,
  mission: "Count users",
  end: {
    reason: "no_path",
    text: "Failed: no way forward was found",
    durationMs: 65_000,
    costMicroUsd: 12_500,
  },
};

describe("a webhook", () => {
  it("has the form of Standard Webhooks, with links straight to the gate and to its run", () => {
    expect(webhookBody(gate(1), FRAME)).toEqual({
      type: "gate.opened",
      timestamp: new Date(1_795_000_000_001).toISOString(),
      data: {
        workspace: "local",
        event: "gate.opened",
        run: { id: "run_1", seq: 7, mission: "Release 2.0", url: "https://waymark.example/runs/run_1" },
        gate: {
          id: "apr_1-1",
          kind: "human_review",
          prompt: "Deploy it?",
          risk: "high",
          deadline: "2026-11-26T14:05:00.000Z",
          url: "https://waymark.example/inbox?gate=apr_1-1",
        },
      },
    });
    expect(webhookBody(ended, FRAME)).toMatchObject({
      data: { outcome: { reason: "no_path", durationMs: 65_000, costUsd: 0.0125 } },
    });
    expect(webhookBody({ event: "test", atMs: 0 }, FRAME)).toMatchObject({
      type: "test",
      data: { workspace: "local" },
    });
  });
});

describe("a message to Slack", () => {
  const hostile = gate(1, "<!channel> & <https://evil.example|click> *now*");
  const body = slackBody(hostile, FRAME) as {
    text: string;
    blocks: { text: { type: string; text: string } }[];
  };

  it("calls nobody and makes no link of what people and models wrote", () => {
    expect(body.text).toContain("&lt;!channel&gt; &amp; &lt;https://evil.example|click&gt;");
    const formatted = body.blocks.filter(({ text }) => text.type === "mrkdwn").map(({ text }) => text.text);
    expect(formatted).toEqual(["<https://waymark.example/inbox?gate=apr_1-1|Open the gate>"]);
    const list = digestOfNotices([hostile], () => true, 0);
    const links = JSON.stringify(list && slackBody(list, FRAME)).match(/<[^>]*>/g);
    expect(new Set(links?.map((link) => link.split("|")[0]))).toEqual(
      new Set(["<https://waymark.example/inbox?gate=apr_1-1", "<https://waymark.example/inbox"]),
    );
  });

  it("keeps to the lengths that Slack takes", () => {
    const long = digestOfNotices(
      Array.from({ length: 60 }, (_, n) => gate(n, "x".repeat(400))),
      () => true,
      0,
    );
    const { blocks } = slackBody(long as NonNullable<typeof long>, FRAME) as typeof body;
    const [header] = blocks;
    expect(header?.text.text.length).toBeLessThan(150);
    expect(blocks.length).toBeLessThan(50);
    for (const { text } of blocks) expect(text.text.length).toBeLessThanOrEqual(3_000);
  });
});

it("an e-mail is plain text, with what a person needs to decide whether to open it", () => {
  const { subject, text } = mailOf(gate(1, "<b>Deploy</b> it?"), FRAME);
  expect(subject).toBe("[Waymark] Waiting for you: <b>Deploy</b> it?");
  expect(text).toContain("Risk: High");
  expect(text).toContain("Deadline: 2026-11-26 14:05 UTC");
  expect(text).toContain("Open the gate: https://waymark.example/inbox?gate=apr_1-1\n");
  expect(mailOf(ended, FRAME).text).toContain(
    "Outcome: Failed: no way forward was found\nDuration: 1 m 05 s\nCost: $0.0125",
  );
  expect(mailOf({ event: "test", atMs: 0 }, FRAME).text).toContain("This channel works.");
});

describe("a digest", () => {
  it("lists each gate that still waits once, counts those that were answered, and what ended", () => {
    const handedOn: Notice = { ...gate(1), event: "gate.escalated", seq: 9 };
    const digest = digestOfNotices([gate(1), gate(2), handedOn, ended], (id) => id === "apr_1-1", 5);
    expect(digest?.waiting).toEqual([handedOn]);
    expect(digest).toMatchObject({ ended: [ended], answered: 1, more: 0 });
    expect(digest && describeTold(digest)).toBe("1 gate waiting, 1 message about runs");
    expect(digest && mailOf(digest, FRAME).text).toContain("1 gate answered in the meantime.");
    expect(digestOfNotices([gate(1)], () => false, 5)).toBeUndefined();
  });

  it("is due at the next full hour, or at eight in the morning in UTC", () => {
    const at = Date.UTC(2026, 10, 26, 7, 30);
    expect(digestDueMs("hourly", at)).toBe(Date.UTC(2026, 10, 26, 8));
    expect(digestDueMs("daily", at)).toBe(Date.UTC(2026, 10, 26, 8));
    expect(digestDueMs("daily", at + HOUR_MS)).toBe(Date.UTC(2026, 10, 27, 8));
  });
});

it("a limit that is nearly used up is said with its figures, one by one and in a digest", () => {
  const limit = { counter: "maxTokens", used: 16_000, limit: 20_000 };
  const { end: _, ...run } = ended;
  const near: Notice = { ...run, event: "run.limit_near", limit };
  const words = "Tokens: 16,000 of 20,000 tokens are used";
  expect(mailOf(near, FRAME).text).toContain(`Limit: ${words}`);
  expect(webhookBody(near, FRAME)).toMatchObject({ data: { limit: { ...limit, text: words } } });
  const digest = digestOfNotices([near], () => false, 5);
  expect(digest && mailOf(digest, FRAME).text).toContain(`- ${words}: Count users`);
});

describe("deliveriesOf", () => {
  const channels = [
    { id: "a", events: ["gate.opened"], digest: "off" },
    { id: "b", events: ["gate.opened", "run.failed"], digest: "daily" },
  ] as const;

  it("makes one message for each channel that asks, the same whenever it is asked", () => {
    const planned = deliveriesOf([gate(1), ended], channels);
    expect(planned.map(({ channelId, held }) => [channelId, held])).toEqual([
      ["a", false],
      ["b", true],
      ["b", true],
    ]);
    expect(new Set(planned.map(({ id }) => id)).size).toBe(3);
    expect(deliveriesOf([gate(1), ended], channels)).toEqual(planned);
  });

  it("leaves out channels of people and roles whom it does not concern", () => {
    const owned = ["", "key:k1", "key:k2", "role:legal", "local"].map(
      (owner): ChannelWishes => ({
        id: owner,
        events: ["gate.opened", "run.failed"],
        digest: "off",
        ...(owner !== "" && { owner: channelOwner(owner, { roles: owner === "key:k2" ? ["legal"] : [] }) }),
      }),
    );
    const heardBy = (notice: Notice) => deliveriesOf([notice], owned).map(({ channelId }) => channelId);
    const asking = (...assignees: string[]): Notice => ({
      ...gate(1),
      ...(gate(1).gate && { gate: { ...(gate(1).gate as GateNotice), assignees } }),
    });
    expect(heardBy(gate(1))).toEqual(["", "key:k1", "key:k2", "role:legal", "local"]);
    expect(heardBy(asking("role:legal"))).toEqual(["", "key:k2", "role:legal", "local"]);
    expect(heardBy(asking("key:k1"))).toEqual(["", "key:k1", "local"]);
    expect(heardBy({ ...ended, startedBy: "key:k1" })).toEqual(["", "key:k1"]);
    expect(heardBy(ended)).toEqual([""]);
  });
});

it("tries are spread over hours, ever further apart, and end", () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, n) => retryDelayMs(n + 1));
  expect(delays.at(-1)).toBeUndefined();
  const waits = delays.slice(0, -1) as number[];
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
  expect(waits.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(5 * HOUR_MS);
});
