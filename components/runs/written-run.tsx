"use client";

import { useMemo } from "react";
import { fromPageText, type PageText } from "@/lib/client/page-text";
import type { RunPageView } from "@/lib/core/views";
import { RunScreen } from "./run-screen";

/** The control room of a run that is read with its page. */
export function WrittenRun({ view: { json } }: { view: PageText<RunPageView> }) {
  const view = useMemo((): RunPageView => fromPageText({ json }), [json]);
  const { state, log, usage, forks, purged, layout } = view;
  return <RunScreen snapshot={{ state, log }} usage={usage} forks={forks} purged={purged} layout={layout} />;
}
