import { formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import { describeLimit } from "@/lib/core/describe/costs/budgets";
import { KIND_LABELS } from "@/lib/core/describe/gates/words";
import type { DigestNotice, Notice, NotificationEvent, TestNotice, Told } from "@/lib/core/notifications";

/** A message before it takes the form of its channel: its first line, what follows, and where it leads. */
export type MessageText = {
  title: string;
  /** Facts by their names; empty for a digest. */
  facts: { label: string; value: string }[];
  lists: { title: string; items: { text: string; url: string }[] }[];
  closing: string[];
  link: { label: string; url: string };
};

const TITLES: Record<NotificationEvent, string> = {
  "gate.opened": "Waiting for you",
  "gate.escalated": "Still waiting: escalated",
  "gate.asked": "Question at a gate",
  "run.limit_near": "Limit nearly reached",
  "run.failed": "Run failed",
  "run.completed": "Run completed",
};
const MICRO = 1_000_000;

/** The page of a gate, by its id, whatever has become of it. */
export const gateUrl = (publicUrl: string, approvalId: string): string =>
  `${publicUrl}/inbox?gate=${encodeURIComponent(approvalId)}`;
export const runUrl = (publicUrl: string, runId: string): string =>
  `${publicUrl}/runs/${encodeURIComponent(runId)}`;

const urlOf = (publicUrl: string, { gate, runId }: Notice): string =>
  gate ? gateUrl(publicUrl, gate.approvalId) : runUrl(publicUrl, runId);

/** A message in one line, as a subject or in a list. */
export function describeTold(told: Told): string {
  if (told.event === "test") return "Test message from Waymark";
  if (told.event === "digest") return digestTitle(told);
  const { gate, mission, event } = told;
  return gate ? `${TITLES[event]}: ${gate.prompt}` : `${TITLES[event]}: ${mission}`;
}

/** What people read of a message, in whatever form it reaches them. */
export function textOf(told: Told, publicUrl: string): MessageText {
  if (told.event === "test") return testText(told, publicUrl);
  return told.event === "digest" ? digestText(told, publicUrl) : noticeText(told, publicUrl);
}

function noticeText(notice: Notice, publicUrl: string): MessageText {
  const { gate, end, limit, mission } = notice;
  const facts = [
    ...(gate ? [{ label: "Gate", value: KIND_LABELS[gate.kind] }] : []),
    ...(gate?.risk ? [{ label: "Risk", value: "High: approving it takes two steps" }] : []),
    ...(gate?.deadlineAtMs === undefined
      ? []
      : [{ label: "Deadline", value: formatMoment(gate.deadlineAtMs) }]),
    { label: "Mission", value: mission },
    ...(limit ? [{ label: "Limit", value: describeLimit(limit) }] : []),
    ...(end
      ? [
          { label: "Outcome", value: end.text },
          { label: "Duration", value: formatDuration(end.durationMs) },
        ]
      : []),
    ...(end?.costMicroUsd === undefined
      ? []
      : [{ label: "Cost", value: formatUsd(end.costMicroUsd / MICRO) }]),
  ];
  const link = { label: gate ? "Open the gate" : "Open the run", url: urlOf(publicUrl, notice) };
  return { title: describeTold(notice), facts, lists: [], closing: [], link };
}

function digestText(digest: DigestNotice, publicUrl: string): MessageText {
  const { waiting, ended, answered, more } = digest;
  const itemOf = (notice: Notice) => {
    const text = notice.gate
      ? `${notice.gate.prompt} (${notice.mission})`
      : `${notice.limit ? describeLimit(notice.limit) : notice.end?.text}: ${notice.mission}`;
    return { text, url: urlOf(publicUrl, notice) };
  };
  const lists = [
    { title: "Gates waiting", items: waiting.map(itemOf) },
    { title: "Runs", items: ended.map(itemOf) },
  ];
  return {
    title: digestTitle(digest),
    facts: [],
    lists: lists.filter(({ items }) => items.length > 0),
    closing: [
      ...(more > 0 ? [`${more} more in Waymark.`] : []),
      ...(answered > 0 ? [`${counted(answered, "gate", "gates")} answered in the meantime.`] : []),
    ],
    link: { label: "Open the inbox", url: `${publicUrl}/inbox` },
  };
}

function testText(_told: TestNotice, publicUrl: string): MessageText {
  const closing = ["This channel works. Messages about gates and runs will look like this one."];
  const link = { label: "Open the settings", url: `${publicUrl}/settings/notifications` };
  return { title: "Test message from Waymark", facts: [], lists: [], closing, link };
}

function digestTitle({ waiting, ended, more }: DigestNotice): string {
  const parts = [
    ...(waiting.length > 0 ? [`${counted(waiting.length, "gate", "gates")} waiting`] : []),
    ...(ended.length > 0 ? [`${counted(ended.length, "message", "messages")} about runs`] : []),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  return parts.join(", ");
}

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** `2026-11-26 14:05 UTC`: a message does not know where it is read. */
const formatMoment = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
