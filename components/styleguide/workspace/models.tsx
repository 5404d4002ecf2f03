"use client";

import { MCP_STATES, type McpServerView } from "@/lib/core/mcp";
import type { ModelCheck } from "@/lib/core/models/views";
import { mcpServerView, mcpToolView } from "@/lib/testing/views/settings/mcp-view";
import {
  modelView,
  NO_OVERRIDES,
  providerView,
  roleView,
  SIMULATED_MODEL,
  SIMULATED_PROVIDER,
} from "@/lib/testing/views/settings/models-view";
import { McpSettings } from "../../settings/mcp/mcp-settings";
import { ServerCard } from "../../settings/mcp/server-card";
import { draftOf as serverDraftOf } from "../../settings/mcp/server-draft";
import { Confirmation, ServerForm } from "../../settings/mcp/server-form";
import { DefaultModels, SaveRow } from "../../settings/models/default-models";
import { ModelForm } from "../../settings/models/model-form";
import { ModelSettings } from "../../settings/models/model-settings";
import { ModelsCard, TestResult } from "../../settings/models/models-card";
import { EffortField, NumberField } from "../../settings/models/number-field";
import { ProviderForm, SecretField } from "../../settings/models/provider-form";
import { ProvidersCard } from "../../settings/models/providers-card";
import { RoleForm } from "../../settings/models/role-form";
import { ROLE_LABELS } from "../../settings/models/role-labels";
import { Card } from "../../ui/card";
import {
  ActStates,
  Answered,
  Fetched,
  InPlace,
  LONG_TEXT,
  nothing,
  refused,
  Specimen,
  State,
} from "../specimen";

