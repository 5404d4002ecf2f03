"use client";

import { useRouter } from "next/navigation";
import { byRoute, useAct } from "@/lib/client/mutation";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";

/** Starts a mission and goes to its run, which takes the page's place, or answers false; `pending` is what is being started. */
export function useStartMission() {
  const router = useRouter();
  const { act, ...mutation } = useAct({ send: byRoute("POST /api/v1/runs"), shows: () => false });
  /** `query` says how the run's page is to begin, such as `?timeline=open`. */
  const startMission = async (input: CreateRunInput, query = "") => {
    const reply = await act(input);
    if (!reply) return false;
    router.push(`/runs/${reply.runId}${query}`);
    return true;
  };
  return { ...mutation, startMission };
}
