"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { ModelReplaySettingsInput } from "@/lib/core/replay/model/settings";
import { Field, Select, TextArea, TextInput } from "../ui/field";
import { Dialog, DialogFormFooter } from "../ui/overlay/dialog";
import { replayHref } from "./address";
import { sendReplay } from "./send-replay";

const PROMPTS = { recorded: "As recorded", current: "Current", text: "Other text" } as const;
type Prompt = keyof typeof PROMPTS;
type Typed = { models: string; prompt: Prompt; text: string; all: boolean; maxCostUsd: string };
export const NOTHING_TYPED: Typed = {
  ...{ models: "current", prompt: "recorded", text: "", all: false, maxCostUsd: "" },
};

type AttemptRef = { runId: string; taskId: string; attempt: number };
type ModelReplayDialogProps = {
  from: AttemptRef;
  /** Last attempts of other agents' tasks of the run, which may be asked about as well. */
  others: readonly AttemptRef[];
  onClose(): void;
};

/** Puts the turns of an attempt to other models, and leads to what they did. */
export function ModelReplayDialog({ from, others, onClose }: ModelReplayDialogProps) {
  const router = useRouter();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const { act, pending, problem } = useAct({ send: sendReplay, invalidates: [queryKeys.replays] });
  const settings = modelSettingsOf(typed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typeof settings === "string") return;
    const trajectories = [from, ...(typed.all ? others : [])].map((one) => ({ from: one }));
    const reply = await act({ kind: "model", trajectories, settings });
    if (reply?.value) router.push(replayHref(reply.value.replayId));
  };
  return (
    <Dialog
      title="Ask other models"
      description="Each turn of the attempt is put to these models. No tool is called."
      open
      onOpenChange={(open) => open || onClose()}
    >
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Models"
          help="One per line: recorded, current, or a model's ID."
          error={typeof settings === "string" ? settings : undefined}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={3}
              spellCheck={false}
              className="font-mono text-xs"
              value={typed.models}
              onChange={({ target }) => setTyped({ ...typed, models: target.value })}
            />
          )}
        </Field>
        <Field label="Prompt">
          {(wiring) => (
            <Select
              {...wiring}
              value={typed.prompt}
              onChange={({ target }) => setTyped({ ...typed, prompt: target.value as Prompt })}
            >
              {Object.entries(PROMPTS).map(([prompt, label]) => (
                <option key={prompt} value={prompt}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {typed.prompt === "text" && (
          <Field label="System text" help="Takes the place of the recorded one in every turn.">
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={5}
                value={typed.text}
                onChange={({ target }) => setTyped({ ...typed, text: target.value })}
              />
            )}
          </Field>
        )}
        {others.length > 0 && (
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={typed.all}
              onChange={({ target }) => setTyped({ ...typed, all: target.checked })}
            />
            Also the last attempts of {others.length === 1 ? "1 other task" : `${others.length} other tasks`}
          </label>
        )}
        <Field label="Cost limit in US dollars" help="Required for models with a price.">
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="decimal"
              value={typed.maxCostUsd}
              onChange={({ target }) => setTyped({ ...typed, maxCostUsd: target.value })}
            />
          )}
        </Field>
        <DialogFormFooter
          problem={problem && { message: problem.message, issues: [] }}
          disabled={pending !== undefined}
        >
          {pending ? "Starting…" : "Ask models"}
        </DialogFormFooter>
      </form>
    </Dialog>
  );
}

/** What the form says, or what is wrong with it. */
export function modelSettingsOf({
  models,
  prompt,
  text,
  maxCostUsd,
}: Typed): ModelReplaySettingsInput | string {
  const named = [...new Set(models.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
  if (named.length === 0) return "Enter a model.";
  if (prompt === "text" && text.trim() === "") return "Enter a system text.";
  const limit = maxCostUsd.trim() === "" ? undefined : Number(maxCostUsd);
  if (limit !== undefined && !(limit > 0)) return "Enter a cost limit above 0.";
  return {
    variants: named.map((model) => ({ model, prompt: prompt === "text" ? { text } : prompt })),
    ...(limit !== undefined && { maxCostUsd: limit }),
  };
}
