"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import type { ProviderView } from "@/lib/core/models/views";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { RelativeTime } from "../../ui/relative-time";
import { EditableList } from "../editable-list";
import { RemoveDialog } from "../remove-dialog";
import { providerKindLabel } from "./labels";
import { ProviderForm } from "./provider-form";

/** Where models come from, each with what is known of its key: that it is there, never what it is. */
export function ProvidersCard({ providers }: { providers: readonly ProviderView[] }) {
  const [edited, setEdited] = useState<ProviderView | "new">();
  const real = providers.filter(({ from }) => from !== "built_in");
  return (
    <EditableList
      title="Providers"
      addLabel="Add provider"
      onAdd={() => setEdited("new")}
      empty={{
        title: "Only the simulated model is available",
        text: "It plays the samples and answers everything else from templates. Add a provider with an API key, or the URL of a local model, to use real models.",
      }}
      items={real.map((provider) => (
        <li key={provider.name} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
          <ProviderFacts provider={provider} />
          {provider.from === "settings" && (
            <div className="flex gap-2">
              <Button size="small" aria-label={`Edit ${provider.name}`} onClick={() => setEdited(provider)}>
                Edit
              </Button>
              <RemoveDialog
                name={provider.name}
                title={`Remove the provider ${provider.name}?`}
                remove={(key) =>
                  call("POST /api/v1/models/providers/remove", { name: provider.name }, { key })
                }
              >
                This also removes its API key and models. Missions that still use them pause and ask you to
                choose another model.
              </RemoveDialog>
            </div>
          )}
        </li>
      ))}
      form={
        edited && (
          <ProviderForm
            provider={edited === "new" ? undefined : edited}
            taken={providers.map(({ name }) => name)}
            onClose={() => setEdited(undefined)}
          />
        )
      }
    />
  );
}

function ProviderFacts({ provider }: { provider: ProviderView }) {
  const { name, kind, from, baseUrl, headerNames, enabled, sealed } = provider;
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-all font-medium">{name}</span>
        <span className="text-muted">{providerKindLabel(kind)}</span>
        {!enabled && <Badge tone="amber">disabled</Badge>}
        {sealed && <Badge tone="bad">key unreadable</Badge>}
      </p>
      {baseUrl && <p className="break-all font-mono text-muted text-xs">{baseUrl}</p>}
      <p className="text-muted text-xs">
        {from === "environment" ? "Set by environment variables." : <KeyStatus provider={provider} />}
        {headerNames.length > 0 && ` Headers: ${headerNames.join(", ")}.`}
      </p>
      {sealed && (
        <p className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>This installation’s secret has changed. Enter the API key again.
        </p>
      )}
    </div>
  );
}

function KeyStatus({ provider: { key } }: { provider: ProviderView }) {
  if (!key) return <>No API key.</>;
  return (
    <>
      API key set <RelativeTime at={key.setAt} /> by {key.setBy}.
    </>
  );
}
