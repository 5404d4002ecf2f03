"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiProblem } from "@/lib/client/call";
import { valueQuery } from "@/lib/client/query";
import { textOf } from "@/lib/client/use-stored-text";
import type { Json } from "@/lib/core/json";
import type { LongText } from "@/lib/core/plan/stored";
import { isCut } from "@/lib/core/plan/targets";
import type { StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { Part, useNotesUnread } from "../approvals/context/unread";
import { Button } from "../ui/button";
import { SeenText, TextWarnings } from "../ui/seen-text";

type PlanValueProps = { runId: string; value: Json | LongText; isCode?: boolean };

/** A value of a plan version, whose long texts are kept apart: what only looks like one that is, no version holds as it is. */
export const PlanValue = ({ value, ...props }: PlanValueProps) =>
  isCut(value) ? <ValueView {...props} stored={value} /> : <ValueView {...props} value={value} />;

type Ref = { digest: string; bytes: number; preview: string };

/** Characters shown before somebody asks for the rest. */
const SHORT_CHARS = 1_200;

type ValueViewProps = {
  runId: string;
  /** The text is a program. */
  isCode?: boolean;
  /** Among the parts of what is read before something is let pass. */
  part?: string;
} & Shown;

/** A value is drawn as it is, whatever its keys; what is kept apart comes as what keeps it. */
type Shown = { value: Json } | { stored: LongText | StoredValue };

/** A value as text: short at first, all of it when asked for, also when it has to be fetched. */
export function ValueView({ part, ...props }: ValueViewProps) {
  if (part === undefined) return <Viewed {...props} />;
  return (
    <Part name={part}>
      <Viewed {...props} />
    </Part>
  );
}

function Viewed({ runId, isCode = false, ...given }: ValueViewProps) {
  const ref = "stored" in given ? refOf(given.stored) : undefined;
  const [open, setOpen] = useState(false);
  const query = { ...valueQuery(runId, ref?.digest ?? ""), enabled: ref !== undefined && open };
  const { data: loaded, isFetching, isError, error, refetch } = useQuery(query);
  const shown = ref ? (loaded ?? ref.preview) : plainOf(given);
  const text = textOf(shown);
  const isLong = text.length > SHORT_CHARS;
  const isMissing = ref !== undefined && loaded === undefined;
  const [seen, setSeen] = useState<string>();
  const load = () => {
    setOpen(true);
    if (isError) void refetch();
  };
  const close = () => {
    setOpen(false);
    setSeen(text);
  };
  const box = useNotesUnread(isMissing || (isLong && !open && seen !== text), load, isMissing && isError);
  return (
    <div ref={box} className="grid gap-1.5">
      <TextWarnings value={shown} />
      <pre
        dir="auto"
        className={`whitespace-pre-wrap rounded-lg border border-line bg-ground px-2.5 py-2 ${typeof shown === "string" && !isCode ? "font-sans" : "font-mono text-xs"}`}
      >
        <SeenText text={open || !isLong ? text : cutText(text, SHORT_CHARS)} />
        {!open && isLong && "…"}
      </pre>
      {ref && loaded === undefined && (
        <Button size="small" className="justify-self-start" disabled={isFetching} onClick={load}>
          {isFetching ? "Loading…" : `Show all (${sizeText(ref.bytes)})`}
        </Button>
      )}
      {(!ref || loaded !== undefined) && isLong && (
        <Button size="small" className="justify-self-start" onClick={open ? close : load}>
          {open ? "Show less" : `Show all (${sizeText(text.length)})`}
        </Button>
      )}
      {isError && !isFetching && (
        <p role="alert" className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>
          {(error as Partial<ApiProblem>).code === "not_found"
            ? error.message
            : "Could not load the value. Try again."}
        </p>
      )}
    </div>
  );
}

function refOf(stored: LongText | StoredValue): Ref | undefined {
  if (typeof stored === "string") return undefined;
  const { bytes, preview } = stored;
  if ("$ref" in stored) return { digest: stored.$ref, bytes, preview };
  return "ref" in stored ? { digest: stored.ref, bytes, preview } : undefined;
}

/** A plain value as it is, and one that travelled inline. */
function plainOf(given: Shown): Json {
  if ("value" in given) return given.value;
  const { stored } = given;
  if (typeof stored === "string") return stored;
  return "inline" in stored ? stored.inline : stored.preview;
}

function sizeText(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024)} KB`;
}
