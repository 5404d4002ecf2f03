"use client";

import { useMemo } from "react";
import { byText, fromPageText, type PageText } from "@/lib/client/page-text";
import type { RunPageView } from "@/lib/core/views";
import { RunScreen } from "./run-screen";
import type { CommandRun } from "./types";

/** The control room of a run that is read with its page. */
export function WrittenRun({
  view: { json },
  command,
}: {
  view: PageText<RunPageView>;
  command: CommandRun;
}) {
  const sendCommand = useMemo(() => byText(command), [command]);
  const view = useMemo((): RunPageView => fromPageText({ json }), [json]);
  const { state, log, usage, forks, purged, layout } = view;
  return <RunScreen snapshot={{ state, log }} {...{ usage, forks, purged, layout, sendCommand }} />;
}
