"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiProblem } from "@/lib/client/fetch-json";
import { valueQuery } from "@/lib/client/query";
import { textOf } from "@/lib/client/use-stored-text";
import type { Json } from "@/lib/core/json";
import type { LongText } from "@/lib/core/plan/stored";
import type { StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { useNotesUnread } from "../approvals/context/unread";
import { Button } from "../ui/button";
import { SeenText, TextWarnings } from "../ui/seen-text";

type Ref = { digest: string; bytes: number; preview: string };

/** Characters shown before somebody asks for the rest. */
const SHORT_CHARS = 1_200;

type ValueViewProps = {
  runId: string;
  value: Json | LongText | StoredValue;
  /** The text is a program. */
  isCode?: boolean;
};

/** A value as text: short at first, all of it when asked for, also when it has to be fetched. */
export function ValueView({ runId, value, isCode = false }: ValueViewProps) {
  const ref = refOf(value);
  const [open, setOpen] = useState(false);
  const query = { ...valueQuery(runId, ref?.digest ?? ""), enabled: ref !== undefined && open };
  const { data: loaded, isFetching, isError, error, refetch } = useQuery(query);
  const shown = ref ? (loaded ?? ref.preview) : plainOf(value);
  const text = textOf(shown);
  const isLong = text.length > SHORT_CHARS;
  const [wasOpened, setOpened] = useState(false);
  const load = () => {
    setOpen(true);
    setOpened(true);
    if (isError) void refetch();
  };
  const box = useNotesUnread((isLong || (ref !== undefined && loaded === undefined)) && !wasOpened, load);
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
        <Button size="small" className="justify-self-start" onClick={() => (open ? setOpen(false) : load())}>
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

function refOf(value: Json | LongText | StoredValue): Ref | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { $ref, ref, bytes, preview } = value as Record<string, Json | undefined>;
  const digest = $ref ?? ref;
  if (typeof digest !== "string" || typeof bytes !== "number" || typeof preview !== "string")
    return undefined;
  return { digest, bytes, preview };
}

/** A stored value that travelled inline, or a plain one as it is. */
function plainOf(value: Json | LongText | StoredValue): Json {
  const isStored = typeof value === "object" && value !== null && "inline" in value && "facts" in value;
  return (isStored ? value.inline : value) as Json;
}

function sizeText(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024)} KB`;
}
