import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from "../toolbox";
import { simulatedTools } from ".";

const box = createToolbox(simulatedTools);

async function run(name: string, args: Json): Promise<Json> {
  const result = await box.run(name, args, toolContext());
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.output;
}

describe("the scenarios' tools", () => {
  it("are all marked as simulated", () => {
    for (const tool of box.list()) expect(tool.tags).toContain("simulated");
  });

  it("change nothing in the world, yet say what a real one would change", () => {
    const writes = box.list().filter((tool) => tool.sideEffects !== "read");
    expect(Object.fromEntries(writes.map((tool) => [tool.name, tool.sideEffects]))).toEqual({
      export_model: "write",
      package_dependencies: "write",
      build_artifacts: "write",
      deploy: "write",
      deploy_staging: "write",
      retrain_model: "write",
      ramp_traffic: "external",
      request_quota: "external",
      create_servers: "write",
      publish_report: "external",
      update_prices: "write",
    });
  });

  it("give the same figures for the same arguments", async () => {
    const args = { suite: "validation", environment: "staging", version: "v1" };
    expect(await run("run_tests", args)).toEqual(await run("run_tests", args));
  });

  it("refuse a version that is none", async () => {
    await expect(run("deploy", { environment: "staging", service: "x", version: "latest" })).rejects.toThrow(
      "version: must match pattern",
    );
  });
});

describe("the fraud model's figures", () => {
  const model = "fraud-model";

  it("are within limits when it is exported and packaged", async () => {
    expect(await run("export_model", { model, version: "v1" })).toMatchObject({
      file: "fraud_model.onnx",
      sizeMb: 127,
      validated: true,
    });
    expect(await run("package_dependencies", { model, version: "v1" })).toMatchObject({
      sizeMb: 145,
      limitMb: 200,
    });
  });

  it("are too low for the first version and good for the second", async () => {
    const suite = { suite: "validation", environment: "staging" };
    expect(await run("run_tests", { ...suite, version: "v1" })).toMatchObject({
      passed: 98,
      total: 100,
      accuracyPercent: 94.3,
      p95LatencyMs: 85,
    });
    expect(await run("run_tests", { ...suite, version: "v2" })).toMatchObject({
      passed: 100,
      total: 100,
      accuracyPercent: 98.1,
      p95LatencyMs: 82,
    });
    expect(await run("run_tests", { ...suite, suite: "load", version: "v1" })).toMatchObject({
      requestsPerMinute: 1_000,
      p95LatencyMs: 85,
    });
  });

  it("are explained by data drift and fixed by the last 30 days", async () => {
    expect(await run("analyze_failures", { environment: "staging", version: "v1" })).toMatchObject({
      failedTests: 2,
      rootCause: "data drift",
      recommendation: expect.stringContaining("last 30 days"),
    });
    expect(await run("analyze_failures", { environment: "staging", version: "v2" })).toMatchObject({
      failedTests: 0,
    });
    expect(await run("retrain_model", { model, fromVersion: "v1", windowDays: 30 })).toMatchObject({
      version: "v2",
    });
  });

  it("hold in production", async () => {
    expect(await run("deploy", { environment: "production", service: model, version: "v2" })).toMatchObject({
      address: "fraud-model-prod:8080",
      healthy: true,
    });
    expect(
      await run("run_tests", { suite: "smoke", environment: "production", version: "v2" }),
    ).toMatchObject({
      passed: 10,
      total: 10,
      errorRatePercent: 0,
      p95LatencyMs: 78,
    });
    expect(await run("ramp_traffic", { service: model, version: "v2" })).toMatchObject({
      trafficPercent: 100,
    });
  });
});

describe("the figures of the other stories", () => {
  it.each<[string, Json, Json]>([
    ["read_logs", { service: "auth-service", version: "2.3.0" }, { failed: 412, logins: 9_120 }],
    ["read_logs", { service: "auth-service", version: "2.3.1" }, { failed: 0 }],
    ["compare_versions", { service: "auth-service", from: "2.3.1", to: "2.3.1" }, { changes: [] }],
    ["check_quota", { region: "eu-central" }, { limitCpus: 16, freeCpus: 12 }],
    ["check_quota", { region: "nowhere" }, { limitCpus: 0, freeCpus: 0 }],
    ["request_quota", { region: "eu-central", cpus: 12 }, { granted: false }],
    ["search_library", { subject: "CrewAI", page: 1 }, { pages: 2, items: { length: 2 } }],
    ["search_library", { subject: "CrewAI", page: 3 }, { items: [] }],
    ["search_library", { subject: "Gardening", page: 1 }, { pages: 0, items: [] }],
    [
      "quote_prices",
      { supplier: "kestrel-supply", version: "v7", skus: ["K-104", "K-101", "K-999"] },
      {
        rows: [
          { sku: "K-104", usd: 44.5 },
          { sku: "K-101", usd: 12.5 },
          { sku: "K-999", usd: 0 },
        ],
      },
    ],
  ])("%s %j", async (tool, args, output) => {
    expect(await run(tool, args)).toMatchObject(output as object);
  });

  it.each([
    ["eu-central", 3],
    ["eu-north", 6],
  ])("servers are created as far as the quota of %s reaches", async (region, created) => {
    const args = { region, service: "storefront", version: "1.4.0", servers: 6, cpus: 24 };
    expect(await run("create_servers", args)).toEqual({ region, created, wanted: 6, simulated: true });
  });
});
