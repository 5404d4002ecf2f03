"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { call } from "@/lib/client/call";
import { byRoute, SLOW, useAct } from "@/lib/client/mutation";
import type { ModelForms } from "@/lib/core/inputs/models";
import type { ModelCheck, ModelTest, ModelView, ProviderView } from "@/lib/core/models/views";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Money } from "../../ui/money";
import { Problem } from "../../ui/problem";
import { RemoveDialog } from "../remove-dialog";
import { modelFacts, priceDescription, tokensText } from "./labels";

const ModelForm = dynamic(() => import("./model-form").then((room) => room.ModelForm), { ssr: false });

const CHECK_LABELS: Record<ModelCheck["name"], string> = {
  text: "Text",
  tool_call: "Tool call",
  structured: "Structured output",
};

type ModelsCardProps = {
  /** The fields of a model. */
  nodes: ModelForms["model"];
  providers: readonly ProviderView[];
  models: readonly ModelView[];
};

/** Every model with its price and where that is from, what it takes, and a test. */
export function ModelsCard({ nodes, providers, models }: ModelsCardProps) {
  const [edited, setEdited] = useState<ModelView | "new">();
  const real = providers.filter(({ from }) => from !== "built_in");
  return (
    <Card
      title="Models"
      aside={
        real.length === 0 ? (
          "Add a provider first"
        ) : (
          <Button size="small" onClick={() => setEdited("new")}>
            Add model
          </Button>
        )
      }
    >
      <p className="text-muted text-xs">Prices are in US dollars per million tokens.</p>
      <ul className="divide-y divide-line">
        {models.map((model) => (
          <li key={model.id} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <ModelFacts model={model} />
              <div className="flex flex-wrap gap-2">
                {!model.simulated && (
                  <Button size="small" aria-label={`Edit ${model.id}`} onClick={() => setEdited(model)}>
                    Edit
                  </Button>
                )}
                {model.overrides && <RemoveModel model={model} providers={providers} />}
              </div>
            </div>
            {model.available && <ModelTestPanel id={model.id} />}
          </li>
        ))}
      </ul>
      {edited && (
        <ModelForm
          nodes={nodes}
          model={edited === "new" ? undefined : edited}
          providers={real}
          taken={models.map(({ id }) => id)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

function ModelFacts({ model }: { model: ModelView }) {
  const { id, label, available, simulated, overrides } = model;
  const { figures, from } = priceDescription(model);
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-2">
        {label && <span className="font-medium">{label}</span>}
        <span className={`break-all font-mono ${label ? "text-muted text-xs" : ""}`}>{id}</span>
        {simulated && <Badge>simulated</Badge>}
        {!available && <Badge tone="amber">{overrides?.enabled ? "provider disabled" : "disabled"}</Badge>}
      </p>
      <p className={model.price || simulated ? "" : "text-amber"}>
        {figures} <span className="text-muted text-xs">({from})</span>
      </p>
      <p className="text-muted text-xs">{modelFacts(model).join(" · ")}</p>
    </div>
  );
}

/** A model of the environment is then as it was; another is gone. */
function RemoveModel({ model, providers }: { model: ModelView } & Pick<ModelsCardProps, "providers">) {
  const fixed = providers.find(({ name }) => name === model.provider)?.from === "environment";
  return (
    <RemoveDialog
      name={model.id}
      title={`Remove ${model.id}?`}
      remove={(key) => call("POST /api/v1/models/remove", { id: model.id }, { key })}
    >
      {fixed
        ? "Your changes are removed. If the model comes from the environment, it reverts to its defaults."
        : "Missions that still use it pause and ask you to choose another model."}
    </RemoveDialog>
  );
}

/** A test is asked for by a person, each time: it makes real requests. */
function ModelTestPanel({ id }: { id: string }) {
  const {
    pending: tested,
    reply,
    problem,
    act,
  } = useAct({
    send: byRoute("POST /api/v1/models/test"),
    ...SLOW,
  });
  const pending = tested !== undefined;
  const label = pending ? "Testing…" : "Test model";
  return (
    <div className="grid gap-2">
      <Button
        size="small"
        className="justify-self-start"
        aria-label={`${label}: ${id}`}
        disabled={pending}
        onClick={() => void act({ id })}
      >
        {label}
      </Button>
      <div role="status" className="empty:sr-only">
        {reply && !pending && <TestResult result={reply} />}
      </div>
      <Problem problem={problem} />
    </div>
  );
}

/** What each request of a test came to, and what to do about one that failed. */
export function TestResult({ result: { ok, checks, costUsd } }: { result: ModelTest }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3 py-2">
      <p>
        <span className={ok ? "text-ok" : "text-bad"}>
          <span aria-hidden="true">{ok ? "✓" : "✕"} </span>
          {ok ? "Working" : "Not fully working"}
        </span>
        <span className="text-muted text-xs">
          {" "}
          Test cost: <Money usd={costUsd} />.
        </span>
      </p>
      <ul className="grid gap-2">
        {checks.map((check) => (
          <li key={check.name}>
            <p>
              <span aria-hidden="true">{check.ok ? "✓" : "✕"} </span>
              {CHECK_LABELS[check.name]}
              <span className="sr-only">{check.ok ? " passed" : " failed"}</span>
              <span className="text-muted text-xs">{usageText(check)}</span>
            </p>
            {check.problem && (
              <p className="break-words pl-5 text-xs">
                <span className="text-bad">{check.problem.message}</span> {check.problem.advice}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function usageText({ latencyMs, inputTokens, outputTokens, problem }: ModelCheck): string {
  if (problem && inputTokens === null && outputTokens === null) return "";
  const count = (tokens: number | null) => (tokens === null ? "unknown" : tokensText(tokens));
  return ` ${(latencyMs / 1_000).toFixed(1)} s · ${count(inputTokens)} tokens in, ${count(outputTokens)} out`;
}
