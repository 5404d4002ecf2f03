"use client";

import { lazy, useState } from "react";
import { formatBytes } from "@/lib/core/describe/bytes";
import type { Json } from "@/lib/core/json";
import { beginningOf } from "@/lib/core/run/gates/reading";
import { Button } from "../../ui/button";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { useNotesUnread, useOpened } from "./unread";
import { displayOf, looksLikeMarkdown, ROW_CHARS, rowText } from "./value-display";

/**
 * A value as it reads best: a flat map as rows, a text as it is, the rest as JSON, its keys as they were written and none of
 * them left out, however they are called. What misleads in it is said above it, and how much of it is out of view below.
 */
export function ValueText({
  value,
  maxChars = ROW_CHARS,
  isEvidence = false,
  hasMarkdown = false,
}: ValueTextProps) {
  return (
    <div className="grid min-w-0 gap-1">
      <TextWarnings value={value} />
      <Shown value={value} maxChars={maxChars} isEvidence={isEvidence} hasMarkdown={hasMarkdown} />
    </div>
  );
}

type ValueTextProps = {
  value: Json;
  /** Of a text in a row. */
  maxChars?: number;
  /** What is decided about rests on it: it need not be opened. */
  isEvidence?: boolean;
  /** A text may be drawn as Markdown, in a boundary that waits for what draws it. */
  hasMarkdown?: boolean;
};

export const loadMarkdown = () => import("../../ui/quoted-markdown");
const QuotedMarkdown = lazy(() => loadMarkdown().then((room) => ({ default: room.QuotedMarkdown })));

function Shown({ value, maxChars, isEvidence, hasMarkdown }: Required<ValueTextProps>) {
  const display = displayOf(value, maxChars);
  if ("text" in display) return <LongText {...display} isEvidence={isEvidence} hasMarkdown={hasMarkdown} />;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs">
      {display.rows.map(([name, part]) => (
        <div key={name} className="contents">
          <dt className="wrap-anywhere max-w-40 font-mono text-muted">
            <SeenText text={name} />
          </dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            <SeenText text={rowText(part)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type LongTextProps = { text: string; isJson: boolean; isEvidence: boolean; hasMarkdown: boolean };

/** Short at first, and all of it when asked for: nothing of it is hidden in a box that scrolls. */
function LongText({ text, isJson, isEvidence, hasMarkdown }: LongTextProps) {
  const [isAsWritten, setAsWritten] = useState(false);
  const isFormatted = hasMarkdown && !isJson && looksLikeMarkdown(text);
  const { isOpen, wasOpened, show } = useOpened(text);
  const beginning = beginningOf(text);
  const drawn = isOpen ? text : (beginning ?? text);
  const isUnread = beginning !== undefined && !wasOpened && !isEvidence;
  const box = useNotesUnread(isUnread, () => show(true));
  return (
    <div ref={box} className="grid gap-1.5">
      {isFormatted && !isAsWritten ? (
        <QuotedMarkdown text={drawn} />
      ) : (
        <div
          dir="auto"
          className={`wrap-anywhere whitespace-pre-wrap text-muted ${isJson ? "font-mono text-xs" : ""}`}
        >
          <SeenText text={drawn} />
          {beginning !== undefined && !isOpen && "…"}
        </div>
      )}
      {(beginning !== undefined || isFormatted) && (
        <div className="flex flex-wrap items-center gap-2 text-xs">
          {beginning !== undefined && !isOpen && (
            <span className="text-amber">{unseenSize(text, beginning)}</span>
          )}
          {beginning !== undefined && (
            <Button size="small" aria-expanded={isOpen} onClick={() => show(!isOpen)}>
              {isOpen ? "Show less" : "Show all"}
            </Button>
          )}
          {isFormatted && (
            <Button size="small" aria-pressed={isAsWritten} onClick={() => setAsWritten(!isAsWritten)}>
              As written
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** `1.2 KB of 1.7 KB not shown`. */
function unseenSize(text: string, beginning: string): string {
  const bytes = byteLength(text);
  return `${formatBytes(bytes - byteLength(beginning))} of ${formatBytes(bytes)} not shown`;
}
