import { describe, expect, it, test } from "vitest";
import { formEntries, readEntries } from "@/lib/core/form";
import { modelForms, modelInput } from "@/lib/core/inputs/models";
import type { ModelOverrides, ModelTest, ModelView, ProviderView } from "@/lib/core/models/views";
import { ROLE_NAMES } from "@/lib/core/prompt-blocks";
import { renderHtml } from "@/lib/testing/render";
import {
  modelView,
  NO_OVERRIDES,
  providerView,
  roleView,
  SIMULATED_MODEL,
  SIMULATED_PROVIDER,
} from "@/lib/testing/views/settings/models-view";
import { readHeaders } from "../secret-lines";
import { modelFacts, priceDescription, roleFacts, tokensText } from "./labels";
import { idProblem } from "./model-form";
import { ModelSettings } from "./model-settings";
import { TestResult } from "./models-card";
import { ROLE_LABELS, roleLabel } from "./role-labels";

const page = (providers: ProviderView[], models: ModelView[], override: string | null = null) =>
  renderHtml(
    <ModelSettings
      view={{ providers, models, simulatedTools: false, roles: [roleView({ override })] }}
      forms={modelForms}
    />,
  );

describe("the page of models", () => {
  it("says what to do while only the simulated model serves", () => {
    const html = page([SIMULATED_PROVIDER], [SIMULATED_MODEL]);
    expect(html).toContain("Only the simulated model is available");
    expect(html).toContain("Add provider");
    expect(html).toContain("Test model");
    expect(html).not.toContain("Edit simulated:scenarios");
  });

  it("tells of a key when and by whom it was set, and nothing else", () => {
    const html = page(
      [providerView({ key: { setAt: Date.UTC(2026, 10, 20), setBy: "Ada" } })],
      [SIMULATED_MODEL],
    );
    expect(html).toMatch(/API key set .*2026-11-20.* by Ada\./);
    expect(page([providerView({})], [SIMULATED_MODEL])).toContain("No API key.");
  });

  it("offers no change of what comes from the environment", () => {
    const html = page(
      [providerView({ name: "openai", kind: "openai", from: "environment" })],
      [SIMULATED_MODEL],
    );
    expect(html).toContain("environment variables");
    expect(html).not.toMatch(/aria-label="(Change|Remove) openai"/);
  });

  it("marks what is off, unpriced, or can no longer be opened", () => {
    const off = modelView({
      id: "local:off",
      available: false,
      overrides: { ...NO_OVERRIDES, enabled: false },
    });
    const behind = modelView({ id: "local:behind", available: false });
    const html = page(
      [providerView({ enabled: false }), providerView({ name: "lost", sealed: true })],
      [off, behind],
    );
    for (const words of ["disabled", "provider disabled", "key unreadable", "Enter the API key again"])
      expect(html).toContain(words);
    expect(html).not.toContain("Test model");
  });

  it("says which model serves in the place of one that is gone", () => {
    expect(page([SIMULATED_PROVIDER], [SIMULATED_MODEL], "local:gone")).toContain(
      "local:gone is unavailable",
    );
  });
});

describe("figures in words", () => {
  const price = {
    inputUsd: 0.25,
    cachedInputUsd: 0.025,
    outputUsd: 2,
    asOf: "2026-09-23",
    higherRatesAboveTokens: null,
  };
  it.each([
    [modelView({ price }), "$0.25 in ($0.025 cached), $2 out", "list price of 2026-09-23"],
    [
      modelView({ price: { ...price, higherRatesAboveTokens: 272_000 } }),
      "$0.25 in ($0.025 cached), $2 out",
      "list price of 2026-09-23; more above 272K tokens in",
    ],
    [modelView({ price: { ...price, cachedInputUsd: null, asOf: null } }), "$0.25 in, $2 out", "set here"],
    [
      modelView({ price: { ...price, inputUsd: 1.5, cachedInputUsd: 0.1 } }),
      "$1.50 in ($0.10 cached), $2 out",
      "list price of 2026-09-23",
    ],
    [modelView({}), "unknown", "cost limits do not apply"],
    [
      modelView({ price, simulated: true }),
      "$0.25 in ($0.025 cached), $2 out",
      "simulated prices; nobody is billed",
    ],
  ])("tell a price and where it is from", (shown, figures, from) => {
    expect(priceDescription(shown)).toEqual({ figures, from });
  });

  it("tell how the calls of a role are made", () => {
    const role = roleView({ effective: "local:a" });
    expect(roleFacts(role)).toEqual([]);
    const fallbacks = ["local:b", "local:c"];
    expect(roleFacts({ ...role, reasoningEffort: "high", maxOutputTokens: 4_000, fallbacks })).toEqual([
      "reasoning high",
      "output up to 4K",
      "then local:b, local:c",
    ]);
  });

  it("tell what else is known of a model", () => {
    const all = modelView({
      contextTokens: 1_050_000,
      maxOutputTokens: 8_192,
      toolCalling: "json",
      jsonSchema: false,
      limits: { maxConcurrent: 4, tokensPerMinute: 200_000 },
      images: true,
      pdf: true,
      reasoningEffort: "low",
      temperature: 0.5,
    });
    expect(modelFacts(all)).toEqual([
      "1.05M token context",
      "output up to 8.2K",
      "tool calls as JSON",
      "no JSON Schema",
      "reads images and PDF",
      "reasoning low",
      "temperature 0.5",
      "4 parallel requests",
      "200K tokens per minute",
    ]);
    expect(modelFacts(modelView({}))).toEqual(["context unknown"]);
    expect(modelFacts(SIMULATED_MODEL)).toEqual([]);
    expect(tokensText(999)).toBe("999");
  });
});

