"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { ModelReplayInput } from "@/lib/core/inputs/replays";
import { replayHref } from "./address";
import { errorsOf, modelSettingsOf, NOTHING_TYPED, type ReplayModels } from "./variants";

/** What is typed of a model replay, and starting it with the trajectories that were chosen, if there are any. */
export function useModelReplay(
  models: ReplayModels,
  chosen: () => ModelReplayInput["trajectories"] | undefined,
) {
  const router = useRouter();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [isTried, setTried] = useState(false);
  const { act, pending, problem } = useAct({
    send: byRoute("POST /api/v1/replays"),
    invalidates: [queryKeys.replays],
  });
  const errors = errorsOf(typed, models);
  const submit = async () => {
    setTried(true);
    const trajectories = chosen();
    if (errors || !trajectories) return;
    const reply = await act({ kind: "model", trajectories, settings: modelSettingsOf(typed, models) });
    if (reply) router.push(replayHref(reply.replayId));
  };
  return {
    fields: { typed, errors: isTried ? errors : undefined, onChange: setTyped },
    submit,
    isTried,
    pending: pending !== undefined,
    problem,
  };
}
