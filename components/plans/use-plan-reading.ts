"use client";

import { useEffect, useRef, useState } from "react";
import type { CriticTool } from "@/lib/core/plan";
import type { ReadReply, ReadRequest } from "./plan.worker";
import { type BoundBy, type PlanReading, readPasted } from "./plan-reading";

/** Quiet time after a key before a text is read. */
const QUIET_MS = 120;

type Read = { text: string; reading: PlanReading | undefined; drawn: PlanReading | undefined };

/**
 * What a text is as a plan, read in a web worker while it is typed. `reading` is that of the last text that was read,
 * `behind` while a newer one waits for its turn; `drawn` is the last that was a plan, so that half a word in the text
 * takes nothing away from who looks at it. `policies` has to stay the same object while they say the same.
 */
export function usePlanReading(text: string, tools: readonly CriticTool[], policies: BoundBy) {
  const [read, setRead] = useState<Read>({ text: "", reading: undefined, drawn: undefined });
  const ask = useReader(tools);
  useEffect(() => {
    const timer = setTimeout(
      () => ask({ text, policies }, (reading) => setRead((last) => readAfter(last, text, reading))),
      QUIET_MS,
    );
    return () => clearTimeout(timer);
  }, [text, policies, ask]);
  const isEmpty = text.trim() === "";
  const { reading, drawn } = isEmpty ? { reading: undefined, drawn: undefined } : read;
  return { reading, drawn, behind: !isEmpty && read.text !== text };
}

function readAfter({ drawn }: Read, text: string, reading: PlanReading | undefined): Read {
  return { text, reading, drawn: reading && (reading.plan ? reading : drawn) };
}

type Tell = (reading: PlanReading | undefined) => void;
type Question = { text: string; policies: BoundBy };
type Job = Question & { tell: Tell };

/** Asks one worker, which has one text at a time: of those that come meanwhile only the newest is read. */
function useReader(tools: readonly CriticTool[]): (question: Question, tell: Tell) => void {
  const reader = useRef<((job: Job) => void) | undefined>(undefined);
  useEffect(() => {
    const { ask, stop } = startReader(tools);
    reader.current = ask;
    return stop;
  }, [tools]);
  return useRef((question: Question, tell: Tell) => reader.current?.({ ...question, tell })).current;
}

function startReader(tools: readonly CriticTool[]): { ask(job: Job): void; stop(): void } {
  const worker = new Worker(new URL("./plan.worker.ts", import.meta.url), { type: "module" });
  let number = 0;
  let busy: Job | undefined;
  let next: Job | undefined;
  let broken = false;
  const send = (job: Job) => {
    // A page whose worker did not start reads by itself: slower, and just as well.
    if (broken) return job.tell(readPasted(job.text, tools, job.policies));
    busy = job;
    number += 1;
    const { text, policies } = job;
    worker.postMessage({ number, text, tools, policies } satisfies ReadRequest);
  };
  const goOn = () => {
    const job = next;
    busy = next = undefined;
    if (job) send(job);
  };
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    if (data.number !== number) return;
    busy?.tell(data.reading);
    goOn();
  };
  worker.onerror = () => {
    broken = true;
    next ??= busy;
    goOn();
  };
  return {
    ask: (job) => {
      if (busy) next = job;
      else send(job);
    },
    stop: () => worker.terminate(),
  };
}
