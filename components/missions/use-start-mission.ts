"use client";

import { useRouter } from "next/navigation";
import { useAct } from "@/lib/client/mutation";
import { toPageText } from "@/lib/client/page-text";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import type { StartMission } from "./mission-draft";

/** Starts a mission and goes to its run, which takes the page's place, or answers false; `pending` is what is being started. */
export function useStartMission(start: StartMission) {
  const router = useRouter();
  const { act, ...mutation } = useAct({
    send: (input: CreateRunInput, key) => start(toPageText({ ...input, key })),
    shows: () => false,
  });
  /** `query` says how the run's page is to begin, such as `?timeline=open`. */
  const startMission = async (input: CreateRunInput, query = "") => {
    const reply = await act(input);
    if (!reply?.runId) return false;
    router.push(`/runs/${reply.runId}${query}`);
    return true;
  };
  return { ...mutation, startMission };
}
