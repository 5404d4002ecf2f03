"use client";

import { useState } from "react";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { DropdownMenu } from "../ui/dropdown-menu";
import { AbortDialog } from "./abort-dialog";
import { EditPlanDialog } from "./edit-plan-dialog";
import type { RunCommands } from "./use-orders";

type MoreCommandsProps = { state: RunState; commands: RunCommands };

/** What is done to a run less often: its plan is edited by hand, or it is aborted with a reason. */
export function MoreCommands({ state, commands }: MoreCommandsProps) {
  const [open, setOpen] = useState<"edit" | "abort">();
  const close = () => setOpen(undefined);
  const choose = (dialog: "edit" | "abort") => {
    commands.clearProblem();
    setOpen(dialog);
  };
  return (
    <>
      <DropdownMenu
        trigger={<Button disabled={commands.pending !== undefined}>More</Button>}
        items={[
          {
            key: "edit",
            label: "Edit the plan…",
            disabled: state.phase !== "executing",
            onSelect: () => choose("edit"),
          },
          { key: "abort", label: "Abort with a reason…", onSelect: () => choose("abort") },
        ]}
      />
      {open === "edit" && <EditPlanDialog state={state} commands={commands} onClose={close} />}
      {open === "abort" && <AbortDialog commands={commands} onClose={close} />}
    </>
  );
}