describe("the form of a model", () => {
  const nodes = modelForms.model;

  it("begins with what is set, and gives it back unchanged", () => {
    const overrides: ModelOverrides = {
      label: "A",
      enabled: false,
      price: { inputUsd: 1, cachedInputUsd: 0.1, outputUsd: 2 },
      contextTokens: 10,
      maxOutputTokens: 5,
      toolCalling: "json",
      jsonSchema: false,
      maxConcurrent: 2,
      tokensPerMinute: 3,
      reasoningEffort: "high",
      temperature: 0,
      images: true,
      pdf: false,
    };
    for (const set of [overrides, NO_OVERRIDES])
      expect(readEntries(nodes, formEntries(nodes, set), set)).toEqual({ value: set });
    const empty = readEntries(nodes, formEntries(nodes, undefined));
    expect("value" in empty && modelInput.omit({ id: true }).parse(empty.value)).toEqual(NO_OVERRIDES);
  });

  it.each([
    ["price/inputUsd", "1", "price/outputUsd", "Required"],
    ["price/cachedInputUsd", "1", "price/inputUsd", "Required"],
    ["temperature", "3", "temperature", "Must be at most 2"],
    ["contextTokens", "1.5", "contextTokens", "Enter a whole number"],
  ])("finds what is wrong with %s %s, and where", (id, text, at, problem) => {
    expect(readEntries(nodes, { [id]: text })).toMatchObject({ problems: { [at]: problem } });
  });

  it("takes an id that is new and has no spaces", () => {
    expect(idProblem("local:a", [])).toBeUndefined();
    expect(idProblem("local:a", ["local:a"])).toContain("already exists");
    expect(idProblem("local:two words", [])).toContain("cannot contain spaces");
  });
});

test("headers are read by line", () => {
  expect(readHeaders("x-team: blue\n\n x-url : http://a:1 \n")).toEqual({
    headers: { "x-team": "blue", "x-url": "http://a:1" },
  });
  expect(readHeaders(" ")).toEqual({ headers: {} });
  for (const text of ["no colon", ": no name"]) expect(readHeaders(text)).toHaveProperty("problem");
});

test("a test tells what each request took, what it cost, and what to do where it failed", () => {
  const fine = {
    ok: true,
    latencyMs: 1_240,
    inputTokens: 20,
    outputTokens: 5,
    costUsd: 0.0001,
    problem: null,
  };
  const problem = { code: "auth", message: "local refused the credentials", advice: "Enter the key again." };
  const failed = { ok: false, latencyMs: 0, inputTokens: null, outputTokens: null, costUsd: null, problem };
  const result: ModelTest = {
    id: "local:a",
    ok: false,
    costUsd: null,
    checks: [
      { name: "text", ...fine },
      { name: "tool_call", ...failed },
    ],
  };
  const html = renderHtml(<TestResult result={result} />);
  for (const words of [
    "1.2 s",
    "20 tokens in, 5 out",
    "refused the credentials",
    "Enter the key again.",
    "unknown",
  ])
    expect(html).toContain(words);
  const good = renderHtml(
    <TestResult result={{ id: "a", ok: true, costUsd: 0.0001, checks: [{ name: "structured", ...fine }] }} />,
  );
  expect(good).toContain("Working");
});

test("every role says what it does to the one who chooses its model", () => {
  expect(["default", ...ROLE_NAMES].filter((role) => !Object.hasOwn(ROLE_LABELS, role))).toEqual([]);
  expect(roleLabel("constructor")).toEqual({ name: "constructor", description: "" });
});
