"use client";

import { formatBytes } from "@/lib/core/describe/bytes";
import type { Json } from "@/lib/core/json";
import { beginningOf } from "@/lib/core/run/gates/reading";
import { Button } from "../../ui/button";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { useNotesUnread, useOpened } from "./unread";
import { displayOf, ROW_CHARS } from "./value-display";

/**
 * A value as it reads best: a flat map as rows, a text as it is, the rest as JSON, its keys as they were written and none of
 * them left out, however they are called. What misleads in it is said above it, and how much of it is out of view below.
 */
export function ValueText({ value, maxChars = ROW_CHARS, isEvidence = false }: ValueTextProps) {
  return (
    <div className="grid min-w-0 gap-1">
      <TextWarnings value={value} />
      <Shown {...{ value, maxChars, isEvidence }} />
    </div>
  );
}

type ValueTextProps = {
  value: Json;
  /** Of a text in a row. */
  maxChars?: number;
  /** What is decided about rests on it: it need not be opened. */
  isEvidence?: boolean;
};

function Shown({ value, maxChars, isEvidence }: Required<ValueTextProps>) {
  const display = displayOf(value, maxChars);
  if ("text" in display) return <LongText {...display} isEvidence={isEvidence} />;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs">
      {display.rows.map(([name, part]) => (
        <div key={name} className="contents">
          <dt className="wrap-anywhere max-w-40 font-mono text-muted">
            <SeenText text={name} />
          </dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            <SeenText text={String(part)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type LongTextProps = { text: string; isJson: boolean; isEvidence: boolean };

/** Short at first, and all of it when asked for: nothing of it is hidden in a box that scrolls. */
function LongText({ text, isJson, isEvidence }: LongTextProps) {
  const { isOpen, wasOpened, show } = useOpened(text);
  const beginning = beginningOf(text);
  const isUnread = beginning !== undefined && !wasOpened && !isEvidence;
  const box = useNotesUnread(isUnread, () => show(true));
  return (
    <div ref={box} className="grid gap-1.5">
      <div
        dir="auto"
        className={`wrap-anywhere whitespace-pre-wrap text-muted ${isJson ? "font-mono text-xs" : ""}`}
      >
        <SeenText text={isOpen ? text : (beginning ?? text)} />
        {beginning !== undefined && !isOpen && "…"}
      </div>
      {beginning !== undefined && (
        <div className="flex flex-wrap items-center gap-x-2 text-xs">
          {!isOpen && <span className="text-amber">{unseenSize(text, beginning)}</span>}
          <Button size="small" aria-expanded={isOpen} onClick={() => show(!isOpen)}>
            {isOpen ? "Show less" : "Show all"}
          </Button>
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
