import { resolve } from "node:path";
import type { Api } from "./api";

const LONG_NAME = "Quarterly comparison of the offers of all our suppliers";
const TOOLS_OF_TESTS = resolve(import.meta.dirname, "../../lib/testing/mcp/fickle-server.mjs");

/** What the library of a workspace in use has on each of its pages. */
export async function playLibrary(api: Api): Promise<void> {
  const city = { id: "walk", title: "Walk through {{city}}", input: "Walk through {{city}}." };
  const params = [{ name: "city", help: "Where it leads" }];
  const review = {
    focus: "Is it lawful?",
    decision_points: ["Is there a contract?", "Who has signed it?"],
    reviewers: ["lawyer", "buyer"],
    consensus: "unanimous",
    previous_tasks: ["draft"],
  };
  const reader = { prompt: "You read contracts, twice.", tools: ["calculator", "text_search"], maxTurns: 4 };
  const templates = [
    { name: "City tour", body: { title: "Tour", tasks: [city] }, params },
    { name: LONG_NAME, body: { title: "Offers", tasks: [{ id: "read", title: "Read", input: "Read." }] } },
    {
      kind: "agent",
      name: "reader",
      body: { title: "Read", agents: { reader }, tasks: [{ id: "read", input: "Read.", agent: "reader" }] },
    },
    {
      kind: "review",
      name: "Legal review",
      body: { title: "Legal", tasks: [{ id: "review", type: "planning_review", review }] },
    },
  ];
  for (const template of templates) await api.post("/templates", template);
  for (const query of [
    "Find recent papers on transformers",
    `Compare ${"every offer of the year ".repeat(12)}`,
  ])
    await api.post("/examples", {
      example: {
        query,
        steps: [
          { thought: "Look it up", next_node: "text_search", args: { query } },
          { observation: { found: ["Paper A"] } },
          { thought: "That is it", next_node: null, args: { answer: "Paper A" } },
        ],
        outcome: "answer_complete",
        note: "Search before you answer",
      },
    });
}

/** One or two of everything that the settings list, of which some cannot be reached. */
export async function playSettings(api: Api): Promise<void> {
  const rules = [{ tool: "deploy", path: "environment", operator: "=", value: "production", effect: "ask" }];
  await api.post("/policies", {
    name: "Production asks",
    scope: { kind: "role", role: "agent" },
    policy: { rules },
  });
  await api.post("/keys", { name: "Nightly build", capabilities: ["view", "operate"], roles: ["release"] });
  await api.post("/keys", { name: LONG_NAME, capabilities: ["view"], days: 30 });
  const old = await api.post<{ key: { keyId: string } }>("/keys", { name: "Old script" });
  await api.post(`/keys/${old.key.keyId}/revoke`, {});
  const events = ["gate.opened", "run.failed"];
  await api.post("/notifications", {
    kind: "webhook",
    name: "Pager",
    url: "https://pager.example.com/waymark",
    events,
  });
  await api.post("/notifications", {
    kind: "email",
    name: LONG_NAME,
    host: "smtp.example.com",
    port: 587,
    events,
    from: "waymark@example.com",
    to: ["ada@example.com"],
    digest: "daily",
    enabled: false,
  });
  const command = [process.execPath, TOOLS_OF_TESTS];
  await api.post("/mcp-servers", {
    name: "fickle",
    transport: "stdio",
    command: process.execPath,
    args: [TOOLS_OF_TESTS],
    confirmedCommand: command,
    env: { API_KEY: "none" },
  });
  await api.post("/mcp-servers", {
    name: "away",
    transport: "http",
    url: "http://127.0.0.1:9/mcp",
    allowPrivate: true,
  });
  for (const name of ["fickle", "away"]) await api.post(`/mcp-servers/${name}/test`, {});
  await api.post("/models/providers", {
    name: "local",
    kind: "openai-compatible",
    baseUrl: "http://127.0.0.1:9/v1",
    key: "none",
  });
  await api.post("/models", { id: "local:llama3:8b", price: { inputUsd: 1, outputUsd: 2 } });
  await api.post("/spending", { capMicroUsd: 25_000_000 });
}
