"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import type { ModelCallView } from "@/lib/core/views";
import { Button } from "../ui/button";

// Few read prompts.
const AttemptPrompts = dynamic(() => import("./prompts").then((room) => room.AttemptPrompts), { ssr: false });
const OnePrompt = dynamic(() => import("./prompts").then((room) => room.OnePrompt), { ssr: false });

type PromptsButtonProps = { now: RunState; events: readonly RunEvent[]; taskId: string; attempt: number };

/** Shows what models were sent in an attempt, call by call. */
export function PromptsButton(of: PromptsButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Prompts
      </Button>
      {open && <AttemptPrompts {...of} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows what a model was sent in one call. */
export function PromptButton({ runId, call }: { runId: string; call: ModelCallView }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Prompt
      </Button>
      {open && <OnePrompt runId={runId} call={call} onClose={() => setOpen(false)} />}
    </>
  );
}
