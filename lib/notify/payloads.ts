import { describeLimit } from "@/lib/core/describe/costs/budgets";
import type { JsonObject } from "@/lib/core/json";
import type { Notice, Told } from "@/lib/core/notifications";
import { cutText } from "@/lib/core/text";
import { gateUrl, type MessageText, runUrl, textOf } from "./texts";

/** Of whom a message is, and where its links lead. */
type MessageFrame = { workspaceId: string; publicUrl: string };

const iso = (ms: number): string => new Date(ms).toISOString();

/** The body of a webhook: `type`, `timestamp` and `data`, as Standard Webhooks has it (docs/notifications.md, "Webhooks"). */
export function webhookBody(told: Told, { workspaceId, publicUrl }: MessageFrame): JsonObject {
  const data = (): JsonObject => {
    if (told.event === "test") return {};
    if (told.event !== "digest") return noticeData(told, publicUrl);
    const { sinceMs, waiting, ended, answered, more } = told;
    const list = (notices: Notice[]) => notices.map((notice) => noticeData(notice, publicUrl));
    return { since: iso(sinceMs), waiting: list(waiting), ended: list(ended), answered, more };
  };
  return { type: told.event, timestamp: iso(told.atMs), data: { workspace: workspaceId, ...data() } };
}

function noticeData({ event, runId, seq, mission, gate, end, limit }: Notice, publicUrl: string): JsonObject {
  return {
    event,
    run: { id: runId, seq, mission, url: runUrl(publicUrl, runId) },
    ...(gate && {
      gate: {
        id: gate.approvalId,
        kind: gate.kind,
        prompt: gate.prompt,
        risk: gate.risk ?? "normal",
        deadline: gate.deadlineAtMs === undefined ? null : iso(gate.deadlineAtMs),
        url: gateUrl(publicUrl, gate.approvalId),
      },
    }),
    ...(limit && { limit: { ...limit, text: describeLimit(limit) } }),
    ...(end && {
      outcome: {
        reason: end.reason,
        text: end.text,
        durationMs: end.durationMs,
        costUsd: end.costMicroUsd === undefined ? null : end.costMicroUsd / 1_000_000,
      },
    }),
  };
}

const SLACK_SECTION_CHARS = 2_900;
const SLACK_HEADER_CHARS = 149;
const SLACK_ITEMS = 10;

/** A message for an incoming webhook of Slack: `text` is what a notification shows, `blocks` what the channel does. */
export function slackBody(told: Told, { publicUrl }: MessageFrame): JsonObject {
  const { title, facts, lists, closing, link } = textOf(told, publicUrl);
  const plain = (text: string, chars: number) => ({
    type: "plain_text",
    text: cutText(text, chars),
    emoji: false,
  });
  const section = (text: string) => ({ type: "section", text: plain(text, SLACK_SECTION_CHARS) });
  const linked = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
  return {
    text: `${slackText(title)} ${slackLink(link)}`,
    blocks: [
      { type: "header", text: plain(title, SLACK_HEADER_CHARS) },
      ...(facts.length > 0
        ? [section(facts.map(({ label, value }) => `${label}: ${value}`).join("\n"))]
        : []),
      ...lists.flatMap(({ title: heading, items }) => [
        section(heading),
        ...chunksOf(items, SLACK_ITEMS).map((some) =>
          linked(
            some.map(({ text, url }) => `• ${slackLink({ label: cutText(text, 200), url })}`).join("\n"),
          ),
        ),
      ]),
      ...(closing.length > 0 ? [section(closing.join(" "))] : []),
      linked(slackLink(link)),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Text that Slack shows as it is: none of it makes a link or calls anyone. */
const slackText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** A bar would end the address. */
const slackLink = ({ label, url }: { label: string; url: string }): string =>
  `<${slackText(url).replace(/\|/g, "%7C")}|${slackText(label).replace(/\|/g, "/")}>`;

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, n * size + size),
  );
}

const SUBJECT_CHARS = 150;

/** An e-mail, in plain text alone. */
export function mailOf(told: Told, { publicUrl }: MessageFrame): { subject: string; text: string } {
  const text = textOf(told, publicUrl);
  return { subject: cutText(`[Waymark] ${text.title}`, SUBJECT_CHARS), text: mailText(text) };
}

function mailText({ title, facts, lists, closing, link }: MessageText): string {
  const parts = [
    title,
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    ...lists.map(({ title: heading, items }) =>
      [`${heading}:`, ...items.map(({ text, url }) => `- ${text}\n  ${url}`)].join("\n"),
    ),
    closing.join("\n"),
    `${link.label}: ${link.url}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
