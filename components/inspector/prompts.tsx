"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { promptQuery } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import type { Json } from "@/lib/core/json";
import type { ModelMessage } from "@/lib/core/ports";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import type { CallPrompt, ModelCallView } from "@/lib/core/views";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Field, Select } from "../ui/field";
import { LiveTextArea } from "../ui/live";
import { Dialog } from "../ui/overlay/dialog";
import { Skeleton } from "../ui/skeleton";
import { useTaskCalls } from "./use-task-calls";

type AttemptPromptsProps = {
  now: RunState;
  events: readonly RunEvent[];
  taskId: string;
  attempt: number;
  onClose(): void;
};

/** What models were sent in an attempt: of its agent and of the roles that served it, one call at a time. */
export function AttemptPrompts({ now, events, taskId, attempt, onClose }: AttemptPromptsProps) {
  const { calls: all, isError, refetch } = useTaskCalls({ now, events, taskId });
  const [chosen, setChosen] = useState<string>();
  const calls = all?.filter((call) => call.attempt === attempt);
  const call = calls?.find(({ callId }) => callId === chosen) ?? calls?.[0];
  return (
    <PromptLayer onClose={onClose}>
      {isError && all === undefined ? (
        <EmptyState
          title="Could not load model calls"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        />
      ) : calls === undefined ? (
        <Loading />
      ) : call === undefined ? (
        <EmptyState title="No model calls in this attempt" />
      ) : (
        <>
          <Field label="Call">
            {(wiring) => (
              <Select {...wiring} value={call.callId} onChange={({ target }) => setChosen(target.value)}>
                {calls.map((one) => (
                  <option key={one.callId} value={one.callId}>
                    {nameOf(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Prompt key={call.callId} runId={now.runId} callId={call.callId} />
        </>
      )}
    </PromptLayer>
  );
}

/** What a model was sent in one call. */
export function OnePrompt({ runId, call, onClose }: { runId: string; call: ModelCallView; onClose(): void }) {
  return (
    <PromptLayer onClose={onClose}>
      <p className="text-muted">{nameOf(call)}</p>
      <Prompt runId={runId} callId={call.callId} />
    </PromptLayer>
  );
}

function PromptLayer({ onClose, children }: { onClose(): void; children: ReactNode }) {
  return (
    <Dialog
      title="Prompt"
      description="What the model was sent."
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <div className="grid gap-4">{children}</div>
    </Dialog>
  );
}

const nameOf = ({ step, role, model, failure }: ModelCallView): string =>
  [step !== null && `Step ${step}`, role, model, failure].filter(Boolean).join(" · ");

function Prompt({ runId, callId }: { runId: string; callId: string }) {
  const { data, isError, refetch } = useQuery(promptQuery(runId, callId));
  if (isError)
    return (
      <EmptyState
        title="Could not load the prompt"
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  return data ? <PromptView prompt={data} /> : <Loading />;
}

const WHY_NOT: Record<Extract<CallPrompt, { kept: false }>["why"], string> = {
  too_long: "It was longer than 256 KB, and was not stored.",
  removed: "No longer kept: it was removed under retention.",
  not_kept: "It was not stored.",
};

/** A prompt as it was sent, or why it cannot be shown. */
export function PromptView({ prompt }: { prompt: CallPrompt }) {
  if (!prompt.kept) return <EmptyState title="The prompt cannot be shown">{WHY_NOT[prompt.why]}</EmptyState>;
  const { system, messages, tools = [], fromSteps } = prompt;
  const parts = messages.map((message, index) => ({
    key: `${index} ${message.role}`,
    name: NAMES[message.role],
    text: textOfMessage(message),
  }));
  return (
    <>
      {fromSteps && (
        <p className="text-muted text-xs">
          Put together from the steps of the attempt. Attached files are left out.
        </p>
      )}
      <Part name="System prompt" text={system} />
      {tools.length > 0 && (
        <Part name={formatCounted(tools.length, "tool", "tools")} text={textOf(tools as Json)} />
      )}
      {parts.map(({ key, name, text }) => (
        <Part key={key} name={name} text={text} />
      ))}
    </>
  );
}

const NAMES: Record<ModelMessage["role"], string> = {
  user: "Prompt",
  assistant: "Model",
  tool: "Tool results",
};

function textOfMessage(message: ModelMessage): string {
  if (message.role === "user") return message.text;
  if (message.role === "tool")
    return message.results
      .map(({ tool, output, isError }) => `${tool}${isError ? " failed" : ""}: ${textOf(output)}`)
      .join("\n\n");
  if ("verbatim" in message) return textOf(message.verbatim);
  const { text, toolCalls } = message.turn;
  return [text, ...toolCalls.map(({ tool, args }) => `${tool} ${textOf(args)}`)].filter(Boolean).join("\n\n");
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** A text to read, scroll and copy: a field, so that the keyboard reaches it. */
function Part({ name, text }: { name: string; text: string }) {
  const rows = Math.min(MAX_ROWS, Math.max(2, Math.ceil(text.length / ROW_CHARS), text.split("\n").length));
  return (
    <label className="grid gap-1">
      <span className="text-muted text-xs">{name}</span>
      <LiveTextArea
        readOnly
        rows={rows}
        value={text}
        className="w-full resize-y rounded-lg border border-line bg-ground p-3 font-mono text-xs"
      />
    </label>
  );
}

const MAX_ROWS = 16;
const ROW_CHARS = 90;

function Loading() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-9" />
      <Skeleton className="h-40" />
    </div>
  );
}
