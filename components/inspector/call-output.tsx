"use client";

import type { LiveText } from "@/lib/client/live/live-text";
import { formatCounted } from "@/lib/core/describe/amounts";
import { upperFirst } from "@/lib/core/describe/letters";
import { streamTexts } from "@/lib/core/trajectory/chunks";
import type { StepChunk } from "@/lib/core/trajectory/types";
import { ValueView } from "./value-view";

/** While output comes, its end is what matters; all of it is there when the call has ended. */
const LIVE_LINES = 12;

type CallOutputProps = {
  runId: string;
  tool: string;
  /** What is stored with the step. */
  stored: readonly StepChunk[];
  /** What comes at this moment; not announced, it would never be quiet. */
  live: readonly LiveText[];
};

/** What a call tells while it runs, then what it told. */
export function CallOutput({ runId, tool, stored, live }: CallOutputProps) {
  const streams = new Set(stored.map(({ stream }) => stream));
  const liveStreams = live.filter(({ stream = "", text }) => text !== "" && !streams.has(stream));
  return (
    <>
      {liveStreams.map(({ streamId, stream = "output", text }) => (
        <section key={streamId} aria-label={`${upperFirst(stream)} of ${tool}, live`} className="grid gap-1">
          <p className="text-run text-xs">
            <span aria-hidden="true">◐ </span>
            {upperFirst(stream)}, live
          </p>
          <pre className="whitespace-pre-wrap break-words rounded-lg border border-run/40 bg-ground px-2.5 py-2 font-mono text-xs">
            {lastLines(text)}
          </pre>
        </section>
      ))}
      {streamTexts(stored).map(({ stream, text }) => (
        <details key={stream}>
          <summary className="cursor-pointer py-1 text-muted text-xs">
            {upperFirst(stream)} while running ({lineCount(text)})
          </summary>
          <ValueView runId={runId} value={text} isCode />
        </details>
      ))}
    </>
  );
}

function lineCount(text: string): string {
  const lines = text.trimEnd().split("\n").length;
  return formatCounted(lines, "line", "lines");
}

function lastLines(text: string): string {
  const lines = text.trimEnd().split("\n");
  return lines.length <= LIVE_LINES ? lines.join("\n") : ["…", ...lines.slice(-LIVE_LINES)].join("\n");
}
