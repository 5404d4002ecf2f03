"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CriticTool } from "@/lib/core/plan";
import { ownReviewsFor } from "./own-reviews";
import type { ReadReply, ReadRequest } from "./plan.worker";
import type { PlanHeldAgainst, PlanReading } from "./plan-reading";

/** Quiet time after a key before a text is read. */
const DEBOUNCE_MS = 120;
/** So many characters at once are pasted: nobody types on, and the text is read at once. */
const PASTED_CHARS = 200;

type Read = { text: string; reading: PlanReading | undefined; lastValid: PlanReading | undefined };

/**
 * What a text is as a plan, read in a web worker while it is typed. `reading` is that of the last text that was read,
 * `behind` while a newer one waits for its turn; `drawn` is the last that was a plan, so that half a word in the text
 * takes nothing away from who looks at it. `against` has to stay the same object while it says the same.
 */
export function usePlanReading(text: string, tools: readonly CriticTool[], against: PlanHeldAgainst) {
  const [read, setRead] = useState<Read>({ text: "", reading: undefined, lastValid: undefined });
  const ask = useReader(tools);
  const lastLength = useRef(0);
  useEffect(() => {
    const isPasted = Math.abs(text.length - lastLength.current) >= PASTED_CHARS;
    lastLength.current = text.length;
    const timer = setTimeout(
      () => ask({ text, against }, (reading) => setRead((last) => nextRead(last, text, reading))),
      isPasted ? 0 : DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, against, ask]);
  const isEmpty = text.trim() === "";
  const { reading, lastValid } = isEmpty ? { reading: undefined, lastValid: undefined } : read;
  return { reading, lastValid, isStale: !isEmpty && read.text !== text };
}

function nextRead({ lastValid }: Read, text: string, reading: PlanReading | undefined): Read {
  return { text, reading, lastValid: reading && (reading.plan ? reading : lastValid) };
}

type OnRead = (reading: PlanReading | undefined) => void;
type ReadInput = { text: string; against: PlanHeldAgainst };
type ReadJob = ReadInput & { onRead: OnRead };

/** Asks one worker, which has one text at a time: of those that come in the meantime only the newest is read. */
function useReader(tools: readonly CriticTool[]): (question: ReadInput, onRead: OnRead) => void {
  const reader = useRef<((job: ReadJob) => void) | undefined>(undefined);
  const cache = useQueryClient();
  useEffect(() => {
    const { ask, stop } = startReader(tools, cache);
    reader.current = ask;
    return stop;
  }, [tools, cache]);
  return useRef((question: ReadInput, onRead: OnRead) => reader.current?.({ ...question, onRead })).current;
}

function startReader(
  tools: readonly CriticTool[],
  cache: QueryClient,
): { ask(job: ReadJob): void; stop(): void } {
  const worker = new Worker(new URL("./plan.worker.ts", import.meta.url), { type: "module" });
  let number = 0;
  let busy: ReadJob | undefined;
  let next: ReadJob | undefined;
  let broken = false;
  let last: PlanReading | undefined;
  const send = async (job: ReadJob) => {
    busy = job;
    number += 1;
    const { text, against } = job;
    const asked = { number, text, tools, against, reviews: await ownReviewsFor(text, cache) };
    if (asked.number !== number) return;
    if (broken) await readHere(asked, job.onRead).finally(readNext);
    else worker.postMessage(asked satisfies ReadRequest);
  };
  const readNext = () => {
    const job = next;
    busy = next = undefined;
    if (job) void send(job);
  };
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    if (data.number !== number) return;
    last = data.reading && ({ ...last, ...data.reading } as PlanReading);
    busy?.onRead(last);
    readNext();
  };
  worker.onerror = () => {
    broken = true;
    next ??= busy;
    readNext();
  };
  return {
    ask: (job) => {
      if (busy) next = job;
      else void send(job);
    },
    stop: () => worker.terminate(),
  };
}

/** A page whose worker did not start reads by itself: slower, and just as well. */
async function readHere({ text, tools, against, reviews }: ReadRequest, onRead: OnRead): Promise<void> {
  const { readPlanSource } = await import("./plan-reading");
  onRead(readPlanSource(text, tools, against, reviews));
}