/** Where models and tools come from. */
export function Models() {
  return (
    <>
      <Specimen name="ModelSettings" states="with the simulated model alone">
        {() => (
          <Fetched queries={[]}>
            <ModelSettings
              view={{
                ...{ providers: [SIMULATED_PROVIDER], models: [SIMULATED_MODEL], simulatedTools: true },
                roles: [roleView()],
              }}
              actions={MODEL_ACTIONS}
            />
          </Fetched>
        )}
      </Specimen>
      <Specimen
        name="ProvidersCard"
        states="with a key, without, of the environment, off, unreadable, long name; none"
      >
        {() => (
          <Fetched queries={[]}>
            <ProvidersCard providers={PROVIDERS} actions={MODEL_ACTIONS} />
            <ProvidersCard providers={[SIMULATED_PROVIDER]} actions={MODEL_ACTIONS} />
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ProviderForm" states="new, changed with a key and headers, unreadable key">
        {() => (
          <InPlace>
            {[undefined, PROVIDERS[0], PROVIDERS[4]].map((provider) => (
              <State key={provider?.name ?? "new"} name={provider?.name ?? "new"}>
                <ProviderForm provider={provider} taken={["local"]} save={refused} onClose={nothing} />
              </State>
            ))}
            <ActStates>
              {() => <ProviderForm provider={undefined} taken={[]} save={refused} onClose={nothing} />}
            </ActStates>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="SecretField" states="not set, set, typed, about to be removed">
        {() => (
          <>
            <SecretField label="Not set" isSet={false} value={undefined} onChange={nothing} />
            <SecretField label="Set" isSet value={undefined} onChange={nothing} />
            <SecretField label="Typed" isSet value="sk-1234" onChange={nothing} />
            <SecretField label="Removed" isSet value={null} onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen
        name="ModelsCard"
        states="simulated, priced, all that can be known, off, of a provider that is off"
      >
        {() => (
          <Fetched queries={[]}>
            <ModelsCard providers={PROVIDERS} models={MODELS} actions={MODEL_ACTIONS} />
            <ActStates input="openai:priced">
              {() => <ModelsCard providers={PROVIDERS} models={MODELS.slice(2, 3)} actions={MODEL_ACTIONS} />}
            </ActStates>
            <State name="tested">
              <Answered reply={{ test: { id: "a", ok: true, costUsd: null, checks: [fine("text")] } }}>
                <ModelsCard providers={PROVIDERS} models={MODELS.slice(2, 3)} actions={MODEL_ACTIONS} />
              </Answered>
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ModelForm" states="new, filled">
        {() => (
          <InPlace>
            {[undefined, FULL].map((model) => (
              <State key={model?.id ?? "new"} name={model?.id ?? "new"}>
                <ModelForm model={model} providers={PROVIDERS} taken={[]} save={refused} onClose={nothing} />
              </State>
            ))}
            <ActStates>
              {() => (
                <ModelForm
                  model={undefined}
                  providers={PROVIDERS}
                  taken={[]}
                  save={refused}
                  onClose={nothing}
                />
              )}
            </ActStates>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="TestResult" states="works, works in part, long text">
        {() => (
          <>
            <TestResult
              result={{
                id: "a",
                ok: true,
                costUsd: 0.0001,
                checks: (["text", "tool_call", "structured"] as const).map(fine),
              }}
            />
            <TestResult result={{ id: "a", ok: false, costUsd: null, checks: [fine("text"), ...FAILED] }} />
          </>
        )}
      </Specimen>
      <Specimen
        name="DefaultModels"
        states="each role, one whose model is gone, each thing that is set for its calls"
      >
        {() => (
          <Fetched queries={[]}>
            <DefaultModels roles={ROLES} models={MODELS} actions={MODEL_ACTIONS} />
            <ActStates>
              {() => <DefaultModels roles={[roleView()]} models={MODELS} actions={MODEL_ACTIONS} />}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="SaveRow" states="nothing changed, changed, saving">
        {() => (
          <>
            <SaveRow isPending={false} isChanged={false} />
            <SaveRow isPending={false} isChanged />
            <SaveRow isPending isChanged />
          </>
        )}
      </Specimen>
      <Specimen name="RoleForm" states="nothing set, everything set">
        {() => (
          <InPlace>
            {[roleView(), SET_ROLE].map((role) => (
              <RoleForm key={role.role} role={role} models={MODELS} save={refused} onClose={nothing} />
            ))}
            <ActStates>
              {() => <RoleForm role={roleView()} models={MODELS} save={refused} onClose={nothing} />}
            </ActStates>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="NumberField" states="empty, whole, decimal, no number, refused">
        {() => (
          <>
            <NumberField label="Empty" value="" placeholder="Unlimited" onChange={nothing} />
            <NumberField label="Whole" help="Of one call." value="128,000" onChange={nothing} />
            <NumberField label="Decimal" value="0.25" decimal onChange={nothing} />
            <NumberField label="No number" value="many" onChange={nothing} />
            <NumberField label="Refused" value="3" error="Enter at most 2." onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="EffortField" states="not set, set">
        {() => (
          <>
            <EffortField value="" onChange={nothing} />
            <EffortField value="high" unset="As the model" onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="McpSettings" states="none yet">
        {() => (
          <Fetched queries={[]}>
            <McpSettings servers={[]} actions={MCP_ACTIONS} />
          </Fetched>
        )}
      </Specimen>
      <Specimen
        name="ServerCard"
        states="each state, off, remote, with changed and new tools, many tools, long text"
      >
        {() => (
          <Fetched queries={[]}>
            {SERVERS.map(([name, server]) => (
              <State key={name} name={name}>
                <Card title="MCP servers">
                  <ul>
                    <ServerCard server={server} actions={MCP_ACTIONS} onChange={nothing} />
                  </ul>
                </Card>
              </State>
            ))}
            <ActStates>
              {() => (
                <Card title="MCP servers">
                  <ul>
                    <ServerCard
                      server={mcpServerView({ waiting: [WAITING] })}
                      actions={MCP_ACTIONS}
                      onChange={nothing}
                    />
                  </ul>
                </Card>
              )}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="Confirmation" states="with variables that change">
        {() => (
          <Confirmation
            draft={{ ...serverDraftOf(mcpServerView()), secrets: "NODE_OPTIONS=--require x" }}
            stored={["API_KEY"]}
            onChange={nothing}
          />
        )}
      </Specimen>
      <Specimen name="ServerForm" states="new, a program, remote, while it connects, refused">
        {() => (
          <InPlace>
            {[undefined, mcpServerView({ secretNames: ["API_KEY"] }), REMOTE].map((server) => (
              <ServerForm key={server?.transport ?? "new"} server={server} save={refused} onClose={nothing} />
            ))}
            <ActStates>{() => <ServerForm server={undefined} save={refused} onClose={nothing} />}</ActStates>
          </InPlace>
        )}
      </Specimen>
    </>
  );
}

const MODEL_ACTIONS = {
  ...{ saveProvider: refused, removeProvider: refused, saveModel: refused, removeModel: refused },
  ...{ setDefaults: refused, saveRole: refused, setSimulatedTools: refused, test: refused },
};
const MCP_ACTIONS = {
  ...{ add: refused, change: refused, remove: refused, test: refused, setTool: refused, acceptTool: refused },
};

const PROVIDERS = [
  providerView({ name: "with-key", key: { setAt: 0, setBy: "Ada" }, headerNames: ["x-team", "x-url"] }),
  providerView({ name: "without-key" }),
  providerView({ name: "openai", kind: "openai", from: "environment", api: "responses", baseUrl: null }),
  providerView({ name: "off", enabled: false }),
  providerView({ name: "unreadable", sealed: true, key: { setAt: 0, setBy: "Ada" } }),
  providerView({
    name: "a-provider-with-a-name-".repeat(4),
    baseUrl: `https://example.test/${"path/".repeat(30)}`,
  }),
];

const PRICE = { inputUsd: 0.25, cachedInputUsd: 0.025, outputUsd: 2, asOf: "2026-09-23" };
const FULL = modelView({
  ...{ id: "with-key:full", provider: "with-key", label: "Everything is known", contextTokens: 1_050_000 },
  ...{ maxOutputTokens: 8_192, toolCalling: "json", jsonSchema: false, images: true, pdf: true },
  ...{ reasoningEffort: "low", temperature: 0.5, limits: { maxConcurrent: 4, tokensPerMinute: 200_000 } },
  price: { ...PRICE, higherRatesAboveTokens: 272_000 },
  overrides: {
    ...{ label: "Everything is known", enabled: false, contextTokens: 1_050_000, maxOutputTokens: 8_192 },
    ...{
      price: { inputUsd: 0.25, cachedInputUsd: 0.025, outputUsd: 2 },
      toolCalling: "json",
      jsonSchema: false,
    },
    ...{ maxConcurrent: 4, tokensPerMinute: 200_000, reasoningEffort: "low", temperature: 0.5 },
    ...{ images: true, pdf: false },
  },
});
const MODELS = [
  SIMULATED_MODEL,
  modelView({ id: "with-key:unpriced", provider: "with-key" }),
  modelView({
    id: "openai:priced",
    provider: "openai",
    overrides: null,
    price: { ...PRICE, higherRatesAboveTokens: null },
  }),
  FULL,
  modelView({ id: "with-key:off", available: false, overrides: { ...NO_OVERRIDES, enabled: false } }),
  modelView({ id: "off:behind", provider: "off", available: false }),
  modelView({ id: `local:${"a-model-with-a-name-".repeat(6)}`, label: LONG_TEXT.slice(0, 80) }),
];

const fine = (name: ModelCheck["name"]): ModelCheck => ({
  ...{ name, ok: true, latencyMs: 1_240, inputTokens: 20, outputTokens: 5, costUsd: 0.0001, problem: null },
});
const FAILED = (["tool_call", "structured"] as const).map((name) => ({
  ...{ ...fine(name), ok: false, inputTokens: null, outputTokens: null, costUsd: null },
  problem: { code: "auth", message: LONG_TEXT, advice: "Enter the key again." },
}));

const SET_ROLE = roleView({
  ...{
    role: "agent",
    override: "with-key:unpriced",
    effective: "with-key:unpriced",
    reasoningEffort: "high",
  },
  ...{ temperature: 0.2, maxOutputTokens: 4_000, fallbacks: ["openai:priced", "with-key:full"] },
});
const ROLES = Object.keys(ROLE_LABELS).map((name) => {
  const role = name as (typeof SET_ROLE)["role"];
  if (role === "agent") return SET_ROLE;
  return roleView({ role, ...(role === "planner" && { override: "with-key:gone" }) });
});

const REMOTE = mcpServerView({
  ...{
    name: "remote",
    transport: "http",
    url: `https://example.test/${"mcp/".repeat(30)}`,
    command: null,
    args: [],
  },
  ...{ secretNames: ["Authorization"], allowPrivate: true, server: "<b>remote</b> 2.1", stateAtMs: 0 },
});
const HELD = {
  name: "read_file",
  description: "Reads a file",
  inputSchema: { type: "object" },
  annotations: {},
};
const WAITING = {
  ...{
    name: "files__read_file",
    ownName: "read_file",
    digest: "d",
    parts: ["description"],
    shown: HELD,
    held: null,
  },
  ...{ sideEffects: "external" as const, idempotent: false },
};
const SERVERS: readonly [name: string, server: McpServerView][] = [
  ...MCP_STATES.map((state): [string, McpServerView] => [
    state,
    mcpServerView({
      state,
      problem: state === "failed" ? LONG_TEXT : null,
      stateAtMs: 0,
      secretNames: ["API_KEY"],
    }),
  ]),
  ["off", mcpServerView({ enabled: false, tools: [] })],
  ["remote", REMOTE],
  [
    "changed and new tools",
    mcpServerView({
      waiting: [
        WAITING,
        { ...WAITING, ownName: "changed", held: HELD, shown: { ...HELD, description: LONG_TEXT } },
      ],
    }),
  ],
  [
    "tools left out and overridden",
    mcpServerView({
      tools: [
        mcpToolView({ ownName: "long", name: "files__long", description: LONG_TEXT.repeat(4) }),
        mcpToolView({
          overridden: true,
          tags: ["network"],
          unchecked: ["properties.to.pattern (the pattern cannot be run)"],
        }),
        mcpToolView({ ownName: "bare", description: "" }),
      ],
      leftOut: [{ name: "huge", reason: "its schema is too large" }],
    }),
  ],
];
