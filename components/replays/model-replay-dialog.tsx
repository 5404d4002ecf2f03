"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { modelsQuery } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import { LiveInput } from "../ui/live";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { useModelReplay } from "./use-model-replay";
import { VariantFields } from "./variant-fields";
import { type ReplayModels, replayModelsOf } from "./variants";

type AttemptRef = { runId: string; taskId: string; attempt: number };
type ModelReplayDialogProps = {
  from: AttemptRef;
  /** Last attempts of other agents' tasks of the run, which may be asked about as well. */
  others: readonly AttemptRef[];
  onClose(): void;
};

const NOT_LOADED: ReplayModels = { models: [], current: "", critic: "" };

/** Puts the turns of an attempt to other models, and leads to what they did. */
export function ModelReplayDialog({ from, others, onClose }: ModelReplayDialogProps) {
  const { data } = useQuery(modelsQuery());
  const models = data ? replayModelsOf(data) : NOT_LOADED;
  const [all, setAll] = useState(false);
  const { fields, submit, pending, problem } = useModelReplay(models, () =>
    [from, ...(all ? others : [])].map((one) => ({ from: one })),
  );
  return (
    <Dialog
      title="Ask other models"
      description="Each turn of the attempt is put to these models. No tool is called."
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        onSend={submit}
        action={pending ? "Starting…" : "Ask models"}
        isBusy={pending}
        problem={problem}
      >
        <VariantFields {...fields} models={models} />
        {others.length > 0 && (
          <label className="flex min-h-6 items-center gap-2">
            <LiveInput type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
            Also the last attempts of {formatCounted(others.length, "other task", "other tasks")}
          </label>
        )}
      </DialogForm>
    </Dialog>
  );
}
