import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { valueQuery } from "@/lib/client/query";
import { textOf } from "@/lib/client/use-stored-text";
import { type instructionsOf, isCut } from "@/lib/core/plan/targets";
import { beginningOf } from "@/lib/core/run/gates/reading";
import { Button } from "../../ui/button";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { useNotesUnread, useOpened } from "./unread";

type LabelledTextProps = { runId: string; label: string; text: ReturnType<typeof instructionsOf>[number] };

/** Another text of a piece of work, under what it is. */
export function LabelledText({ runId, label, text }: LabelledTextProps) {
  const shown = usePlanText(runId, [text]);
  return (
    <>
      <TextWarnings value={[shown.text]} />
      <span className="wrap-anywhere pl-4 text-xs first-letter:uppercase">
        <SeenText text={`${label}:`} />
      </span>
      <PlanText {...shown} />
    </>
  );
}

type PlanTextValue = ReturnType<typeof usePlanText>;

/** Texts of a plan as one; what is kept apart stands in with its beginning until it is asked for. */
export function usePlanText(runId: string, texts: ReturnType<typeof instructionsOf>) {
  const [isWanted, setWanted] = useState(false);
  const digests = [...new Set(texts.flatMap((text) => (isCut(text) ? [text.$ref] : [])))];
  const loaded = useQueries({
    queries: digests.map((digest) => ({ ...valueQuery(runId, digest), enabled: isWanted })),
  });
  const bodies = new Map(digests.map((digest, index) => [digest, loaded[index]?.data]));
  const text = texts
    .map((one) => textOf(isCut(one) ? (bodies.get(one.$ref) ?? one.preview) : one))
    .join("\n");
  return {
    text,
    isWhole: loaded.every(({ data }) => data !== undefined),
    isFetching: loaded.some(({ isFetching }) => isFetching),
    isError: loaded.some(({ isError }) => isError),
    load: () => {
      setWanted(true);
      for (const one of loaded) if (one.isError) void one.refetch();
    },
  };
}

/** Whole where it is short; else it has to be opened once before anything with a risk is let pass. */
export function PlanText({ text, isWhole, isFetching, isError, load }: PlanTextValue) {
  const opening = useOpened(text);
  const { isOpen, wasOpened } = opening;
  const beginning = beginningOf(text);
  const isLong = beginning !== undefined || !isWhole;
  const show = (next: boolean) => {
    opening.show(next);
    if (next) load();
  };
  const box = useNotesUnread(isLong && !(wasOpened && isWhole), () => show(true));
  return (
    <div ref={box} className="grid gap-1 pl-4">
      <div
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap font-mono text-muted text-xs"
        aria-busy={isFetching}
      >
        <SeenText text={isOpen ? text : (beginning ?? text)} />
        {(beginning !== undefined ? !isOpen : !isWhole) && "…"}
      </div>
      {isLong && (
        <Button
          size="small"
          className="justify-self-start"
          disabled={isFetching}
          aria-expanded={isOpen && isWhole}
          onClick={() => show(!(isOpen && isWhole))}
        >
          {isFetching ? "Loading…" : isOpen && isWhole ? "Show less" : "Show all"}
        </Button>
      )}
      {isError && !isFetching && (
        <p role="alert" className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>
          Could not load the text. Try again.
        </p>
      )}
    </div>
  );
}
